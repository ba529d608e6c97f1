"""A printed entry becomes a reference, as far as it is unmistakable (decisions 2.3, 2.10).

Four ways of printing are known: Vancouver (`Smith J, Jones K. Title. J Med. 2019;12:3-4.`), APA (`Smith, J. (2019).
Title. Journal`), IEEE (`J. Smith, “Title,” Journal, 2019`) and GB/T 7714 (`王伟, 李明. 题名[J]. 期刊, 2019, 12: 1-5.`).
A field that fits none of them stays empty: an empty field accuses nobody.
"""

import re

from state.lookup import Author
from state.manuscript import Reference
from tasks.language.identifiers import clean_doi
from tasks.language.scripts import CJK, fold_width
from tasks.parse.printed_list import PrintedEntry
from tasks.parse.styles import first_body, split_entry

_PMID = re.compile(r"\bPMID\s?[:：]?\s*(\d{4,8})\b|pubmed(?:\.ncbi\.nlm\.nih\.gov)?/(\d{4,8})\b", re.IGNORECASE)
_ARXIV = re.compile(r"\barXiv\s?[:：.]?\s?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})", re.IGNORECASE)
_URL = re.compile(r"https?://[^\s\]）)>]+")
_YEARS = re.compile(r"(?<![\d.\-–/:])((?:18|19|20)\d\d)[a-z]?(?![\d/])")
_YEAR_PLACES = (
    re.compile(r"\(((?:18|19|20)\d\d)[a-z]?(?:,[^)]{3,20})?\)"),
    re.compile(r"[.,]\s((?:18|19|20)\d\d)(?:\s[A-Z][a-z]{2,8}(?:\s\d{1,2})?)?\s?;"),
    re.compile(r"[A-Za-z]\s((?:18|19|20)\d\d)(?:\s[A-Z][a-z]{2,8}(?:\s\d{1,2})?)?\s?;\s?\d"),
    re.compile(r"[,，]\s?((?:18|19|20)\d\d)\s?[,，(（:：;；]"),
    re.compile(r"[,，]\s?((?:18|19|20)\d\d)\s?[.。]?\s*(?:doi|https?:|$)", re.IGNORECASE),
)
_TYPED_TITLE = re.compile(
    r"^(?P<authors>[^.．]{2,400}?(?:\b[A-Z]\.)*)[.．]\s*(?P<title>[^\[]{4,400}?)\s*\[(?:[A-Z]{1,2})(?:/[A-Z]{2})?\]"
)
_APA = re.compile(
    r"^(?P<authors>.{2,600}?)\s*[(（](?P<year>(?:18|19|"
    r"20)\d\d)[a-z]?(?:,[^)]{3,20})?[)）][.,:]?\s*(?P<title>[^.?!]{8,400}[.?!])"
)
_QUOTED = re.compile(r"^(?P<authors>[^“\"]{2,400}?)[,.]?\s*[“\"](?P<title>[^”\"]{8,400}?)[,.]?[”\"]")
_VANCOUVER_NAME = (
    r"[A-Z\u00c0-\u00de][\w'’\-\u00c0-\u024f]*(?:\s[\w'’\-\u00c0-\u024f]+){0,4}\s[A-Z](?:-?[A-Z]){0,3}(?:\s(?:Jr|"
    r"Sr|2nd|3rd|II|III))?"
)
_VANCOUVER = re.compile(
    rf"^(?P<authors>{_VANCOUVER_NAME}(?:,\s*(?:{_VANCOUVER_NAME}|"
    rf"et al))*(?:,?\s*et al)?)\s*[.:]\s+(?P<title>[^?!]{{8,400}}?[.?!])\s+(?P<journal>[A-Z][^.;:]{{1,80}})?"
)
_FAMILY_FIRST = re.compile(
    r"^(?P<family>(?:(?:van|von|de|del|della|di|da|dos|der|den|la|le|el|al|ter|ten|bin|"
    r"ibn)\s)*[^\W\d_][\w'’\-]+(?:\s[^\W\d_][\w'’\-]+)?),\s?(?:[A-Z]\.?[\s-]?){1,4}"
)
_INITIALS_FIRST = re.compile(
    r"^(?:[A-Z]\.[\s-]?){1,4}(?P<family>(?:(?:van|von|de|del|di|da|dos|der|den|la|le)\s)*[^\W\d_][\w'’\-]+)"
)
_FAMILY_INITIALS = re.compile(
    r"^(?P<family>(?:(?:van|von|de|del|di|da|dos|der|den|la|"
    r"le)\s)*[^\W\d_][\w'’\-]+(?:\s[a-z]+\s?[A-Z][\w'’\-]+)?)\s(?:[A-Z][\s-]?){1,4}(?=[,.;:]|$|\set al)"
)
_CHINESE_NAME = re.compile(rf"^(?P<family>[{CJK}·]{{2,8}})\s?(?=[,，、.．;；等]|$)")
_PAIR = re.compile(r"(?P<family>[A-Z\u00c0-\u00de][\w'’\-]+)\s(?:&|und|and)\s[A-Z\u00c0-\u00de][\w'’\-]+")
_EDITION = re.compile(
    r"\s?[,(（]\s?(?:\d{1,2}\.\s?(?:Aufl|Auflage)\b|(?:\d{1,2}(?:st|nd|rd|th)|[Rr]ev(?:\.|ised)?)\s[Ee]d(?:n|ition)?\b).*$"
)
_IMPRINT = re.compile(r"\s*\([^()]*:[^()]*\)$|\s*\([^()]*\b(?:18|19|20)\d\d\)$")
_IS_TITLE = re.compile(r"[\"“‘'(]?[^\W\d_]|\d+[\w-]*\s+[^\W\d_]{3,}")
"""A title begins with a letter, or with a number and a word; pages and volumes do not."""
_UNFINISHED = re.compile(r"\b(?:vol|no|nr|pp|ed|eds|https?\S*)$", re.IGNORECASE)
"""A title does not end so: it was cut at an abbreviation, far behind its end."""
_GBT_JOURNAL = re.compile(r"\[J(?:/OL)?\]\s*[.．,，]\s*(?P<journal>[^,，]{2,80}?)\s*[,，]\s*(?:18|19|20)\d\d")


def read_entry(entry: PrintedEntry, reference_id: str) -> Reference:
    """The reference an entry prints, with the fields that can be read off it surely; `raw` is the entry itself."""
    text = " ".join(entry.text.split())
    doi, pmid = clean_doi(text), _group(_PMID.search(text))
    authors, title = authors_and_title(text)
    beginning = authors if authors is not None else text
    first = first_body(fold_width(beginning)) or first_family(beginning)
    return Reference(
        id=reference_id,
        number=entry.number,
        title=title,
        authors=(Author(family=first),) if first else (),
        authors_complete=False,
        year=printed_year(text),
        journal=_journal(text),
        doi=doi,
        pmid=pmid,
        arxiv=_group(_ARXIV.search(text)),
        url=None if doi else _group_zero(_URL.search(text)),
        raw=entry.text,
        file=entry.file,
        line=entry.line,
        needs_manual_id=doi is None and pmid is None,
    )


def authors_and_title(text: str) -> tuple[str | None, str | None]:
    """The part that names the authors and the title, or None for each that cannot be told apart."""
    folded = fold_width(text)
    for pattern in (_TYPED_TITLE, _QUOTED, _APA, _VANCOUVER):
        match = pattern.match(folded)
        if match is not None:
            title = _title(text[slice(*match.span("title"))], may_be_names=pattern is _VANCOUVER)
            if title is not None:
                return text[: match.end("authors")], title
    split = split_entry(folded)
    title = _title(text[slice(*split.title)], may_be_names=split.may_be_names) if split is not None else None
    return (text[: split.authors_end], title) if split is not None and title is not None else (None, None)


def _title(printed: str, *, may_be_names: bool) -> str | None:
    """A title without the marks around it, or None where what was cut out can be none."""
    title = _EDITION.sub("", _IMPRINT.sub("", printed.strip().strip(".,。，")))
    plain_words = set(re.findall(r"\b[a-z]{2,}\b", title)) - {"and", "et", "al", "van", "von", "de", "der"}
    if not _IS_TITLE.match(title) or (may_be_names and not plain_words) or _UNFINISHED.search(title):
        return None
    return title


def first_family(authors: str) -> str | None:
    """The first author's family name (a Chinese name whole), or None where the beginning is no personal name."""
    folded = fold_width(authors).strip()
    for pattern in (_CHINESE_NAME, _FAMILY_INITIALS, _FAMILY_FIRST, _INITIALS_FIRST):
        match = pattern.match(folded)
        if match is not None:
            return match.group("family")
    pair = _PAIR.fullmatch(folded.rstrip(" .,:"))
    return pair.group("family") if pair else None


def printed_year(text: str) -> int | None:
    """The year of publication where its place says so, or the only year printed; else None."""
    folded = _without_addresses(text)
    for pattern in _YEAR_PLACES:
        found = {match.group(1) for match in pattern.finditer(folded)}
        if len(found) == 1:
            return int(found.pop())
    only = all_years(text)
    return only.pop() if len(only) == 1 else None


def all_years(text: str) -> set[int]:
    """Every year printed outside addresses and identifiers."""
    return {int(year) for year in _YEARS.findall(_without_addresses(text))}


def _without_addresses(text: str) -> str:
    return re.sub(
        r"(?:https?://|doi\s?[:：]|10\.\d{4,9}/|arXiv\s?[:：.])\S*", " ", fold_width(text), flags=re.IGNORECASE
    )


def _journal(text: str) -> str | None:
    folded = fold_width(text)
    if match := _GBT_JOURNAL.search(folded):
        return match.group("journal").strip()
    match = _VANCOUVER.match(folded)
    if match and match.group("journal") and re.match(r"[.,]?\s*(?:18|19|20)\d\d", folded[match.end() :]):
        return match.group("journal").strip()
    return None


def _group(match: re.Match[str] | None) -> str | None:
    return next((group for group in match.groups() if group), None) if match else None


def _group_zero(match: re.Match[str] | None) -> str | None:
    return match.group().rstrip(".,;") if match else None
