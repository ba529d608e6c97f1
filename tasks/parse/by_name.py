"""Citations that print authors and years, joined with those that the format names itself (decisions 2.2)."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from state.manuscript import Reference
from tasks.language.author_year import AuthorYear, AuthorYearMarker, author_year_markers, defined_abbreviations
from tasks.language.markers import Marker
from tasks.parse.author_year import UNLISTED, YEAR_OFF, Match, author_year_is_the_way, match_author_years
from tasks.parse.found import Found
from tasks.parse.layout import Placed
from tasks.readers.contract import MarkKind, ParagraphKind, Target

NEAR = 200
"""Characters behind an author-year form in which a numeric marker of its sentence is looked for."""

_ENDS = re.compile(r"(?<!al)(?<!\b[A-Z])[.!?](?=\s+[A-Z])|[。！？]")


@dataclass(frozen=True, slots=True)
class Named:
    """Author-year forms in the text, not yet bound."""

    places: tuple[tuple[Placed, AuthorYearMarker], ...]
    abbreviations: dict[str, str]


def named_in(placed: Sequence[Placed], closed: Collection[int], found: Sequence[Found]) -> Named:
    """Every author-year form outside the list, code and links. A form that a numeric marker follows in its sentence
    (`Smith et al. (2019) [12]`) is cited by that number."""
    typed: dict[int, list[Found]] = {}
    pointed: dict[int, set[int]] = {}
    for one in found:
        if not one.targets or one.marker.numbers:
            typed.setdefault(one.place.order, []).append(one)
        else:
            pointed.setdefault(one.place.order, set()).add(one.marker.start)
    places = []
    short: dict[str, str] = {}
    for place in placed:
        if place.order in closed or place.paragraph.kind is ParagraphKind.CODE:
            continue
        text = place.paragraph.text
        short.update(defined_abbreviations(text))
        opaque = [(m.start, m.end) for m in place.paragraph.marks if m.kind in (MarkKind.CODE, MarkKind.MATH)]
        for marker in author_year_markers(text):
            hidden = any(start < marker.end and marker.start < end for start, end in opaque)
            # `Smith et al. (2019) \cite{smith}`: the key says which work is meant.
            after = marker.end + len(text[marker.end :]) - len(text[marker.end :].lstrip())
            hidden = hidden or after in pointed.get(place.order, ())
            if not hidden and not any(_follows(text, marker, one.marker) for one in typed.get(place.order, ())):
                places.append((place, marker))
    return Named(tuple(places), short)


def _follows(text: str, marker: AuthorYearMarker, numeric: Marker) -> bool:
    if numeric.start < marker.end or numeric.start - marker.end > NEAR:
        return marker.start < numeric.end and numeric.start < marker.end
    return _ENDS.search(text, marker.end, numeric.start) is None


def is_the_way(named: Named, references: Sequence[Reference], found: Sequence[Found]) -> bool:
    """Whether this manuscript cites by author and year: where it has no numbers and no keys, as soon as a form names
    one of its references; else where most do, and they are more than its numbers."""
    numeric = sum(1 for one in found if not one.targets or one.marker.numbers)
    if not named.places or not references or numeric > len(named.places):
        return False
    pointers = [one for one in found if one.targets]
    beside = bool(pointers) and not any(_prints_names(one, named) for one in pointers)
    return author_year_is_the_way(_matches(named, references), references, numeric, beside=beside)


def _prints_names(one: Found, named: Named) -> bool:
    """Whether a citation of the format itself prints authors and years."""
    return any(place.order == one.place.order and _overlap(one.marker, marker) for place, marker in named.places)


def _matches(named: Named, references: Sequence[Reference]) -> list[Match]:
    items = [item for _, marker in named.places for item in marker.items]
    return match_author_years(items, references, named.abbreviations)


def with_names(
    named: Named, references: Sequence[Reference], found: Sequence[Found]
) -> tuple[list[Found], tuple[str, ...]]:
    """All citations in reading order, and what is to be told of the forms that are not bound for certain: a warning
    `ambiguous_citation=PRINTED fits=ID,ID line=N` for each that fits several references alike,
    `near_year=PRINTED entry=ID line=N` where the reference is of the year before or after, and
    `unlisted_form=PRINTED line=N` for what looks like a citation and is not counted as one.

    Where a form and citations of the format itself are one place (a field that prints `(Smith, 2019)`, a link over its
    year), the format says which works are meant.
    """
    by_place: dict[int, list[Found]] = {}
    for one in found:
        by_place.setdefault(one.place.order, []).append(one)
    matches = iter(_matches(named, references))
    warnings: list[str] = []
    gone: set[int] = set()
    joined: list[Found] = []
    for place, marker in named.places:
        own = [(item, next(matches)) for item in marker.items]
        near = [f for f in by_place.get(place.order, ()) if _overlap(f.marker, marker)]
        if any(not _inside(f.marker, marker) for f in near):
            continue
        targets = tuple(dict.fromkeys(target for f in near for target in f.targets))
        if len(targets) < len(own):
            warnings += (told for item, match in own if (told := _told(item, match, references, place)))
        if not any(match.is_citation for _, match in own):
            continue
        names: list[int | str] = []
        for item, match in own:
            if len(match.positions) == 1:
                names.append(match.positions[0])
            elif match.is_citation and not match.positions:
                names.append(_printed(item))
        if not names and not targets:
            continue
        gone.update(map(id, near))
        span = Marker(start=marker.start, end=marker.end, numbers=())
        joined.append(Found(place, span, False, targets, names=_left(names, targets)))
    joined += [one for one in found if id(one) not in gone]
    return sorted(joined, key=lambda one: (one.place.order, one.marker.start)), tuple(warnings)


def _printed(item: AuthorYear) -> str:
    return " ".join(f"{item.printed or ' '.join(item.names)} {item.year_text}".split())


def _told(item: AuthorYear, match: Match, references: Sequence[Reference], place: Placed) -> str:
    """The warning about one form, or nothing."""
    ids = ",".join(references[position].id for position in match.positions)
    line = f"line={place.paragraph.line}"
    if len(match.positions) > 1:
        return f"ambiguous_citation={_printed(item)} fits={ids} {line}"
    if match.reason == YEAR_OFF:
        return f"near_year={_printed(item)} entry={ids} {line}"
    return f"unlisted_form={_printed(item)} {line}" if match.reason == UNLISTED else ""


def _left(names: Sequence[int | str], targets: Sequence[Target]) -> tuple[int | str, ...] | None:
    """What the names say where the format says less; as many works by the format leave nothing to them."""
    if len(targets) >= len(names):
        return None
    return tuple(names) if not targets else tuple(names[len(targets) :])


def _overlap(one: Marker, other: AuthorYearMarker) -> bool:
    return one.start < other.end and other.start < one.end


def _inside(one: Marker, other: AuthorYearMarker) -> bool:
    return other.start <= one.start and one.end <= other.end
