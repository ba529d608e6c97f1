"""A citation as it is found in its paragraph, before it is known which references it means."""

from dataclasses import dataclass

from tasks.language.markers import Marker
from tasks.parse.layout import Placed
from tasks.readers.contract import Target


@dataclass(frozen=True, slots=True)
class Found:
    """A marker in its paragraph, and what it points to: numbers, or the format's own targets, or entries by name."""

    place: Placed
    marker: Marker
    """Its span; `numbers` are those it prints, none where it prints something else."""
    raised: bool
    targets: tuple[Target, ...] = ()
    """What the format says it points to; these go before the numbers (decisions 2.1)."""
    inner: tuple["Found", ...] = ()
    """Places inside a typed marker of which the format says where they point: they say which numbers are meant."""
    names: tuple[int | str, ...] | None = None
    """What an author-year citation names: positions of references, and as printed what is in no list; None for every
    other kind. Beside targets, only what these leave out."""

    @property
    def printed(self) -> str:
        return self.place.paragraph.text[self.marker.start : self.marker.end]
