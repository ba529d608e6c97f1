"""The records of a file, with ids of their own, become its Entries."""

from collections.abc import Iterable, Sequence

from state.manuscript import BrokenEntry
from tasks.readers.contract import Entries
from tasks.readers.records.fields import Identities, Printed, broken, reference_from


def entries(
    format_name: str,
    file: str,
    records: Sequence[tuple[Printed, int, str]],
    failed: Iterable[BrokenEntry],
    undecodable: int = 0,
) -> Entries:
    """The Entries of records, each with its line and its text as it stands in the file.

    A key's second use is `KEY-dup2`, with the problem `duplicate:KEY` and a broken entry `duplicate_key`; the N-th
    record without a key is `entry-N`. Warnings: `no_entries`, `undecodable_characters=N`.
    """
    all_failed = list(failed)
    references = []
    identities = Identities(printed.key for printed, _, _ in records)
    for (printed, line, raw), (identity, repeated) in zip(records, identities, strict=True):
        if repeated:
            printed.problems.append(f"duplicate:{printed.key}")
            all_failed.append(broken(file, line, "duplicate_key", raw, printed.key))
        references.append(reference_from(printed, identity, raw=raw, file=file, line=line))
    warnings = [] if references else ["no_entries"]
    if undecodable:
        warnings.append(f"undecodable_characters={undecodable}")
    all_failed.sort(key=lambda item: item.line)
    return Entries(format=format_name, references=tuple(references), broken=tuple(all_failed), warnings=tuple(warnings))
