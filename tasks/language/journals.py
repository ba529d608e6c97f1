"""Journal names: is the printed journal the recorded one, in full, abbreviated, as initials, or in Chinese?"""

import html
import re
import unicodedata
from functools import lru_cache

from tasks.language.abbreviations import is_listed_pair, same_word
from tasks.language.conferences import conferences_of, same_conference

_STOP_WORDS = (
    "the of and for in on to a an at by from de la le les des du et der die das und fur zur y el los del di e den"
)
_STOP = frozenset(_STOP_WORDS.split())
_DOTTED = re.compile(r"(?<![^\W_])(?:[A-Z]\.){3,}(?=\s|$)")
"""Initials run together, `A.M.A.`."""
_PLACE = re.compile(r"[(（\[][^()（）\[\]]*[)）\]]")
_SUBTITLE = re.compile(r"\s*[:：;=/]\s*|\s+[-–—]\s+|\.\s+(?=(?:an?|the)?\s*official\b)", re.IGNORECASE)

_KNOWN = {
    "nejm": "new england journal of medicine",
    "jama": "journal of the american medical association",
    "bmj": "british medical journal",
    "pnas": "proceedings of the national academy of sciences of the united states of america",
    "pnas usa": "proceedings of the national academy of sciences of the united states of america",
    "proceedings of the national academy of sciences": (
        "proceedings of the national academy of sciences of the united states of america"
    ),
    "ajrccm": "american journal of respiratory and critical care medicine",
    "jco": "journal of clinical oncology",
    "jacc": "journal of the american college of cardiology",
    "jbc": "journal of biological chemistry",
    "prl": "physical review letters",
    "jmlr": "journal of machine learning research",
    "tmlr": "transactions on machine learning research",
    "tacl": "transactions of the association for computational linguistics",
    "tpami": "ieee transactions on pattern analysis and machine intelligence",
    "pami": "ieee transactions on pattern analysis and machine intelligence",
    "jasn": "journal of the american society of nephrology",
    "mmwr": "morbidity and mortality weekly report",
    "jnci": "journal of the national cancer institute",
    "plos one": "public library of science one",
    "apj": "astrophysical journal",
    "apjl": "astrophysical journal letters",
    "apjs": "astrophysical journal supplement series",
    "aj": "astronomical journal",
    "mnras": "monthly notices of the royal astronomical society",
    "a and a": "astronomy and astrophysics",
    "epl": "europhysics letters",
    "jgr": "journal of geophysical research",
    "grl": "geophysical research letters",
    "jhep": "journal of high energy physics",
    "jacs": "journal of the american chemical society",
    "jamia": "journal of the american medical informatics association",
    "jmir": "journal of medical internet research",
    "nar": "nucleic acids research",
    "cmaj": "canadian medical association journal",
    "tkde": "ieee transactions on knowledge and data engineering",
    "tnnls": "ieee transactions on neural networks and learning systems",
    "tip": "ieee transactions on image processing",
    "tmi": "ieee transactions on medical imaging",
    "tog": "acm transactions on graphics",
    "ijcv": "international journal of computer vision",
    "jair": "journal of artificial intelligence research",
    "corr": "arxiv",
    "computing research repository": "arxiv",
}
"""Printed short names that are no prefix abbreviation of the full one."""

_ARXIV = re.compile(r"\barxiv\b|\bcorr\b|\bbiorxiv\b|\bmedrxiv\b", re.IGNORECASE)
_PREPRINT = re.compile(
    r"\b(?:arxiv|corr|computing research repository|(?:bio|med|chem|psy|soc|eng|eco|earth|edu|law|agri|paleo|china)"
    r"[ar]?rxiv|research square|ssrn|preprints?(?:\.org)?|osf preprints|techrxiv|authorea|peerj preprints|hal"
    r"|openreview|vixra|zenodo|repec|nber working papers?)\b|预印本",
    re.IGNORECASE,
)


@lru_cache(maxsize=16384)
def fold_journal(name: str) -> str:
    """Lower-case words without accents, punctuation, a place in brackets, and a leading `the`; `&` is `and`."""
    text = _DOTTED.sub(lambda m: m.group().replace(".", ""), unicodedata.normalize("NFKC", name)).replace("&", " and ")
    text = re.sub(r"\b(?:d|l|dell|nell|dall|all|sull|un)['’](?=\w{3})", " ", text, flags=re.IGNORECASE)
    text = re.sub(r"[《》〈〉]", " ", re.sub(r"\\([a-zA-Z]+)?", " ", text))
    outside = _PLACE.sub(" ", text)
    text = outside if any(c.isalnum() for c in outside) else text
    text = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else ("" if c in "'’" else " ") for c in text).split()
    folded = " ".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)
    folded = re.sub(r"\b(?:n y|ny)\b", "new york", folded)
    return re.sub(r"\b(?:u s a|usa)$", "united states of america", folded)


def same_journal(printed: str | None, recorded: str | None, recorded_short: str | None = None) -> bool | None:
    """Is the printed journal the recorded one? None where either is missing or it cannot be decided.

    Equal after folding; abbreviated word by word (`N Engl J Med`) by the list of ISO 4 abbreviations; by initials
    (`NEJM`); a subtitle or place left out; a conference under its acronym or any of its names. Undecidable: what may be
    an abbreviation and is not listed, a book series against a conference, names in different scripts.
    """
    if not printed or not printed.strip():
        return None
    verdicts = [_same(printed, name) for name in (recorded, recorded_short) if name and name.strip()]
    if True in verdicts:
        return True
    return False if False in verdicts and None not in verdicts else None


def is_preprint_server(name: str | None) -> bool:
    """Is `name` a place of preprints (arXiv, bioRxiv, Research Square, SSRN, …) rather than a journal?"""
    return bool(name and _PREPRINT.search(name))


def is_version_matter(printed: str | None, recorded: str | None) -> bool:
    """True where just one of two names is a preprint server: then the question is which version is cited, not whether
    the journal is right."""
    return bool(printed and recorded) and is_preprint_server(printed) != is_preprint_server(recorded)


@lru_cache(maxsize=16384)
def _same(a: str, b: str) -> bool | None:
    if _is_chinese(a) != _is_chinese(b):
        return _same_bilingual(a, b)
    heads_a, heads_b = _heads(a), _heads(b)
    if not heads_a or not heads_b:
        return None
    verdicts = {_abbreviates(*sorted((x, y), key=len)) for x in heads_a for y in heads_b}
    if True in verdicts:
        return True
    preprint_a, preprint_b = _ARXIV.findall(a), _ARXIV.findall(b)
    if preprint_a and preprint_b:
        return {p.lower().replace("corr", "arxiv") for p in preprint_a} == {
            p.lower().replace("corr", "arxiv") for p in preprint_b
        }
    verdict = same_conference(a, b, fold_journal(a), fold_journal(b))
    if verdict is False and (None in verdicts or _may_be_initials(a, b) or _may_be_initials(b, a)):
        return None
    return verdict


def _may_be_initials(short: str, long: str) -> bool:
    """Could `short` be an unlisted acronym of `long`: one word mostly in capitals, its letters in order in the other
    name, the first letters alike? Known conferences and titles in capitals (`JAMA Neurology`) are not asked."""
    bare = re.sub(r"[^A-Za-z]", "", short)
    if " " in short.strip() or not 2 <= len(bare) <= 8 or sum(c.isupper() for c in bare) * 2 < len(bare):
        return False
    folded, words = fold_journal(short), _content(fold_journal(long))
    if len(words) < 2 or folded in words or folded in _KNOWN or conferences_of(short, folded):
        return False
    letters = iter("".join(words))
    return bare[0].lower() == words[0][0] and all(c in letters for c in bare.lower())


def _is_chinese(name: str) -> bool:
    return bool(re.search(r"[\u3400-\u4dbf\u4e00-\u9fff\u3040-\u30ff]", name))


def _same_bilingual(a: str, b: str) -> bool | None:
    """`中华口腔医学杂志 Chinese Journal of Stomatology` against its English half: True where one agrees, else None."""
    first, second = (
        fold_journal(re.sub(r"[\u3400-\u4dbf\u4e00-\u9fff\u3040-\u30ff《》（）]+", " ", name)) for name in (a, b)
    )
    return True if first and second and _abbreviates(*sorted((first, second), key=len)) else None


def _heads(name: str) -> list[str]:
    """The folded name, and it without its subtitle; known short names are written out."""
    name = html.unescape(name)
    parts = [name, _SUBTITLE.split(name, maxsplit=1)[0]]
    folded = [f for f in dict.fromkeys(fold_journal(part) for part in parts) if f]
    return list(dict.fromkeys(form for f in folded for form in (f, fold_journal(_KNOWN[f]) if f in _KNOWN else f)))


_PARTS = frozenset(("part", "pt", "section", "sect", "series", "ser", "abteilung", "abt"))
_LETTER = re.compile(r"[a-z]\d?|\d{1,2}|i{1,3}|iv|vi{0,3}|ix")
"""What follows `Part`: `A`, `B2`, `II`."""
_TRAILING = frozenset(("online", "print", "electronic"))


def _content(folded: str) -> list[str]:
    """The words that abbreviations keep: no articles and prepositions (but `A` at the end is a part's letter), no
    `Part` and `Section`, no trailing `Online`."""
    words = folded.split()
    while len(words) > 1 and words[-1] in _TRAILING:
        words = words[:-1]
    last = len(words) - 1
    kept = [
        w
        for i, w in enumerate(words)
        if (w not in _STOP or (i == last and i > 0))
        and not (w in _PARTS and i < last and _LETTER.fullmatch(words[i + 1]))
    ]
    return kept or words


def _abbreviates(short: str, long: str) -> bool | None:
    """Is `short` the name `long`, abbreviated word by word, by its initials or as the journal list has it? None where
    some word may be an abbreviation that the list does not know."""
    if short == long or short.replace(" ", "") == long.replace(" ", "") or is_listed_pair(short, long):
        return True
    few, many = _content(short), _content(long)
    if len(few) == 1 and len(many) > 2 and len(few[0]) >= 3:
        every = [w[0] for w in long.split()]
        return few[0] in {"".join(w[0] for w in many), "".join(every)}
    if len(few) != len(many):
        return False
    if len(few) == 1:
        plural = f"{few[0]}s" == many[0] or f"{many[0]}s" == few[0]  # `Polymer` and `Polymers` are two journals
        return few == many or (len(few[0]) >= 4 and not plural and same_word(few[0], many[0]))
    verdicts = {same_word(x, y) for x, y in zip(few, many, strict=True)}
    if False in verdicts:
        return _is_number_slip(few, many)
    return None if None in verdicts else True


def _is_number_slip(few: list[str], many: list[str]) -> bool:
    """`Academy of Science` for `Academy of Sciences`: one plural in a name of three words or more, nothing else."""
    differing = [(x, y) for x, y in zip(few, many, strict=True) if same_word(x, y) is not True]
    return (
        len(few) >= 3
        and len(differing) == 1
        and abs(len(differing[0][0]) - len(differing[0][1])) == 1
        and (differing[0][0] + "s" == differing[0][1] or differing[0][1] + "s" == differing[0][0])
    )
