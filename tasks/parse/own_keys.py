"""One key, two works: a document's own works go before others that happen to have the same key."""

from collections import defaultdict
from collections.abc import Sequence

from state.manuscript import Reference, Source
from tasks.language.titles import normalize_title
from tasks.readers.contract import Mark, Paragraph, Reading


def with_own_keys(
    readings: Sequence[tuple[Source, Reading]], bibliography: Sequence[Reference]
) -> list[tuple[Source, Reading]]:
    """The readings, each key of an embedded work that elsewhere is another work's changed to `FILE:KEY`, in the works
    and in the citations of that file. Word's source tags and YAML ids are unique in a document only; an address is one
    work's everywhere."""
    titles: dict[str, set[str]] = defaultdict(set)
    for entry in bibliography:
        for key in (entry.id, entry.key):
            if key:
                titles[key].add(_title(entry))
    for _, reading in readings:
        for work in reading.references:
            titles[work.id].add(_title(work))
    return [
        (
            source,
            _renamed(reading, {w.id: f"{source.name}:{w.id}" for w in reading.references if len(titles[w.id]) > 1}),
        )
        for source, reading in readings
    ]


def _title(work: Reference) -> str:
    return normalize_title(work.title or "") or work.raw


def _renamed(reading: Reading, names: dict[str, str]) -> Reading:
    if not names:
        return reading
    return reading.model_copy(
        update={
            "references": tuple(
                work.model_copy(update={"id": names.get(work.id, work.id)}) for work in reading.references
            ),
            "paragraphs": tuple(_with_names(paragraph, names) for paragraph in reading.paragraphs),
        }
    )


def _with_names(paragraph: Paragraph, names: dict[str, str]) -> Paragraph:
    if not any(target.key in names for mark in paragraph.marks for target in mark.targets):
        return paragraph
    return paragraph.model_copy(update={"marks": tuple(_named(mark, names) for mark in paragraph.marks)})


def _named(mark: Mark, names: dict[str, str]) -> Mark:
    targets = tuple(target.model_copy(update={"key": names.get(target.key, target.key)}) for target in mark.targets)
    return mark.model_copy(update={"targets": targets})
