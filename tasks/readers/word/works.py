"""The works a Word file carries in its citation fields and sources: each once, under the name its program gives it."""

from collections.abc import Iterable, Sequence

from state.errors import ManuscriptError
from state.manuscript import Reference
from state.words import content_hash

MAX_WORKS = 25_000
"""A large library; a book has a few thousand."""


class EmbeddedWorks:
    """Works by key, in the order in which they were met. A key is the first name under which a work was met."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._references: dict[str, Reference] = {}
        self._key_of: dict[str, str] = {}

    def known(self, names: Sequence[str]) -> str | None:
        """The key of the work that bears one of these names and is embedded; None where there is none."""
        key = next((self._key_of[name] for name in names if name in self._key_of), None)
        return key if key in self._references else None

    def named(self, names: Sequence[str]) -> str:
        """The key for a work with these names, of which there is at least one."""
        key = next((self._key_of[name] for name in names if name in self._key_of), names[0])
        for name in names:
            self._key_of.setdefault(name, key)
        return key

    def add(self, names: Sequence[str], reference: Reference) -> str:
        """The key of a work, which is kept unless it is there already. ManuscriptError where they are too many.

        A work without names of its own gets one from its content: what a program numbers anew in every field (`ITEM-1`)
        names nothing.
        """
        key = self.named(names or [_by_content(reference)])
        if key not in self._references:
            if len(self._references) >= MAX_WORKS:
                raise ManuscriptError(
                    f"{self._file}: refused, it carries more than {MAX_WORKS:,} works. Split the file."
                )
            self._references[key] = reference.model_copy(update={"id": key, "key": None, "file": self._file})
        return key

    def add_local(self, name: str, reference: Reference) -> str:
        """As `add`, for a name that two libraries may give to two works: the second to come is named by its content."""
        held = self._references.get(name)
        if held is not None and (held.title, held.doi, held.year) != (reference.title, reference.doi, reference.year):
            return self.add([], reference)
        return self.add([name], reference)

    def ordered(self, cited: Iterable[str]) -> tuple[Reference, ...]:
        """All works, those of `cited` first and in its order."""
        first = [key for key in dict.fromkeys(cited) if key in self._references]
        taken = set(first)
        rest = [key for key in self._references if key not in taken]
        return tuple(self._references[key] for key in (*first, *rest))

    def family(self, key: str) -> str:
        """The first author's family name, of an edited work the first editor's; empty where it is not known."""
        reference = self._references.get(key)
        people = (*reference.authors, *reference.editors) if reference is not None else ()
        return people[0].family if people else ""

    def missing(self) -> frozenset[str]:
        """Keys of works that are named without being embedded."""
        return frozenset(self._key_of.values()) - self._references.keys()

    def __contains__(self, key: object) -> bool:
        return key in self._references


def _by_content(reference: Reference) -> str:
    return content_hash("embedded", reference.model_dump(mode="json", exclude={"id", "key", "raw"}))
