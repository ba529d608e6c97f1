"""British and American spelling, and numbers in two forms: one form for comparing titles (decisions 1.8).

A title is cited in the spelling of the citing text often enough that it is no error of the entry.
"""

import re
import unicodedata
from functools import lru_cache

_FOLDS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), form)
    for pattern, form in (
        (r"(tum|col|behavi|fav|lab|neighb|harb|hon|hum|rum|vap|od|vig|arm|flav|endeav|sav|clam|vald)our", r"\1or"),
        (r"(?<=[a-z]{3})is(e|es|ed|ing|ation|ations|ational|er|ers|able)$", r"iz\1"),
        (r"lys(e|ed|es|ing|er|ers)$", r"lyz\1"),
        (r"haem|haim", "hem"),
        (r"aemi", "emi"),
        (r"paed", "ped"),
        (r"oedem", "edem"),
        (r"oesoph", "esoph"),
        (r"oestr", "estr"),
        (r"foet", "fet"),
        (r"rrhoe", "rrhe"),
        (r"gynaec", "gynec"),
        (r"cae(?=c|s)", "ce"),
        (r"faec", "fec"),
        (r"aetio", "etio"),
        (r"anaesth", "anesth"),
        (r"aesthet", "esthet"),
        (r"coeli", "celi"),
        (r"archaeo", "archeo"),
        (r"palaeo", "paleo"),
        (r"manoeuvr", "maneuver"),
        (r"(cent|met|fib|lit|theat|calib|tit|goit|spect|lust)re(d|s)?$", r"\1er\2"),
        (r"(mode|labe|trave|signa|channe|counse|cance|leve|tunne|equa|pane|fue|due)ll(?=ing|ed|er|or)", r"\1l"),
        (r"fulfill", "fulfil"),
        (r"enroll", "enrol"),
        (r"skillful", "skilful"),
        (r"(catal|dial|anal|monol|homol|epil|prol)ogue", r"\1og"),
        (r"(def|off|lic|pret)ence", r"\1ense"),
        (r"^practis", "practic"),
        (r"programme(s?)$", r"program\1"),
        (r"^grey", "gray"),
        (r"sulph", "sulf"),
        (r"aluminium", "aluminum"),
        (r"^ageing", "aging"),
        (r"(judg|acknowledg)ement", r"\1ment"),
        (r"artefact", "artifact"),
        (r"mould", "mold"),
        (r"^sceptic", "skeptic"),
        (r"^disk", "disc"),
        (r"^neurone(s?)$", r"neuron\1"),
        (r"^(toward|forward|afterward)s$", r"\1"),
        (r"^whilst$", "while"),
        (r"^amongst$", "among"),
        (r"^learnt$", "learned"),
        (r"^orientated$", "oriented"),
        (r"^specialit", "specialt"),
    )
)
_ROMAN = {
    "ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9", "xi": "11", "xii": "12",
}  # fmt: skip
_ROMAN_COUNTED = {"i": "1", "v": "5", "x": "10"}
_COUNTED = frozenset(("part", "phase", "type", "stage", "grade", "class", "volume", "chapter", "section", "series"))
"""Words whose number is written in either form."""


@lru_cache(maxsize=65536)
def fold_spelling(word: str) -> str:
    """One form of a lower-case word for both spellings: `tumour` and `tumor`, `analyse` and `analyze`; and without
    accents, which many a format loses (`naïve`, `groß` and `gross`)."""
    if not word.isascii():
        word = word.replace("ß", "ss").replace("æ", "ae").replace("œ", "oe").replace("ø", "o").replace("ł", "l")
        word = "".join(c for c in unicodedata.normalize("NFD", word) if not "\u0300" <= c <= "\u036f")
        word = unicodedata.normalize("NFC", word)
    if not word.isascii() or len(word) < 4:
        return word
    for pattern, form in _FOLDS:
        word = pattern.sub(form, word)
    return word


def fold_words(words: list[str]) -> list[str]:
    """The words of a title in one spelling, roman numerals as digits (`I`, `V`, `X` only after `part`, `type`, …)."""
    folded = []
    for i, word in enumerate(words):
        if word in _ROMAN:
            folded.append(_ROMAN[word])
        elif word in _ROMAN_COUNTED and i and words[i - 1] in _COUNTED:
            folded.append(_ROMAN_COUNTED[word])
        else:
            folded.append(fold_spelling(word))
    return folded
