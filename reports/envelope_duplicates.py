"""Duplicates in an envelope: each later copy of a reference mirrors the first, and says so in three places.

A copy is recognised by any of the three: its entry in `errors`, its note, its id. The other two must agree, and so
must what it mirrors. A copy that states other fields than the first may have been compared on its own instead: its note
says so, and then its verdict is its own, since the first one's says nothing of what only the copy states. Where it does
not, its cross-check still quotes what the copy itself prints, and must come to the same. Entries are
told apart by their place, so two entries under one id are still seen for what they are.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter

from reports.envelope_self_check import failed_fields
from reports.envelope_violation import Violation, pointer
from state.envelope import ErrorEntry, VerdictEntry
from state.envelope_reading import shown
from state.envelope_words import Stage

REASON = "duplicate_of:"
_NOTE = re.compile(r"(?:RETRACTED: )?duplicate of (.+); verdict mirrored, resolver not re-queried", re.DOTALL)
_OWN = re.compile(r"(?:RETRACTED: )?duplicate of (.+?); compared on its own(?:: .*)?", re.DOTALL)
_SUFFIX = re.compile(r"(.+)-dup[2-9][0-9]*|(.+)-dup1[0-9]+", re.DOTALL)
_COMPARED = ("evidence", "cross_check")
_MIRRORED = (
    ("verdict",),
    ("confidence",),
    ("evidence", "resolved"),
    _COMPARED,
    ("evidence", "candidates"),
)


def duplicate_note(original: str, *, retracted: bool = False) -> str:
    """The note of a copy. The contract wants `RETRACTED: ` first in the notes of whatever is marked retracted."""
    return f"{'RETRACTED: ' if retracted else ''}duplicate of {original}; verdict mirrored, resolver not re-queried"


def own_note(original: str, notes: str | None, *, retracted: bool = False) -> str:
    """The note of a copy that was compared on its own, with what that comparison said."""
    said = (notes or "").removeprefix("RETRACTED: ") if retracted else notes or ""
    told = f"duplicate of {original}; compared on its own"
    return f"{'RETRACTED: ' if retracted else ''}{told}{': ' + said if said else ''}"


def duplicates(verdicts: Sequence[VerdictEntry], errors: Sequence[ErrorEntry]) -> Iterator[Violation]:
    """Every way in which a copy differs from what the contract makes of it."""
    first: dict[str, int] = {}
    for place, entry in enumerate(verdicts):
        first.setdefault(entry.reference_id, place)
    originals, told, astray = _by_errors(errors, first)
    yield from astray
    for place, entry in enumerate(verdicts):
        if place not in originals and (named := _named(entry, place, first)) is not None:
            originals[place] = named
    occurrence: Counter[int] = Counter()
    for place in sorted(originals):
        original = originals[place]
        if original in originals:
            values = {"found": shown(verdicts[place].reference_id)}
            yield Violation(pointer("data", "verdicts", place), "ENV-DUPLICATE-TARGET", values)
            continue
        occurrence[original] += 1
        yield from _copy(verdicts, place, original, occurrence[original] + 1)
        yield from _its_error(verdicts, errors, place, original, told.get(place))


def _by_errors(
    errors: Sequence[ErrorEntry], first: dict[str, int]
) -> tuple[dict[int, int], dict[int, int], list[Violation]]:
    """Place → place of the original, place → its entry in errors, and entries that lead nowhere."""
    originals: dict[int, int] = {}
    told: dict[int, int] = {}
    astray: list[Violation] = []
    for number, error in enumerate(errors):
        if not error.reason.startswith(REASON):
            continue
        place = first.get(error.reference_id or "")
        original = first.get(error.reason.removeprefix(REASON))
        if place is None or original is None or original >= place:
            astray.append(Violation(pointer("errors", number), "ENV-DUPLICATE-TARGET", {"found": shown(error.reason)}))
            continue
        originals[place] = original
        told[place] = number
    return originals, told, astray


def _named(entry: VerdictEntry, place: int, first: dict[str, int]) -> int | None:
    """The place of the original that an entry's note or id names, if it stands before it."""
    notes = entry.evidence.notes or ""
    note, suffix = _NOTE.fullmatch(notes) or _OWN.fullmatch(notes), _SUFFIX.fullmatch(entry.reference_id)
    names = [note[1]] if note else []
    names += [suffix[1] or suffix[2]] if suffix else []
    return next((first[name] for name in names if name in first and first[name] < place), None)


def _copy(verdicts: Sequence[VerdictEntry], place: int, original: int, occurrence: int) -> Iterator[Violation]:
    copy, source = verdicts[place], verdicts[original]
    wanted_id = f"{source.reference_id}-dup{occurrence}"
    if copy.reference_id != wanted_id:
        values = {"found": shown(copy.reference_id), "wanted": shown(source.reference_id), "todo": shown(wanted_id)}
        yield Violation(pointer("data", "verdicts", place, "reference_id"), "ENV-DUPLICATE-ID", values)
    own = _OWN.fullmatch(copy.evidence.notes or "")
    if own is not None and own[1] == source.reference_id and _prints_otherwise(copy, source):
        return
    quotes_itself = _prints_otherwise(copy, source) and _quotes(copy)
    for keys in _MIRRORED:
        if keys == _COMPARED and quotes_itself and failed_fields(copy) == failed_fields(source):
            continue
        if attrgetter(".".join(keys))(copy) != attrgetter(".".join(keys))(source):
            values = {"wanted": pointer("data", "verdicts", original, *keys)}
            yield Violation(pointer("data", "verdicts", place, *keys), "ENV-DUPLICATE-VERDICT", values)
    retracted = bool(copy.evidence.retraction and copy.evidence.retraction.retracted)
    note = duplicate_note(source.reference_id, retracted=retracted)
    if copy.evidence.notes != note:
        values = {"wanted": shown(note) if len(note) < 60 else f'"{note}"'}
        yield Violation(pointer("data", "verdicts", place, "evidence", "notes"), "ENV-DUPLICATE-NOTE", values)


_HOW = {"raw", "source_format", "format"}
"""How a reference was given says nothing of what it states."""


def _prints_otherwise(copy: VerdictEntry, source: VerdictEntry) -> bool:
    """Whether two entries state any field differently: only then is there anything to compare anew."""
    stated = (entry.evidence.parsed.model_dump(exclude=_HOW) for entry in (copy, source))
    return next(stated) != next(stated)


def _quotes(copy: VerdictEntry) -> bool:
    """Whether an entry's cross-check has what that entry prints, and is left out only where it prints nothing."""
    check, parsed = copy.evidence.cross_check, copy.evidence.parsed
    if check is None:
        return not (parsed.title or parsed.authors or parsed.year)
    told = (check.title and check.title.parsed, check.year and check.year.parsed)
    family = check.author and check.author.parsed
    named = not family or any(family in name for name in parsed.authors or ())
    return told == (parsed.title, parsed.year) and named


def _its_error(
    verdicts: Sequence[VerdictEntry], errors: Sequence[ErrorEntry], place: int, original: int, number: int | None
) -> Iterator[Violation]:
    source = verdicts[original].reference_id
    values = {"wanted": shown(source), "todo": f'"{REASON}{source}"'}
    if number is None:
        yield Violation(pointer("data", "verdicts", place), "ENV-DUPLICATE-ERROR", values)
        return
    raw, given = errors[number].raw, verdicts[place].evidence.parsed.raw
    if errors[number].stage is not Stage.PARSE or (given is not None and raw != given):
        yield Violation(pointer("errors", number), "ENV-DUPLICATE-ERROR", values)
