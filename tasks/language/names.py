"""Personal and group names: are two printings of a name the same person's? (decisions 1.8, 1.9)

Family names are compared, as registries give given names in every form. What cannot be decided (Chinese characters
against a spelling that is no pinyin, a person against a group) is None, and None never counts against anybody.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from state.lookup import Author
from tasks.language.pinyin import same_surname

_LETTERS = str.maketrans({
    "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ŋ": "n", "ħ": "h", "ŧ": "t",
    "'": "", "’": "", "‘": "", "ʼ": "", "`": "", "´": "", "ʻ": "", "ʿ": "", "ʾ": "",
})  # fmt: skip
_TRANSLITERATED = {
    "ä": ("a", "ae"), "ö": ("o", "oe"), "ü": ("u", "ue"), "ø": ("o", "oe"), "å": ("a", "aa"),
    "æ": ("ae", "a"), "œ": ("oe", "o"),
}  # fmt: skip
_PARTICLE_WORDS = (
    "von vom van der den ter ten te de del della dela di da do dos das du des la le las los el al af av zu zum zur y e"
    " bin ibn ben st"
)
_PARTICLES = frozenset(_PARTICLE_WORDS.split())
_SUFFIX_WORDS = "jr sr junior senior ii iii iv phd md"
_SUFFIXES = frozenset(_SUFFIX_WORDS.split())
_HOMONYM = re.compile(r"\s+0\d{3}$")
_GROUP_WORDS = re.compile(
    r"\b(?:group|consort\w*|committee|collaborat\w*|organi[sz]ation|network|investigators|initiative|institut\w*"
    r"|association|society|council|team|panel|federation|foundation|agency|ministry|department|centre|center|centers"
    r"|university|commission|project|trialists|working|study|survey|academy|college|bureau|office|board|union)\b",
    re.IGNORECASE,
)
_GROUP_CHINESE = re.compile(r"(?:组|会|委员会|协会|学会|中心|局|部|院|联盟|协作|机构|大学|医院)$")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U0003134f]")
_ET_AL = re.compile(r"^(?:et\s+al\.?|others?|and others|等)$", re.IGNORECASE)
_COMPOUND_NAMES = "欧阳 司马 上官 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯 端木 南宫 歐陽 東方 諸葛 尉遲 公孫 司徒"
_COMPOUND_SURNAMES = frozenset(_COMPOUND_NAMES.split())


def _tokens(name: str) -> list[str]:
    """Lower-case words of a name with accents still on; DBLP's homonym number, suffixes and punctuation are out."""
    text = unicodedata.normalize("NFKC", _HOMONYM.sub("", name.strip())).casefold()
    text = unicodedata.normalize("NFC", text).translate(_LETTERS)
    words = "".join(c if c.isalpha() or unicodedata.category(c) == "Mn" else " " for c in text).split()
    return [w for w in words if w not in _SUFFIXES] or words


def _plain(word: str) -> str:
    """`word` without combining marks."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


@lru_cache(maxsize=65536)
def _spellings(word: str) -> frozenset[str]:
    """Every ASCII spelling of a word: `müller` → `muller`, `mueller`. At most 64."""
    choices = [_TRANSLITERATED.get(c, (_plain(c),)) for c in word]
    spelled = {""}
    for options in choices:
        spelled = {head + tail for head, tail in product(spelled, options)}
        if len(spelled) > 64:
            return frozenset({_plain(word)})
    return frozenset(spelled)


def fold_name(name: str) -> str:
    """A name as one lower-case word without accents, particles, hyphens and spaces: for sorting and grouping."""
    return "".join(_plain(w) for w in _without_particles(_tokens(name)))


def _without_particles(words: list[str]) -> list[str]:
    return [w for w in words if _plain(w) not in _PARTICLES] or words


def _same_words(a: Sequence[str], b: Sequence[str]) -> bool:
    """Do the words, run together, have a spelling in common?"""
    return not _spellings("".join(a)).isdisjoint(_spellings("".join(b)))


def _script(name: str) -> str:
    if _CJK.search(name):
        return "cjk"
    for c in name:
        if c.isalpha():
            return unicodedata.name(c, "LATIN").split()[0]
    return ""


@lru_cache(maxsize=65536)
def same_family(a: str, b: str) -> bool | None:
    """True where two family names are one: case, accents and their transliterations, hyphens, apostrophes and particles
    aside; a double name may be given by one half. None where the scripts differ or a name is empty: undecidable."""
    first, second = _tokens(a), _tokens(b)
    if not first or not second:
        return None
    if _script(a) != _script(b):
        return None
    if _same_words(first, second):
        return True
    bare_a, bare_b = _without_particles(first), _without_particles(second)
    if _same_words(bare_a, bare_b):
        return True
    run_a, run_b = "".join(_plain(w) for w in first), "".join(_plain(w) for w in second)
    if any(_attached(long, short) for long, short in ((run_a, run_b), (run_b, run_a))):
        return True
    short, long = sorted((bare_a, bare_b), key=len)
    if len(short) == len(long) or len("".join(short)) < 3:
        return False
    return _same_words(short, long[: len(short)]) or _same_words(short, long[-len(short) :])


def _attached(long: str, short: str) -> bool:
    """A particle written onto the name: `dela cruz`, `Vandenberg`, `delacruz` against `cruz`."""
    head = long.removesuffix(short)
    if head == long or len(short) < 4:
        return False
    return any(head == "".join(p) for n in (1, 2) for p in product(_PARTICLES, repeat=n)) if len(head) <= 8 else False


def is_et_al(name: str) -> bool:
    """Does `name` say that the list is cut: `et al.`, `others`, `等`?"""
    return bool(_ET_AL.match(name.strip()))


def is_group(author: Author) -> bool:
    """Is this a consortium, committee or organisation rather than a person?"""
    if author.given:
        return False
    name = author.family
    return bool(_GROUP_WORDS.search(name) or _GROUP_CHINESE.search(name)) or _is_acronym(name)


def _is_acronym(name: str) -> bool:
    return name.isalpha() and name.isascii() and name.isupper() and 3 <= len(name) <= 8


def same_group(a: str, b: str) -> bool:
    """Are two group names one? Equal words, or one the initials of the other (`WHO`)."""
    first, second = _tokens(a), _tokens(b)
    if not first or not second:
        return False
    drop = {"the", "of", "for", "and", "on", "in"}
    words_a, words_b = [w for w in first if w not in drop], [w for w in second if w not in drop]
    if words_a == words_b:
        return True
    if len(words_a) == 1 or len(words_b) == 1:
        short, long = sorted((words_a, words_b), key=len)
        if short and short[0] == "".join(w[0] for w in long) and len(short[0]) >= 3:
            return True
    few, many = sorted((set(words_a), set(words_b)), key=len)
    return len(few) >= 2 and few <= many


def same_author(a: Author, b: Author) -> bool | None:
    """Do two printings name one person (or group)? Family and given name may have changed places, as they do in Chinese
    names; an unsplit name is compared word by word. None where it cannot be decided."""
    if is_group(a) or is_group(b):
        if is_group(a) and is_group(b):
            return same_group(a.family, b.family)
        return True if same_family(a.family, b.family) else None
    verdict = same_family(a.family, b.family)
    if verdict:
        return True
    whole_a, whole_b = f"{a.family} {a.given or ''}", f"{b.family} {b.given or ''}"
    if verdict is None:
        return _same_across_scripts(whole_a, whole_b)
    if _CJK.search(a.family):
        return _same_chinese(a, b)
    return _same_swapped(a, b)


def _same_swapped(a: Author, b: Author) -> bool:
    """`Wang, Wei` against `Wei, Wang`; `Wang Wei` unsplit against either; initials may stand for given names."""
    names_a, names_b = _tokens(f"{a.family} {a.given or ''}"), _tokens(f"{b.family} {b.given or ''}")
    if sorted(map(_plain, names_a)) == sorted(map(_plain, names_b)):
        return True
    if a.given and b.given:
        return (same_family(a.family, b.given) is True and same_family(a.given, b.family) is True) or any(
            same_family(x.given or "", y.family) is True and _are_initials(x.family, y.given or "")
            for x, y in ((a, b), (b, a))
        )
    if not a.given and not b.given and len(names_a) > 1 and len(names_b) > 1:
        return _same_words(names_a[-1:], names_b[-1:]) or _same_words(names_a[:1], names_b[:1])
    unsplit, split = (a, b) if not a.given else (b, a)
    words = _tokens(unsplit.family)
    return len(words) > 1 and any(same_family(word, split.family) for word in words if len(word) > 1)


def _are_initials(text: str, given: str) -> bool:
    """Is `text` (`IM`, `I. M.`) the initials of `given`: a name split at the wrong end?"""
    letters = "".join(c for c in text if c.isalpha())
    return letters.isupper() and len(letters) <= 4 and letters[0] == given.strip()[:1].upper()


def _same_chinese(a: Author, b: Author) -> bool:
    """Chinese names are one when their characters are, however split; a surname alone agrees with its bearer."""
    whole_a, whole_b = ("".join(_tokens(f"{x.family}{x.given or ''}")) for x in (a, b))
    if whole_a == whole_b or whole_a == "".join(_tokens(f"{b.given or ''}{b.family}")):
        return True
    short, long = sorted((whole_a, whole_b), key=len)
    surname = long[:2] if long[:2] in _COMPOUND_SURNAMES else long[:1]
    return short == surname


def _same_across_scripts(a: str, b: str) -> bool | None:
    """A name given in both scripts (`Wang Wei 王伟`) can still be compared, and a Chinese surname with its pinyin;
    otherwise None."""
    latin_a, latin_b = (re.sub(_CJK, " ", x) for x in (a, b))
    if _tokens(latin_a) and _tokens(latin_b):
        return True if set(_tokens(latin_a)) & set(_tokens(latin_b)) else None
    chinese_a, chinese_b = ("".join(_CJK.findall(x)) for x in (a, b))
    if chinese_a and chinese_b:
        return True if chinese_a == chinese_b else None
    if chinese_a and not _tokens(latin_a):
        return same_surname(chinese_a, b)
    if chinese_b and not _tokens(latin_b):
        return same_surname(chinese_b, a)
    return None


def same_first_author(printed: Sequence[Author], recorded: Sequence[Author]) -> bool | None:
    """Is the first printed author the first recorded one? None where either side gives none, or it cannot be decided.

    A group among the recorded authors may have been printed first, and a person printed where the registry puts the
    group first; both agree.
    """
    first = next((a for a in printed if not is_et_al(a.family)), None)
    others = [a for a in recorded if not is_et_al(a.family)]
    if first is None or not others:
        return None
    verdict = same_author(first, others[0])
    if verdict:
        return True
    if is_group(first):
        return True if any(is_group(o) and same_group(first.family, o.family) for o in others) else verdict
    if is_group(others[0]):
        persons = [o for o in others if not is_group(o)]
        return same_author(first, persons[0]) if persons else None
    return verdict
