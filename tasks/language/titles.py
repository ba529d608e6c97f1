"""Titles: one normal form, one similarity, and what differs between two titles of the same work (decisions 1.7, 1.8).

The ratio decides identity (is this the work?) and nothing else. Which words differ is asked separately, because two
titles at 0.98 may say "increases" and "decreases".
"""

import html
import re
import unicodedata
from difflib import SequenceMatcher
from functools import lru_cache

from tasks.language.spelling import fold_words

GREEK: dict[str, str] = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "ο": "omicron", "π": "pi", "ρ": "rho",
    "σ": "sigma", "ς": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
"""Greek letters (after NFKC and lower-casing, which also fold `ϵ`, `ϕ`, `µ`) and their English names."""

_DROPPED_CONTENT = re.compile(
    r"<(?:\w+:)?(tex-math|annotation)\b[^<>]*>.*?</(?:\w+:)?\1\s*>", re.IGNORECASE | re.DOTALL
)
_MATH = re.compile(r"<(?:\w+:)?math\b[^<>]*>.*?</(?:\w+:)?math\s*>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(
    r"</?(?:(?:jats|mml|m|xhtml|html):[\w-]+"
    r"|i|b|u|s|em|strong|sub|sup|inf|sc|scp|tt|span|font|small|ovl|italic|bold|underline|inline-formula|alternatives"
    r"|math|mrow|mi|mn|mo|mtext|ms|msub|msup|msubsup|mfrac|msqrt|mover|munder|mspace|mstyle|semantics)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_BLOCK_TAG = re.compile(r"</?(?:br|p|div|title|sec|list-item)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_LATEX_ACCENT = re.compile(r"""\\(["'`^~=.]|[ckuvHrd](?=\s*\{))\s*\{?\\?([A-Za-z])\}?""")
_LATEX_LETTER = re.compile(r"\\(ss|aa|AA|ae|AE|oe|OE|o|O|l|L|i|j)(?![A-Za-z])\s?(?:\{\})?")
_LATEX_COMMAND = re.compile(r"\\(?:([A-Za-z]+)\*?\s?|([^A-Za-z\s]))")
_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "k": "\u0328", "u": "\u0306", "v": "\u030c", "H": "\u030b", "r": "\u030a", "d": "\u0323",
}  # fmt: skip
_LETTERS = {"ss": "ß", "aa": "å", "ae": "æ", "oe": "œ", "o": "ø", "l": "ł", "i": "i", "j": "j"}

_NOTICE = re.compile(
    r"^[\s\[(【]*(?:(?:retracted|withdrawn|removed)(?:\s+(?:article|chapter|paper))?\s*[:\])】]"
    r"|(?:this article has been (?:retracted|withdrawn))\s*[:\])】])[\s:.\-–—]*"
)
_DOTTED = re.compile(r"(?<![^\W_])((?:[^\W\d_]\.){1,10}[^\W\d_]?)(?![^\W_])")
_APOSTROPHES = dict.fromkeys(map(ord, "'’‘ʼ`´′"), None)
_GREEK_RUN = re.compile(r"[α-ω]+")
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_CJK_GAP = re.compile(rf"(?<=[{_CJK}]) (?=[{_CJK}])")
_CJK_CHAR = re.compile(rf"[{_CJK}]")


def strip_markup(text: str) -> str:
    """`text` without HTML, JATS, MathML and LaTeX markup; their letters stay, tags are taken out without a gap."""
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _DROPPED_CONTENT.sub("", text)
        text = _MATH.sub(lambda m: re.sub(r"\s+", "", _TAG.sub("", m.group())), text)
        text = _BLOCK_TAG.sub(" ", _TAG.sub("", text))
    if "\\" in text:
        text = _LATEX_ACCENT.sub(lambda m: m.group(2) + _ACCENTS[m.group(1)], text)
        text = _LATEX_LETTER.sub(lambda m: _LETTERS[m.group(1).lower()], text)
        text = _LATEX_COMMAND.sub(_latex_command, text)
    return text.replace("{", "").replace("}", "").replace("$", "")


def _latex_command(match: re.Match[str]) -> str:
    """A Greek letter's name or an escaped character; formatting commands vanish, and so does `\\`."""
    name, escaped = match.group(1), match.group(2)
    if escaped:
        return escaped if escaped in "%&#_$" else " "
    bare = name.lower().removeprefix("var")
    return bare if bare in GREEK.values() else ""


@lru_cache(maxsize=65536)
def normalize_title(text: str) -> str:
    """The form in which titles are compared: words of lower-case letters and digits, one space between them.

    Folded (decisions 1.8): NFKC, case, markup, punctuation and symbols, dashes, a leading `RETRACTED:` or `WITHDRAWN:`,
    Greek letters and their names, dotted acronyms (`U.S.` = `US`), `&` and `and`, spaces between Chinese characters.
    Kept: accents, which tell words apart in titles. Idempotent.
    """
    text = strip_markup(text)
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).lower())
    while match := _NOTICE.match(text):
        text = text[match.end() :]
    text = _DOTTED.sub(lambda m: m.group().replace(".", ""), text).translate(_APOSTROPHES)
    text = text.replace("&", " and ")
    text = _GREEK_RUN.sub(_spell_greek, text)
    kept = "".join(c if c.isalnum() or unicodedata.category(c) in {"Mn", "Mc"} else " " for c in text)
    return unicodedata.normalize("NFKC", _CJK_GAP.sub("", " ".join(kept.split())))


def _spell_greek(match: re.Match[str]) -> str:
    """Letters used as symbols (`β`, `αβ`) become names; a longer run is a Greek word and stays, so that two
    Greek titles do not look alike through the names' shared letters."""
    run = match.group()
    return "".join(GREEK.get(c, c) for c in run) if len(run) <= 2 else run


def title_ratio(a: str, b: str) -> float:
    """`difflib.SequenceMatcher(None, a, b).ratio()` over the normal forms; `a` is the print.

    0.0 to 1.0. Not symmetric, and exactly difflib's number, its treatment of texts of 200 characters and more included.
    """
    return _ratio(normalize_title(a), normalize_title(b))


@lru_cache(maxsize=65536)
def _ratio(a: str, b: str) -> float:
    return SequenceMatcher(None, a, b).ratio()


def identity_ratio(printed: str, recorded: str) -> float:
    """`title_ratio`, save that a long title is not scored lower for its length.

    From 200 characters on difflib ignores frequent letters, and two titles that differ in one word can fall far below
    0.85; nobody may be accused by that, so the greater of the two numbers counts. The same as `title_ratio` below 200.
    """
    a, b = normalize_title(printed), normalize_title(recorded)
    if not a or not b:
        return 0.0
    if a == b:
        return 1.0
    ratio = _ratio(a, b)
    if len(b) < 200 or ratio >= 0.97:
        return ratio
    return max(ratio, SequenceMatcher(None, a[:1000], b[:1000], autojunk=False).ratio())


_STOP_WORDS = (
    "a an the of on in for to and or with by from at as is are be via into der die das und von im zur zum des le la les"
    " de du et en el los las y un une"
)
_STOP = frozenset(_STOP_WORDS.split())


def _words(text: str) -> list[str]:
    """Words of a normal form; each Chinese character is a word."""
    return re.findall(rf"[{_CJK}]|[^\s{_CJK}]+", text)


_ARTICLES = frozenset(("a", "an", "the", "der", "die", "das", "le", "la", "les", "el", "los", "las", "un", "une"))


def different_words(printed: str, recorded: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Content words only in the printed title, and only in the recorded one, each in reading order.

    Joins are no difference (`well-being` = `wellbeing`), nor are articles, a preposition more or less, the order of
    characters' widths, British against American spelling, and `Part II` against `Part 2`. A preposition in another's
    place is one, and so are singular and plural.
    """
    words_a, words_b = _words(normalize_title(printed)), _words(normalize_title(recorded))
    a, b = fold_words(words_a), fold_words(words_b)
    only_a: list[str] = []
    only_b: list[str] = []
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        left, right = _without_joins(a, a0, a1, b, b0, b1)
        dropped = _ARTICLES if _is_replaced(left, right) else _STOP
        only_a += [w for w in left if w not in dropped]
        only_b += [w for w in right if w not in dropped]
    moved = set(only_a) & set(only_b)  # the same word at another place is no other word
    return (_as_written(only_a, moved, words_a, a), _as_written(only_b, moved, words_b, b))


def _is_replaced(left: list[str], right: list[str]) -> bool:
    """Does one preposition stand in another's place, and nothing else differs there?"""
    sides = ([w for w in side if w not in _ARTICLES] for side in (left, right))
    return all(len(side) == 1 and side[0] in _STOP for side in sides)


def _as_written(only: list[str], moved: set[str], words: list[str], folded: list[str]) -> tuple[str, ...]:
    written = dict(zip(reversed(folded), reversed(words), strict=True))
    return tuple(written.get(w, w) for w in only if w not in moved)


def _without_joins(a: list[str], a0: int, a1: int, b: list[str], b0: int, b1: int) -> tuple[list[str], list[str]]:
    """The differing stretches `a[a0:a1]` and `b[b0:b1]` with equal letters cut away at both ends."""
    left, right = a[a0:a1], b[b0:b1]
    if "".join(left) == "".join(right):
        return [], []
    for _ in range(min(len(left), len(right))):  # joins inside a longer stretch, taken from the front
        cut = _joined_prefix(left, right)
        if cut is None:
            break
        left, right = left[cut[0] :], right[cut[1] :]
    for _ in range(min(len(left), len(right))):
        cut = _joined_prefix([w[::-1] for w in reversed(left)], [w[::-1] for w in reversed(right)])
        if cut is None:
            break
        left, right = left[: len(left) - cut[0]], right[: len(right) - cut[1]]
    return left, right


def _joined_prefix(left: list[str], right: list[str]) -> tuple[int, int] | None:
    """How many leading words of each spell the same letters (at most four on either side), or None."""
    for i in range(1, min(4, len(left)) + 1):
        for j in range(1, min(4, len(right)) + 1):
            if "".join(left[:i]) == "".join(right[:j]):
                return i, j
    return None


_ELLIPSIS = re.compile(r"(?:\.\.\.|…|\\ldots)\s*$")
_SUBTITLE = re.compile(r"\s*(?:[:：?？!]|\.\s|\s[-–—]\s|——|--)\s*")


def is_truncation(printed: str, recorded: str) -> bool:
    """True where one title is the beginning of the other: cut off, or its subtitle left out. Equal titles are not.

    A cut needs three words (six Chinese characters) to count; a left-out subtitle is recognised at the longer title's
    own colon, question mark or dash, whatever the length.
    """
    a, b = normalize_title(printed), normalize_title(recorded)
    if not a or not b or a == b:
        return False
    short, long, long_raw = (a, b, recorded) if len(a) < len(b) else (b, a, printed)
    compact_short, compact_long = short.replace(" ", ""), long.replace(" ", "")
    if not compact_long.startswith(compact_short) or compact_short == compact_long:
        return False
    heads = {normalize_title(long_raw[: m.start()]).replace(" ", "") for m in _SUBTITLE.finditer(long_raw)}
    if compact_short in heads and len(compact_short) >= 2:
        return True
    if len(_words(short)) < (6 if _CJK_CHAR.search(short) else 3):
        return False
    short_raw = printed if short == a else recorded
    return bool(_ELLIPSIS.search(short_raw)) or _ends_at_word(compact_short, long)


def _ends_at_word(compact_short: str, long: str) -> bool:
    length = 0
    for word in _words(long):
        length += len(word)
        if length >= len(compact_short):
            return length == len(compact_short)
    return False


_GENERIC_TITLES = (
    "editorial|guest editorial|introduction|introduction to the special issue|erratum|errata|corrigendum"
    "|correction|letter|letter to the editor|letters to the editor|reply|author reply|authors reply"
    "|response|comment|commentary|case report|a case report|case reports|preface|foreword|index|abstracts"
    "|abstract|obituary|book review|book reviews|review|news|in memoriam|discussion|conclusion|conclusions"
    "|table of contents|contents|acknowledgements|summary|in reply|reply to|retraction|retraction note"
    "|expression of concern|publisher correction|author correction|correspondence|announcement"
    "|announcements|overview|background|methods|results|untitled|front matter|back matter|special issue"
    "|viewpoint|perspective|perspectives|editors note|appendix|references|bibliography|author response"
    "|authors response|author responses|response from the authors|in this issue|inside this issue|this issue"
    "|from the editor|from the editors|letter from the editor|editors choice|editorial board|editorial introduction"
    "|issue information|issue highlights|research highlights|highlights|masthead|cover|cover image|cover picture"
    "|notes|notes and news|addendum|questions and answers|meeting abstracts|poster presentations|oral presentations"
    "|abbreviations|glossary|preliminary material|subject index|author index|list of contributors|本期导读|作者回复"
    "|社论|编者按|述评|前言|引言|绪论"
    "|序言|序|更正|勘误|致编辑的信|读者来信|病例报告|个案报道|综述|书评|摘要|目录|简讯|讨论|结论"
)
_GENERIC = frozenset(normalize_title(title) for title in _GENERIC_TITLES.split("|"))
_GENERIC_PART = re.compile(
    r"(?:chapter|part|section|book|volume|unit|lecture|session|appendix|lesson)s?"
    r" (?:\d{1,3}|[ivxlc]{1,6}|[a-h]|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"|第[一二三四五六七八九十百\d]{1,4}[章节部编篇]"
)
"""A numbered part of something: `Chapter 1`, `Part II`, `第三章`."""
_GENERIC_START = re.compile(r"^(?:editorial|erratum|corrigendum|correction|retraction|reply)(?: (?:to|for|of|board))*$")


def is_generic_title(title: str) -> bool:
    """True for titles many works share (editorial, in this issue, chapter 1, erratum, case report, …): never accepted
    on title alone (decisions 1.7)."""
    normal = normalize_title(title)
    return (
        not normal or normal in _GENERIC or bool(_GENERIC_START.match(normal)) or bool(_GENERIC_PART.fullmatch(normal))
    )
