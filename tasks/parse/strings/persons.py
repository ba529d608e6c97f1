"""The names at the beginning of an entry, taken apart: family and given names, bodies whole, in every common style.

`Smith JA, Jones K` · `Smith, J. A., & Jones, K.` · `J. A. Smith and K. Jones` · `Smith, John, and Karen Jones` ·
`王伟, 李明, 等`.
Whoever cannot be told apart surely ends the list: the names before are kept, and the list is not complete.
"""

import re
from dataclasses import dataclass

from state.lookup import Author
from tasks.language.names import is_group
from tasks.language.scripts import CJK, fold_width

MOST_PERSONS = 500
_ET_AL = re.compile(
    r"[,;]?\s*(?:\b(?:and|&|et)\s+)?(?:\[?\(?\bet\.?\s?al\b\.?\)?\]?|\band\s+others\b|\bu\.\s?a\.|\bothers\b|\.\.\.|…|"
    rf"[,，、]?\s*等(?:人|著|编)?(?![{CJK}]))\s*"
)
_EDITOR_MARK = re.compile(
    r"[,，]?\s*[(（\[]?\s*(?:\b(?:eds?|edited\s+by|editors?|hrsg|hgg?|herausgeber|éds?|dir|coords?|orgs?)\b\.?|主编|编著?)\s*[)）\]]?",
    re.IGNORECASE,
)
_EDITORS = re.compile(
    r"[(\[]\s*(?:[Ee]ds?|[Ee]ditors?|[Hh]rsg|[Hh]gg?|[Éé]ds?|[Cc]oords?|[Oo]rgs?)\b\.?\s*[)\]]|\b(?:[Ee]ditors?|[Ee]ds|Hrsg|Hgg?)\b|,\s*ed\."
    r"|\b[Ee]dited\s+by\b|主编"
)
_ROLE_BEFORE = re.compile(r"^\s*(?:[Ii]n|[Bb]y|[Ee]dited\s+by|[Ee]d(?:s|itors?)?\.?\s+by|[Ee]ds?\.)\s*[:：]?\s+")
_SEPARATOR = re.compile(
    r"\s*[;；、]\s*(?:and\s+|&\s*)?|\s*[,，]\s*(?:and\s+|&\s*|und\s+|et\s+|y\s+)?|\s+(?:and|&|und|et|y|e)\s+|\s*&\s*|\s+/\s+"
)
_BLOCK = re.compile(
    r"[A-Z\u00c0-\u00de]{1,4}\.?|[A-Z](?:-[A-Z])+|(?:[A-Z]\.-?){1,4}[A-Z]?|[A-Z]\.?-[a-z]\.|[A-Z][a-z]\."
)
"""One block of initials: `JA`, `J.A.`, `J.-P.`, `Yu.`"""
_SUFFIX = re.compile(r"(?:Jr|Sr|2nd|3rd|II|III|IV)\.?")
_PARTICLE_WORDS = (
    "van von vom der den de del della dela di da do dos das du des la le las los el al ter ten te zu zur af av bin ibn"
    " ben st st. d' 't op in"
)
_PARTICLES = frozenset(_PARTICLE_WORDS.split())
_CHINESE = re.compile(rf"[{CJK}·\s]+")
_NOTE_MARKS = re.compile(r"\s?[*†‡§¶#]")
_BRACKETED = re.compile(r"\s\(((?:[A-Z][a-z]?\.[\s-]?){1,4})\)?")
"""`ALY (M.I.)`: initials in brackets, as French lists print them."""
_COMPANY = re.compile(
    r"\b(?:Corporation|Corp|Inc|Ltd|LLC|GmbH|Company|Task\s?[Ff]orce|News|Times|Weekly|Government|Parliament|Nations|Forum|"
    r"Library|Museum|Service|Bank|Minist[eè]re|Minist[eé]rio)\b"
)
_ON_BEHALF = re.compile(r"^(?:on\s+behalf\s+of|for)\s+(?:the\s+)?", re.IGNORECASE)
_NAMES_PERSONS = re.compile(r"[;；]|[,，、]\s*[A-Z]\.|\s[A-Z]{1,2}(?:,|$)")
_BODY_WORDS = re.compile(r"\b(?:of|for|the|on|und|für)\b|^(?:U\.?S\.?|UN)\s")


@dataclass(frozen=True, slots=True)
class Persons:
    """Who is named, in order, and whether nobody is missing."""

    authors: tuple[Author, ...]
    complete: bool
    """False where the entry says `et al.` or 等, or where a name could not be told apart."""


def read_persons(printed: str) -> Persons:
    """The persons and bodies a part of an entry names. Marks of editors (`(Eds.)`) are no part of a name."""
    text = _ROLE_BEFORE.sub("", _NOTE_MARKS.sub("", fold_width(" ".join(printed.split()))))
    text = _BRACKETED.sub(r", \1", text)
    text = _EDITOR_MARK.sub(" ", text)
    whole = _ET_AL.split(text, maxsplit=1)
    text = re.sub(r"\.?\s+\.", ".", whole[0]).strip(" ,;:&/([")
    if body := _body(text):
        return Persons((body,), len(whole) == 1)
    reader = _Reader(_atoms(text))
    return Persons(tuple(reader.found), reader.sure and len(whole) == 1 and bool(reader.found))


def marks_editors(printed: str) -> bool:
    """Whether a part of an entry says that the persons it names are editors."""
    return bool(_EDITORS.search(fold_width(printed)))


def _body(text: str) -> Author | None:
    """A body that is named alone, its own commas and conjunctions included (`Department of Health, Education, and
    Welfare`)."""
    name = text.strip(" .,;:")
    if not name or _NAMES_PERSONS.search(name):
        return None
    if first := re.match(r"[^,，、]+(?=[,，、])", name):
        return Author(family=name) if _BODY_WORDS.search(first.group()) else None
    if _COMPANY.search(name) and " " in name and not re.search(r"\b(?:and|&)\s[A-Z]\.", name):
        return Author(family=name)
    if is_group(Author(family=name)):
        chinese = _CHINESE.fullmatch(name)
        long = len(name) > 4 if chinese else len(name.split()) > 2 or name.isupper()
        return Author(family=name) if long else None
    return None


@dataclass(frozen=True, slots=True)
class _Atom:
    text: str
    comma: bool
    """Whether a comma, and nothing else, separates it from the atom before."""
    strong: bool
    """Whether a semicolon does."""


def _atoms(text: str) -> list[_Atom]:
    atoms: list[_Atom] = []
    end, mark = 0, ""
    for found in _SEPARATOR.finditer(text):
        if piece := text[end : found.start()].strip():
            atoms.append(_Atom(piece, mark.strip() in (",", "，"), bool(re.match(r"\s*[;；]", mark))))
            mark = ""
        mark = mark + found.group() if not text[end : found.start()].strip() else found.group()
        end = found.end()
    if piece := text[end:].strip():
        atoms.append(_Atom(piece, mark.strip() in (",", "，"), bool(re.match(r"\s*[;；]", mark))))
    return atoms[: 2 * MOST_PERSONS]


class _Reader:
    """Reads atoms into persons until one cannot be told apart."""

    def __init__(self, atoms: list[_Atom]) -> None:
        self.atoms = atoms
        self.found: list[Author] = []
        self.sure = True
        n = 0
        while n < len(atoms) and self.sure:
            n += self._read(n)
        self.sure = self.sure and n >= len(atoms)

    def _read(self, n: int) -> int:
        """Reads one person at atom `n`; the number of atoms taken."""
        text = self.atoms[n].text.strip(" :")
        if _SUFFIX.fullmatch(text) and self.found and n:
            self._suffix(text)
            return 1
        if _CHINESE.fullmatch(text.rstrip(".")):
            return self._chinese(text.rstrip("."))
        words = text.split()
        if text.isupper() and all(_is_name_word(word) for word in words) and (taken := self._inverted(n, words)):
            return taken  # FREUD, Sigmund is no acronym
        behalf = _ON_BEHALF.sub("", text)
        if (
            is_group(Author(family=behalf))
            and (len(behalf.split()) > 2 or behalf != text or behalf.isupper())
            and not _is_person(text)
        ):
            self.found.append(Author(family=behalf.rstrip(".")))
            return 1
        if not all(_is_name_word(word) for word in words) or len(words) > 7:
            self.sure = False
            return 1
        return self._inverted(n, words) or self._blocks(words) or self._natural(words)

    def _chinese(self, text: str) -> int:
        names = text.split()
        if len(names) > 1 and all(len(name) == 1 for name in names):
            names = ["".join(names)]  # 王 伟: spread to the width of three characters
        elif len(names) == 2 and len(names[0]) == 1:
            names = ["".join(names)]
        self.found += [Author(family=name) for name in names]
        return 1

    def _suffix(self, text: str) -> None:
        last = self.found[-1]
        self.found[-1] = Author(family=last.family, given=f"{last.given}, {text}" if last.given else None)

    def _inverted(self, n: int, words: list[str]) -> int:
        """`Smith, J. A.` · `van der Berg, Karen M.`: a family name, a comma, given names; 0 where it is not that."""
        suffix = ""
        if len(words) > 1 and _SUFFIX.fullmatch(words[-1]):
            suffix, words = words[-1], words[:-1]
        family = " ".join(words)
        if n + 1 >= len(self.atoms) or not self.atoms[n + 1].comma or not _is_family(words):
            return 0
        after = self.atoms[n + 1].text
        given = after.split()
        if _SUFFIX.fullmatch(given[-1]) and len(given) > 1:
            suffix, given = given[-1], given[:-1]
        initials = _are_initials(given)
        if not initials and not self._spelled(n, given):
            return 0
        name = " ".join(given).strip(" ,")
        name = name if initials else name.rstrip(".") if not re.search(r"\b[A-Z]\.$", name) else name
        self.found.append(Author(family=family, given=f"{name}, {suffix}" if suffix else name))
        return 2

    def _spelled(self, n: int, given: list[str]) -> bool:
        """Whether the atom behind a family name can be its given names spelled out: for the first person, or where
        semicolons keep the persons apart, or everybody is turned round."""
        while len(given) > 1 and given[-1].islower() and _is_particle(given[-1]):
            given = given[:-1]  # Andrade, Mário de
        if not 1 <= len(given) <= 3 or not all(word[:1].isupper() for word in given):
            return False
        if any(_is_particle(word) or not _is_name_word(word) for word in given) or _SUFFIX.fullmatch(given[0]):
            return False
        if any(re.fullmatch(r"[^\W\d_]{4,}\.", word) for word in given[:-1]):
            return False  # Bramwell, Anna. Blood and Soil
        family = [w for w in self.atoms[n].text.split() if not (_is_particle(w) or _SUFFIX.fullmatch(w))]
        spelled = [word for word in given if not _BLOCK.fullmatch(word)]
        if (
            (len(family) > 1 and _BLOCK.fullmatch(family[-1]))
            or not spelled
            or _BLOCK.fullmatch(given[0])
            or len(family) > 2
        ):
            return False
        if len(family) == 2 and len(spelled) > 1:
            return False  # John Smith, Karen Jones
        if len(family) == 1 and len(self.atoms) > 2 and all(len(atom.text.split()) == 1 for atom in self.atoms[:3]):
            return (
                self.atoms[n].strong
                or (n > 0 and not self.atoms[n].comma)
                or (n + 2 < len(self.atoms) and (self.atoms[n + 2].strong or not self.atoms[n + 2].comma))
            )
        kept_apart = n + 2 >= len(self.atoms) or self.atoms[n + 2].strong or not self.atoms[n + 2].comma
        return n == 0 or self.atoms[n].strong or (kept_apart and len(family) == 1)

    def _blocks(self, words: list[str]) -> int:
        """`Smith JA` and `J. A. Smith`: one name with initials behind or before it."""
        suffix = ""
        if len(words) > 2 and _SUFFIX.fullmatch(words[-1]) and not _BLOCK.fullmatch(words[0]):
            suffix, words = words[-1], words[:-1]
        tail = len(words)
        while tail > 1 and _BLOCK.fullmatch(words[tail - 1].rstrip(",")):
            tail -= 1
        if tail < len(words) and _is_family(words[:tail]):
            given = " ".join(words[tail:])
            given = given[:-1] if given.find(".") == len(given) - 1 else given  # the full stop behind the names
            return self._person(words[:tail], [given], suffix.rstrip("."))
        words = _apart(words)
        head = 0
        while (
            head < len(words) - 1
            and _BLOCK.fullmatch(words[head])
            and not (head and words[head].isupper() and len(words[head]) > 3)
        ):
            head += 1
        if head and _is_family(words[head:]) and ("." in words[0] or len(words[0]) <= 2):
            return self._person(words[head:], words[:head], suffix)
        return 0

    def _natural(self, words: list[str]) -> int:
        """`Karen M. van der Berg`; a single name where it stands alone, as `Plato` does."""
        suffix = ""
        if len(words) > 2 and _SUFFIX.fullmatch(words[-1]):
            suffix, words = words[-1], words[:-1]
        if len(words) == 1:
            self.sure = len(self.atoms) == 1 or (len(self.atoms) == 2 and not self.atoms[1].comma)
            if self.sure and _is_family(words):
                self.found.append(Author(family=words[0].rstrip(".")))
            else:
                self.sure = False
            return 1
        start = len(words) - 1
        while start > 1 and _is_particle(words[start - 1]):
            start -= 1
        if (
            len(words) > 5
            or not _is_family(words[start:])
            or any(re.fullmatch(r"[^\W\d_]{4,}\.", w) for w in words[:-1])
        ):
            self.sure = False
            return 1
        return self._person(words[start:], words[:start], suffix)

    def _person(self, family: list[str], given: list[str], suffix: str) -> int:
        name = " ".join(given).strip(" ,")
        self.found.append(Author(family=" ".join(family).rstrip(".,"), given=f"{name}, {suffix}" if suffix else name))
        return 1


def _apart(words: list[str]) -> list[str]:
    """`J.A.Smith` as `J.A.` and `Smith`."""
    glued = re.match(r"((?:[A-Z]\.-?)+)([A-Z][^\W\d_][\w'’\-]+)$", words[0])
    return [glued.group(1), glued.group(2), *words[1:]] if glued else words


def _is_person(text: str) -> bool:
    return bool(re.search(r"(?:^|\s)(?:[A-Z]\.|[A-Z]{1,2}$)", text)) and len(text.split()) <= 4


def _is_name_word(word: str) -> bool:
    bare = word.strip("().,'’‘\"“”-").replace("ˇ", "")
    return (
        bool(bare)
        and not any(char in ":!?&=" for char in word)
        and (bare[0].isupper() or _is_particle(word) or bare[:2] in ("d'", "d’", "al", "el"))
        and not any(c.isdigit() for c in bare)
    )


def _is_particle(word: str) -> bool:
    return word.lower() in _PARTICLES and (
        word.islower()
        or word
        in (
            "Van",
            "Von",
            "De",
            "Del",
            "Della",
            "Di",
            "La",
            "Le",
            "El",
            "Al",
            "St.",
            "St",
            "Da",
            "Dos",
            "Du",
            "Ter",
            "Ten",
        )
    )


def _is_family(words: list[str]) -> bool:
    """Whether words can be one family name: particles, then one to three words that are no initials."""
    bare = [word for word in words if not _is_particle(word)] or words[-1:]
    return 1 <= len(bare) <= 3 and all(
        _is_name_word(word) and sum(c.isalpha() for c in word) >= 2 and not re.search(r"[.:!?()]", word.rstrip("."))
        for word in bare
    )


def _are_initials(words: list[str]) -> bool:
    return (
        bool(words)
        and len(words) <= 6
        and all(_BLOCK.fullmatch(word) or word in ("de", "van", "von", "der", "den") for word in words)
        and bool(_BLOCK.fullmatch(words[0]))
    )
