"""What a reference can be cited as: whose names, which years, which letter (decisions 2.1)."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from state.lookup import Author
from state.manuscript import Reference
from tasks.language.author_year_surnames import PINYIN_OF, is_written_in_pinyin, surname_of
from tasks.language.names import is_group, same_family, same_group
from tasks.language.scripts import CJK, fold_width

SHORT_LIST = 300
"""Works; in a list of up to as many each citation is compared with all."""
HEAD = 600
"""Characters of an entry in which its authors and its year are looked for."""
EXACT, PART, SOUND = 3, 2, 1
"""How well a printed name fits an author: the same name; one part of a double name; the pinyin of its characters."""

_CJK = re.compile(f"[{CJK}]")
_YEAR = re.compile(r"(?<![\d.\-–/:])((?:1[5-9]|20)\d\d)([a-z])?(?![\d/])")
_REPRINTED = re.compile(
    r"((?:1[5-9]|20)\d\d)\s?/\s?((?:1[5-9]|20)\d\d)|\b(?:[Oo]rig\w*|[Ff]irst|[Rr]eprint\w*)\b[^()]{0,30}?((?:1[5-9]|20)\d\d)"
)
_ADDRESSES = re.compile(r"(?:https?://|doi\s?[:：]|10\.\d{4,9}/|arXiv\s?[:：.])\S*", re.IGNORECASE)
_UNDATED = re.compile(
    r"in\s+press|forthcoming|n\.\s?d\.|no date|submitted|accepted|待刊|印刷中|即将出版|in\s+prep|im Druck|s\.\s?f\.",
    re.IGNORECASE,
)
_ABBREVIATION = re.compile(r"[\[(]([A-Z][A-Za-z&.\-]{1,12})[\])]")
_PLAIN = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_DIGRAPHS = re.compile("ae|oe|ue|aa")
"""How ä, ö, ü and å are written without marks."""
_BRITISH = (
    (re.compile(r"isation(s?)$"), r"ization\1"),
    (re.compile(r"^(cent|fib|theat)re(s?)$"), r"\1er\2"),
    (re.compile(r"^(lab|behavi|col|tum|harb|neighb)our(s|al|hood|hoods)?$"), r"\1or\2"),
    (re.compile(r"^(defen|licen)ce(s?)$"), r"\1se\2"),
    (re.compile(r"^programmes?$"), "program"),
    (re.compile(r"^programs$"), "program"),
    (re.compile(r"^(p|orthop|h|gyn|an)ae(?=diatr|dic|mat|col|sth)"), r"\1e"),
    (re.compile(r"^oe(?=soph|str)"), "e"),
)
"""Words in the names of bodies that are spelt in two ways; the American one is compared."""
_PART_LEADS = frozenset(["the", "le", "la", "die", "der", "das"])
_SMALL = frozenset(["the", "of", "for", "and", "on", "in", "de", "des", "du", "für", "et"])


@dataclass(frozen=True, slots=True)
class Citable:
    """One reference as its citations name it."""

    position: int
    families: tuple[str, ...]
    """Family names in order, groups whole; empty where the entry was not parsed."""
    givens: tuple[str, ...]
    complete: bool
    """Whether `families` are all its authors."""
    head: tuple[str, ...]
    """The entry's first words, folded: its authors, and what follows them."""
    years: frozenset[int]
    undated: bool
    suffix: str
    abbreviations: frozenset[str]
    title: str

    @property
    def count(self) -> int | None:
        """How many authors it has; None where that is not known."""
        return len(self.families) if self.complete and self.families else None


def citable(position: int, reference: Reference) -> Citable:
    """How the reference at a position of the list can be cited."""
    printed = _ADDRESSES.sub(" ", fold_width(reference.listed or reference.raw))[:HEAD]
    is_list = reference.listed is not None or (reference.key is None and reference.raw[:1] not in "@{<")
    persons = reference.authors or reference.editors
    years = {reference.year} if reference.year else set()
    if is_list and not years:
        years = {int(year) for year, _ in _YEAR.findall(printed)}
    if is_list:
        years |= {int(year) for found in _REPRINTED.findall(printed) for year in found if year}
    return Citable(
        position=position,
        families=tuple(_name_of(author) for author in persons),
        givens=tuple(author.given or "" for author in persons),
        complete=reference.authors_complete and bool(persons),
        head=words_of(printed) if is_list else (),
        years=frozenset(years),
        undated=not years or (is_list and bool(_UNDATED.search(printed))),
        suffix=year_suffix(printed, reference.year) if is_list else "",
        abbreviations=frozenset(found for found in _ABBREVIATION.findall(printed[:200]) if found.isupper()),
        title=reference.title or "",
    )


def _name_of(author: Author) -> str:
    """The name a citation prints: the family name; a Chinese name whole."""
    return f"{author.family}{author.given or ''}" if _CJK.search(author.family) else author.family


class Index:
    """The works by the beginnings of the names they are cited by, so that each citation is compared with few."""

    def __init__(self, works: Sequence[Citable]) -> None:
        self._works = works
        self._by_key: dict[str, list[int]] = defaultdict(list)
        for place, work in enumerate(works):
            names = [*work.families[:1], *work.head[:1]]
            keys = {key for name in names for key in _keys(name)} | {
                key for word in work.head[:4] for key in _keys(word)
            }
            keys |= {f"^{word[0]}" for name in names for word in words_of(name)[:2]}
            keys |= {f"^{short[0].casefold()}" for short in work.abbreviations}
            for key in keys:
                self._by_key[key].append(place)

    def near(self, name: str) -> list[Citable]:
        """The works a printed name may belong to, in order; all where the list is short."""
        if len(self._works) <= SHORT_LIST:
            return list(self._works)
        keys = _keys(name)
        if name.isupper() or len(name.split()) >= 3:  # a short name may stand for a long one, and the other way round
            keys |= {f"^{word[0]}" for word in words_of(name)[:2]}
        return [self._works[place] for place in sorted({place for key in keys for place in self._by_key.get(key, ())})]


def _keys(name: str) -> set[str]:
    """Beginnings of a name's words, spelled the plainest way, and of all of them run together; single characters for
    Chinese, whose names are not parted from the words before them, with the pinyin of a family name."""
    if _CJK.search(name):
        chinese = "".join(_CJK.findall(name))
        surname = surname_of(chinese) or chinese[:1]
        pinyin = PINYIN_OF.get(surname)
        return {*chinese, *({pinyin[:3]} if pinyin else ())}
    words = [_DIGRAPHS.sub(lambda match: match.group()[0], word.translate(_PLAIN)) for word in words_of(name)]
    return {word[:3] for word in [*words, "".join(words)]}


def year_suffix(printed: str, year: int | None) -> str:
    """The letter after an entry's year (`2019a`), or nothing; the year is the one given or the first with a letter."""
    found = [letter for digits, letter in _YEAR.findall(printed) if letter and (year is None or int(digits) == year)]
    if found:
        return str(found[0])
    undated = re.search(r"(?:n\.\s?d\.|in press)[-–]?([a-z])\b", printed, re.IGNORECASE)
    return undated.group(1) if undated else ""


@lru_cache(maxsize=65536)
def words_of(text: str) -> tuple[str, ...]:
    """Words without case, accents and punctuation; hyphens and apostrophes join."""
    plain = unicodedata.normalize("NFD", re.sub("[’'ʼ‘`´′‐‑–-]", "", unicodedata.normalize("NFKC", text).casefold()))
    words = re.findall(rf"[{CJK}]+|[^\W\d_{CJK}]+", "".join(c for c in plain if not unicodedata.combining(c)))
    return tuple(_american(word) for word in words)


def _american(word: str) -> str:
    for pattern, american in _BRITISH if len(word) >= 5 else ():
        word = pattern.sub(american, word)
    return word


@lru_cache(maxsize=262144)
def fit(printed: str, author: str) -> int:
    """How well a printed family or group name fits an author's: EXACT, PART, SOUND, or 0 where it does not."""
    if _CJK.search(printed) and _CJK.search(author):
        return _fit_chinese(printed, author)
    if _CJK.search(author):
        return SOUND if is_written_in_pinyin(printed, author) else 0
    if _CJK.search(printed):
        return SOUND if is_written_in_pinyin(author, printed) else 0
    mine, theirs = words_of(printed), words_of(author)
    if not mine or not theirs:
        return 0
    if "".join(mine) == "".join(theirs):
        return EXACT
    if same_family(printed, author):
        particles = mine[-1] == theirs[-1] and len(mine) != len(theirs)
        return PART if particles or len(mine) != len(theirs) else EXACT
    if _is_group_name(printed) or _is_group_name(author):
        return _fit_group(mine, theirs, printed, author)
    return PART if len(mine) > 1 and same_family(_last_word(printed), author) else 0


def _last_word(printed: str) -> str:
    return re.split(r"[\s]+", printed.strip())[-1]


def _is_group_name(name: str) -> bool:
    return is_group(Author(family=name)) or len(name.split()) >= 3


def _fit_group(mine: Sequence[str], theirs: Sequence[str], printed: str, author: str) -> int:
    if same_group(printed, author):
        return EXACT
    short, long = (mine, theirs) if len(mine) < len(theirs) else (theirs, mine)
    initials = "".join(word[0] for word in long if word not in _SMALL)
    if len(short) == 1 and len(short[0]) >= 3 and (short[0] in initials) and len(long) >= 2:
        return PART if short[0] != initials else EXACT
    bare_short, bare_long = ([word for word in words if word not in _PART_LEADS] for words in (short, long))
    return PART if len(bare_short) >= 2 and bare_long[: len(bare_short)] == bare_short else 0


def _fit_chinese(printed: str, author: str) -> int:
    mine, theirs = ("".join(_CJK.findall(name)) for name in (printed, author))
    if mine == theirs:
        return EXACT
    if len(theirs) >= 2 and mine.endswith(theirs) and (surname_of(theirs) or len(theirs) >= 4):
        return PART  # running text before the name was taken for a part of it
    if len(mine) >= 3 and (theirs.startswith(mine) or theirs.endswith(mine)) and len(theirs) > 4:
        return PART
    return PART if len(mine) == 1 and theirs.startswith(mine) else 0


def fit_head(printed: str, head: Sequence[str]) -> int:
    """How well a printed name fits the beginning of an entry whose authors were not parsed."""
    words = words_of(printed)
    if not words or not head:
        return 0
    if _CJK.search(printed):
        return _fit_chinese(printed, head[0])
    if head[: len(words)] == words or "".join(words) == head[0]:
        return EXACT
    if len(words) == 1 and len(words[0]) >= 3 and words[0].isalpha():
        for size in range(2, 12):
            initials = "".join(word[0] for word in head[:size] if word not in _SMALL)
            if initials == words[0] and printed.isupper():
                return EXACT
    return PART if len(words) > 1 and words[-1] == head[0] else 0
