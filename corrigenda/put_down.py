"""Files that an option names are written here: looked at before anybody is asked, and replaced whole or not at all."""

from collections.abc import Sequence
from pathlib import Path

from state.errors import SettingsError

_EXAMPLES = {"--out": "the envelope's, e.g. audit.json", "--report": "the report's, e.g. audit.md"}


def check_place(option: str, place: Path | None, lists: Sequence[Path] = ()) -> None:
    """SettingsError where what an option names can be no file, or is one of the lists that are to be read."""
    if place is None:
        return
    if any(_is_one_file(place, one) for one in lists):
        raise SettingsError(f"{place}: is the list itself, which would be lost; choose another {option}")
    if not place.name:
        raise SettingsError(f"{option} {str(place)!r}: names no file; write {_EXAMPLES[option]}")
    if place.is_dir():
        raise SettingsError(f"{place}: cannot be written (it is a folder); choose another {option}")
    if not place.parent.is_dir():
        raise SettingsError(f"{place}: cannot be written (there is no folder {place.parent}); choose another {option}")


def put(option: str, place: Path, content: bytes) -> None:
    """Write a file. SettingsError where it cannot be."""
    try:
        _write(place, content)
    except OSError as error:
        raise SettingsError(f"{place}: cannot be written ({error.strerror}); choose another {option}") from None


def _is_one_file(a: Path, b: Path) -> bool:
    try:
        return a.is_file() and a.samefile(b)
    except (OSError, ValueError):
        return False


def _write(place: Path, content: bytes) -> None:
    """A file that is there is replaced when the new one is whole. A device, a pipe or a link is written to as it is:
    replacing it would put a file in its place."""
    if place.is_symlink() or (place.exists() and not place.is_file()):
        place.write_bytes(content)
        return
    partial = place.with_name(place.name + ".partial")
    partial.write_bytes(content)
    partial.replace(place)
