"""Journal names: is the printed journal the recorded one, in full, abbreviated, as initials, or in Chinese?"""

import html
import re
import unicodedata
from functools import lru_cache

_STOP_WORDS = (
    "the of and for in on to a an at by from de la le les des du et der die das und fur zur y el los del di e den"
)
_STOP = frozenset(_STOP_WORDS.split())
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
    "corr": "arxiv",
    "computing research repository": "arxiv",
}
"""Printed short names that are no prefix abbreviation of the full one."""

_CONFERENCES: dict[str, tuple[str, ...]] = {
    "neurips": ("neural information processing systems", "nips", "neural inf process syst", "neural inf proc syst"),
    "icml": ("international conference on machine learning",),
    "iclr": ("international conference on learning representations", "learning representations"),
    "cvpr": ("computer vision and pattern recognition", "comput vis pattern recognit"),
    "iccv": ("international conference on computer vision",),
    "eccv": ("european conference on computer vision",),
    "wacv": ("winter conference on applications of computer vision",),
    "aaai": (
        "aaai conference on artificial intelligence",
        "association for the advancement of artificial intelligence",
    ),
    "ijcai": ("international joint conference on artificial intelligence",),
    "acl": ("annual meeting of the association for computational linguistics",),
    "emnlp": ("empirical methods in natural language processing",),
    "naacl": ("north american chapter of the association for computational linguistics",),
    "eacl": ("european chapter of the association for computational linguistics",),
    "coling": ("international conference on computational linguistics",),
    "kdd": ("knowledge discovery and data mining", "sigkdd"),
    "www": ("web conference", "world wide web conference", "international world wide web"),
    "sigir": ("research and development in information retrieval",),
    "chi": ("human factors in computing systems",),
    "aistats": ("artificial intelligence and statistics",),
    "uai": ("uncertainty in artificial intelligence",),
    "colt": ("conference on learning theory", "computational learning theory"),
    "icra": ("international conference on robotics and automation",),
    "iros": ("intelligent robots and systems",),
    "interspeech": ("interspeech",),
    "icassp": ("acoustics speech and signal processing",),
    "miccai": ("medical image computing and computer assisted intervention",),
}
_SERIES = re.compile(
    r"^(?:proceedings of machine learning research|pmlr|jmlr workshop|lecture notes in|lncs|proceedings of the acm"
    r"|acm international conference proceeding series|ceur workshop|communications in computer and information science"
    r"|advances in intelligent systems|leibniz international proceedings|procedia|ifac|methods in molecular biology"
    r"|advances in experimental medicine)"
)
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
    text = unicodedata.normalize("NFKC", name).replace("&", " and ")
    text = re.sub(r"[《》〈〉]", " ", re.sub(r"\\([a-zA-Z]+)?", " ", text))
    outside = _PLACE.sub(" ", text)
    text = outside if any(c.isalnum() for c in outside) else text
    text = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    words = "".join(c if c.isalnum() else ("" if c in "'’" else " ") for c in text).split()
    folded = " ".join(words[1:] if words[:1] == ["the"] and len(words) > 1 else words)
    return re.sub(r"\b(?:u s a|usa)$", "united states of america", folded)


def same_journal(printed: str | None, recorded: str | None, recorded_short: str | None = None) -> bool | None:
    """Is the printed journal the recorded one? None where either is missing or it cannot be decided.

    Equal after folding; abbreviated word by word in order (`N Engl J Med`); initials (`NEJM`); a subtitle or place left
    out; a conference under its acronym or any of its names. A book series against a conference is undecidable, and so
    are names in different scripts.
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
    if any(_abbreviates(x, y) or _abbreviates(y, x) for x in heads_a for y in heads_b):
        return True
    preprint_a, preprint_b = _ARXIV.findall(a), _ARXIV.findall(b)
    if preprint_a and preprint_b:
        return {p.lower().replace("corr", "arxiv") for p in preprint_a} == {
            p.lower().replace("corr", "arxiv") for p in preprint_b
        }
    return _same_conference(a, b)


def _is_chinese(name: str) -> bool:
    return bool(re.search(r"[\u3400-\u4dbf\u4e00-\u9fff\u3040-\u30ff]", name))


def _same_bilingual(a: str, b: str) -> bool | None:
    """`中华口腔医学杂志 Chinese Journal of Stomatology` against its English half: True where one agrees, else None."""
    first, second = (
        fold_journal(re.sub(r"[\u3400-\u4dbf\u4e00-\u9fff\u3040-\u30ff《》（）]+", " ", name)) for name in (a, b)
    )
    return True if first and second and (_abbreviates(first, second) or _abbreviates(second, first)) else None


def _heads(name: str) -> list[str]:
    """The folded name, and it without its subtitle; known short names are written out."""
    name = html.unescape(name)
    parts = [name, _SUBTITLE.split(name, maxsplit=1)[0]]
    folded = [f for f in dict.fromkeys(fold_journal(part) for part in parts) if f]
    return list(dict.fromkeys(form for f in folded for form in (f, fold_journal(_KNOWN[f]) if f in _KNOWN else f)))


def _abbreviates(short: str, long: str) -> bool:
    """Is each word of `short` an abbreviation of the word of `long` in its place, or `short` the initials of `long`?"""
    if short == long or short.replace(" ", "") == long.replace(" ", ""):
        return True
    few, many = ([w for w in x.split() if w not in _STOP] or x.split() for x in (short, long))
    if len(few) == 1 and len(many) > 2 and len(few[0]) >= 3:
        every = [w[0] for w in long.split()]
        return few[0] in {"".join(w[0] for w in many), "".join(every)}
    if len(few) != len(many) or (len(few) == 1 and not _is_abbreviation(few[0], many[0], least=4)):
        return False
    return all(_is_abbreviation(x, y) or _is_abbreviation(y, x) for x, y in zip(few, many, strict=True))


def _is_abbreviation(short: str, long: str, least: int = 1) -> bool:
    """A prefix (`engl`), or a contraction that keeps the first letter and its letters' order (`natl`, `dtsch`)."""
    if short == long:
        return True
    if not short.isascii() or len(short) < least or len(short) >= len(long) or short[0] != long[0] or short.isdigit():
        return False
    if long.startswith(short):
        return True
    if len(short) < 3 or len(short) > 8 or (len(short) > 6 and short[:4] != long[:4]):
        return False
    letters = iter(long)
    return all(c in letters for c in short)


def _conferences(name: str) -> frozenset[str]:
    words = set(re.findall(r"[a-z]+", name.lower()))
    folded = f" {fold_journal(name)} {' '.join(re.findall(r'[a-z0-9]+', name.lower()))} "
    found = {
        key for key, names in _CONFERENCES.items() if key in words or any(f" {n} " in folded for n in names)
    }  # fmt: skip
    if "icml" in found and "international conference on machine learning and" in folded and "icml" not in words:
        found.discard("icml")  # "… Machine Learning and Applications" and its like are other meetings
    return frozenset(found)


_MEETING = re.compile(
    r"\b(?:proc|proceedings|conference|conf|workshop|symposium|congress|meeting|advances in|会议)\b", re.IGNORECASE
)


_GENERAL = "proceedings proc annual international conference conf th st nd rd ieee acm symposium"


def _same_conference(a: str, b: str) -> bool | None:
    first, second = _conferences(a), _conferences(b)
    if first and second:
        return bool(first & second)
    folded_a, folded_b = fold_journal(a), fold_journal(b)
    if _SERIES.match(folded_a) or _SERIES.match(folded_b):
        return None
    if first or second:
        return False
    if _MEETING.search(a) and _MEETING.search(b):
        words_a, words_b = ({w for w in x.split() if w not in _STOP and not w.isdigit()} for x in (folded_a, folded_b))
        general = set(_GENERAL.split())
        return None if (words_a & words_b) - general else False
    return False
