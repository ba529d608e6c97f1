"""What a tagger is told of each token of an entry: its form, its neighbours, and where in the entry it stands.

A word counts as itself only where it is in `words`, those frequent enough in the training data to belong to the
language of references; whole strings are never learned.
"""

import re
from collections.abc import Sequence, Set

from tasks.parse.strings.chunks import Chunk, chunks
from tasks.parse.strings.gazetteers import classes_of
from tasks.parse.strings.tokens import Token

_EDGES = " \t.,;:!?()[]{}<>\"'“”‘’«»„…*`´_"
_YEAR = re.compile(r"(?:1[4-9]|20)\d\d[a-z]?")
_PAGES = re.compile(r"[A-Za-z]{0,2}\d+[–—\-‐−~]+[A-Za-z]{0,2}\d+")
_VOLUME = re.compile(r"\d+\s?[(]\w+([–\-/]\w+)?[)]")
_ROMAN = re.compile(r"[IVXLC]+|[ivxlc]{2,}")
_INITIALS = re.compile(r"(?:[A-Z]\.-?){1,4}|[A-Z]\.?(?:-[A-Z]\.?)?")
_CAPITALS = re.compile(r"[A-Z\u00c0-\u00de]{1,3}")
_CJK_RUN = re.compile("[\u3400-\u9fff]")


def features(tokens: Sequence[Token], words: Set[str]) -> list[list[str]]:
    """One list of feature names per token, in order. Pure: the same tokens give the same features."""
    forms = [_Form(token.text, words) for token in tokens]
    places = _places(tokens, forms)
    return [_around(forms, n) + places[n] for n in range(len(forms))]


def bare_word(text: str) -> str:
    """A token as a word: in lower case, without the marks around it."""
    return text.strip(_EDGES).lower()


class _Form:
    """The form of one token: everything that is known of it without its neighbours."""

    __slots__ = ("bare", "close", "front", "kind", "lower", "own", "shape", "text", "word")

    def __init__(self, text: str, words: Set[str]) -> None:
        self.text = text
        self.bare = text.strip(_EDGES)
        self.lower = self.bare.lower()
        self.word = self.lower if self.lower in words else ""
        self.shape = _shape(self.bare)
        self.kind = _kind(self.bare, text)
        self.front = _marks(text[: len(text) - len(text.lstrip(_EDGES))], 2)
        self.close = _marks(text[len(text.rstrip(_EDGES)) :], 3) if self.bare else _marks(text, 3)
        self.own = self._own()

    def _own(self) -> list[str]:
        found = [f"s={self.shape}", f"k={self.kind}", f"<{self.front}", f">{self.close}", f"ks={self.kind}{self.close}"]
        found.append(f"fc={self.front}|{self.kind}|{self.close}")
        if self.word:
            found += [f"w={self.word}", f"wc={self.word}{self.close}"]
        if self.bare.isalpha():
            found += [
                f"p3={self.lower[:3]}",
                f"x2={self.lower[-2:]}",
                f"x3={self.lower[-3:]}",
                f"l={min(len(self.bare), 12)}",
            ]
        elif self.bare.isdigit():
            found.append(f"d={len(self.bare)}")
        if "-" in self.bare[1:-1]:
            found.append("hyphen")
        found += [f"c={name}" for name in classes_of(self.lower)]
        return found


def _shape(bare: str) -> str:
    out: list[str] = []
    for char in bare[:24]:
        if char.isdigit():
            sign = "9"
        elif char.isupper():
            sign = "X"
        elif _CJK_RUN.match(char):
            sign = "字"
        elif char.isalpha():
            sign = "x"
        else:
            sign = "-" if char in "–—‐−-" else char
        if len(out) < 2 or out[-1] != sign or out[-2] != sign:
            out.append(sign)
    return "".join(out[:8])


def _kind(bare: str, text: str) -> str:
    lower = bare.lower()
    for name, holds in (
        ("none", not bare),
        ("year", bool(_YEAR.fullmatch(bare))),
        ("number", bare.isdigit()),
        ("url", lower.startswith(("http", "www.", "ftp:"))),
        ("doi", lower.startswith(("10.", "doi")) and ("/" in bare or lower == "doi")),
        ("pages", bool(_PAGES.fullmatch(bare))),
        ("volume", bool(_VOLUME.fullmatch(text.rstrip(".,;:")))),
        ("initials", bool(_INITIALS.fullmatch(bare + ("." if text.endswith(".") else "")))),
        ("roman", bool(_ROMAN.fullmatch(bare))),
        ("capitals", bool(_CAPITALS.fullmatch(bare))),
    ):
        if holds:
            return name
    if _CJK_RUN.search(bare):
        return f"han{min(len(bare), 5)}"
    if any(char.isdigit() for char in bare):
        return "mixed"
    if bare.isupper():
        return "UPPER"
    return "Name" if bare[:1].isupper() else "word"


def _marks(marks: str, longest: int) -> str:
    return "".join("“" if m in "“«„" else "”" if m in "”»" else "'" if m in "‘’'" else m for m in marks[:longest])


def _around(forms: Sequence[_Form], n: int) -> list[str]:
    """A token's own features, and those of up to three neighbours on each side."""
    one, count = forms[n], len(forms)
    found = list(one.own)
    for offset in (-3, -2, -1, 1, 2, 3):
        if not 0 <= n + offset < count:
            found.append(f"{offset}edge")
            continue
        other = forms[n + offset]
        found += [f"{offset}k={other.kind}", f"{offset}>{other.close}"]
        if abs(offset) <= 2:
            found += [f"{offset}s={other.shape}", f"{offset}<{other.front}"]
            if other.word:
                found.append(f"{offset}w={other.word}")
            found += [f"{offset}c={name}" for name in classes_of(other.lower)]
    if n:
        before = forms[n - 1]
        found += [f"kk={before.kind}{before.close}|{one.kind}{one.close}", f"ww={before.word}|{one.word}"]
        if n > 1:
            found.append(f"kkk={forms[n - 2].kind}{forms[n - 2].close}|{before.kind}{before.close}|{one.kind}")
    if n + 1 < count:
        after = forms[n + 1]
        found += [f"k+={one.kind}{one.close}|{after.kind}{after.close}", f"w+={one.word}|{after.word}"]
    return found


def _places(tokens: Sequence[Token], forms: Sequence[_Form]) -> list[list[str]]:
    """Where each token stands: in the entry, between quotation marks and brackets, before or behind the first year, in
    which sentence-like and which comma-bound chunk, and what the chunk holds."""
    count = len(forms)
    years = [n for n, form in enumerate(forms) if form.kind == "year"]
    first_year = years[0] if years else None
    in_brackets = first_year is not None and "(" in forms[first_year].front
    style = "none" if first_year is None else f"{'(' if in_brackets else ''}{min(4, first_year * 5 // count)}"
    quoted = any("“" in f.front or '"' in f.front for f in forms)
    result: list[list[str]] = []
    quote, depth, after_quote = False, 0, False
    sentences, parts = chunks(tokens, strong=True), chunks(tokens, strong=False)
    for n, form in enumerate(forms):
        if any(m in '“"' for m in form.front):
            quote = True
        depth += form.text.count("(") + form.text.count("[")
        found = [f"at={n * 10 // count}", f"n={min(n, 6)}", f"r={min(count - 1 - n, 5)}", f"style={style}"]
        found.append(f"q={'in' if quote else 'after' if after_quote else 'before' if quoted else 'no'}")
        if depth > 0:
            found.append("bracket")
        if first_year is not None:
            side = "at" if n == first_year else "before" if n < first_year else "behind"
            found.append(f"year={side}|{style}")
            last = years[-1]
            found.append(f"lasty={'at' if n == last else 'before' if n < last else 'behind'}")
        found += _chunk_features("S", sentences, n, style) + _chunk_features("P", parts, n, style)
        depth = max(0, depth - form.text.count(")") - form.text.count("]"))
        if quote and any(m in '”"' for m in form.close):
            quote, after_quote = False, True
        result.append(found)
    return result


def _chunk_features(name: str, parts: Sequence[Chunk], n: int, style: str) -> list[str]:
    index = next(i for i, part in enumerate(parts) if n < part.end)
    part = parts[index]
    found = [f"{name}i={min(index, 6)}|{style}", f"{name}l={min(index, 3)}|{min(len(parts) - 1 - index, 4)}"]
    found += [f"{name}h={part.holds}", f"{name}w={part.width}", f"{name}cap={part.capitals}"]
    found.append(f"{name}pos={min(n - part.start, 3)}|{min(part.end - 1 - n, 3)}")
    found.append(f"{name}{part.holds}|{part.width}|{part.capitals}")
    if index:
        found.append(f"{name}-h={parts[index - 1].holds}|{parts[index - 1].capitals}|{parts[index - 1].width}")
    if index + 1 < len(parts):
        after = parts[index + 1]
        found.append(f"{name}+h={after.holds}|{after.capitals}|{after.width}")
        found.append(f"{name}+hh={part.holds}|{after.holds}")
    if index + 2 < len(parts):
        found.append(f"{name}++h={parts[index + 2].holds}|{parts[index + 2].width}")
    return found
