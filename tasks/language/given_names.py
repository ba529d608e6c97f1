"""Given names and initials: do two of them contradict each other? (decisions 1.8)"""

import re
import unicodedata
from difflib import SequenceMatcher

from state.lookup import Author

_NICKNAMES = (
    "william bill will billy liam|robert bob rob bert bobby|richard dick rick rich|margaret peggy maggie meg greta"
    "|edward ted ed ned eddie|john jack johnny jon|anthony tony|catherine kate katherine cathy kathy katie"
    "|elizabeth liz beth betty eliza lisa|james jim jimmy jamie|alexander sasha alex sandy xander|henry harry hank"
    "|charles chuck charlie|francis frank|joseph joe jose sepp|michael mike mick misha|dmitry dima mitya|eugene gene"
    "|gerald jerry|lawrence larry|patrick paddy|theodore ted|vladimir volodya vova|yevgeny eugene|nicholas nick kolya"
    "|leonard len|andrew andy drew|antonio toni|ronald ron|zachary zach|rebecca becky|susan sue"
)
_NICKNAME_GROUPS = tuple(frozenset(group.split()) for group in _NICKNAMES.split("|"))
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]")
_FULL = 3
"""Letters from which on a given name is written out."""
_INITIALS = 5
"""Letters of the longest word that is taken for initials, having several capitals."""
_INTERCHANGED = tuple(map(frozenset, ("eijy", "ck", "vw", "gh", "ao", "kx", "hx")))
"""First letters of one name in two transliterations: Yuri and Iurii, Evgeny and Yevgeny, Viktor and Wiktor, Galina and
Halyna, Xiaoling and Hsiao-ling."""
_LETTERS = str.maketrans({"ß": "ss", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ı": "i"})


def given_names_agree(a: Author, b: Author) -> bool | None:
    """False where initials or given names contradict each other (`Smith J` and `Smith, Alice`); True where they agree;
    None where either has none, or their scripts differ.

    An initial agrees with every name it begins, a shorter row of initials with a longer one it is contained in, and a
    nickname of a short list with its name. Two names written out must begin alike or be spelt alike.
    """
    if not a.given or not b.given or _CJK.search(a.given + b.given + a.family + b.family):
        return None
    if _contained(a.given, b.family) or _contained(b.given, a.family):
        return True  # given and family name have changed places
    readings = [_agree(one, other) for one in _readings(a.given, a.family) for other in _readings(b.given, b.family)]
    return True if True in readings else None if None in readings else False


def may_be_transliterated(a: Author, b: Author) -> bool:
    """Can given names that contradict each other be one name in two transliterations, as far as their first letters
    say (`Ivanova, Y.` and `Ivanova, Julia`)?"""
    letters = {name[0] for author in (a, b) for name in _names(author.given or "")[:1]}
    return len(letters) == 2 and any(letters <= group for group in _INTERCHANGED)


def _agree(one: list[str], other: list[str]) -> bool | None:
    if not one or not other:
        return None
    if not all(n.isascii() for n in (*one, *other)):
        return None
    initials_a, initials_b = ("".join(n[0] for n in names) for names in (one, other))
    if _is_subsequence(initials_a, initials_b) or _is_subsequence(initials_b, initials_a):
        return _written_out_agree(one, other)
    if any(x in group and y in group for group in _NICKNAME_GROUPS for x in one for y in other):
        return True
    joined_a, joined_b = "".join(one), "".join(other)
    if joined_a[0] == joined_b[0] and min(len(one), len(other)) == 1:
        # `Xiaoming` is both X. and X.M.; `Jean-Luc` both J. and J.L.
        return True
    return bool(len(joined_a) >= _FULL and len(joined_b) >= _FULL and _alike(joined_a, joined_b) >= 0.75)


def _contained(given: str, family: str) -> bool:
    ours, theirs = set(_names(given)), set(_names(family))
    return bool(ours & theirs) and all(len(n) > 1 for n in ours & theirs)


def _readings(given: str, family: str) -> list[list[str]]:
    """The given names; two readings where capitals may be initials or, in an entry all in capitals, a name (`EVA`)."""
    readings = [_names(given)]
    if family.isupper() and given.isupper() and any(len(w) > 1 for w in given.replace(".", " ").split()):
        readings.append(_names(given.title()))
    return readings


def _names(text: str) -> list[str]:
    """Words of a given name in lower-case ASCII as far as they have such; `JM`, `J.M.` and `PDdM` are initials."""
    folded = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    bare = "".join(c for c in folded if not unicodedata.combining(c))
    names: list[str] = []
    for word in re.findall(r"[^\W\d_]+", bare.replace("'", "").replace("’", "")):
        capitals = [c.lower() for c in word if c.isupper()]
        if len(capitals) > 1 and len(word) <= _INITIALS:
            names += capitals
        else:
            names.append(word.lower())
    return names


def _is_subsequence(short: str, long: str) -> bool:
    letters = iter(long)
    return all(c in letters for c in short)


def _written_out_agree(one: list[str], other: list[str]) -> bool:
    """Do the first names that are written out on both sides, under one initial, look alike?"""
    first, second = one[0], other[0]
    if first[0] != second[0] or len(first) < _FULL or len(second) < _FULL:
        return True
    if first.startswith(second) or second.startswith(first):
        return True
    if any(first in group and second in group for group in _NICKNAME_GROUPS):
        return True
    whole_a, whole_b = "".join(one), "".join(other)
    if whole_a.startswith(whole_b) or whole_b.startswith(whole_a):
        return True
    return max(_alike(first, second), _alike(whole_a, whole_b)) >= 0.5


def _alike(a: str, b: str) -> float:
    return SequenceMatcher(None, a, b, autojunk=False).ratio()
