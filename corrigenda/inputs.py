"""Files named on the command line become bytes: which are manuscripts, which bibliographies, which PDFs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corrigenda.companions import BEGINNING, load_companions
from state.errors import ManuscriptError, RunFolderError
from tasks.readers import BIBLIOGRAPHY_READERS, GENERIC_SUFFIXES, MANUSCRIPT_READERS, is_bibliography

LARGEST = 200 * 1024 * 1024
"""Bytes of one input file."""
CONVERTIBLE = frozenset({".pages", ".wps", ".wpd", ".abw", ".sxw"})
"""Manuscripts that a word processor can save as .docx."""
Named = tuple[tuple[str, bytes], ...]


def sort_inputs(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Manuscript files and bibliography files, in the order given; a folder is its files by name.

    Raises ManuscriptError for a file that is neither, or that is not there.
    """
    manuscripts: list[Path] = []
    bibliographies: list[Path] = []
    readable = {s for reader in MANUSCRIPT_READERS for s in reader.suffixes}
    suffixes = readable | {s for reader in BIBLIOGRAPHY_READERS for s in reader.suffixes}
    for path in paths:
        if not path.exists():
            raise ManuscriptError(f"{path}: no such file or folder")
        for file in _files(path, suffixes):
            (bibliographies if _is_bibliography(file) else manuscripts).append(file)
    if not manuscripts:
        raise ManuscriptError(f"no manuscript among the files given; name one ({', '.join(sorted(readable))})")
    return manuscripts, bibliographies


def _is_bibliography(file: Path) -> bool:
    """By its suffix, or, where that is a generic one, by how it begins."""
    if file.suffix.lower() not in GENERIC_SUFFIXES:
        return is_bibliography(file.name)
    try:
        with file.open("rb") as opened:
            return is_bibliography(file.name, opened.read(BEGINNING))
    except OSError as error:
        raise ManuscriptError(f"{file}: cannot be opened ({error.strerror})") from None


def _files(path: Path, suffixes: set[str]) -> list[Path]:
    if path.is_file():
        if path.suffix.lower() not in suffixes:
            what = path.suffix or "a file without a suffix"
            hint = "save it as .docx in Word or LibreOffice. " if path.suffix.lower() in CONVERTIBLE else ""
            raise ManuscriptError(
                f"{path}: {what} cannot be read; {hint}Corrigenda reads {', '.join(sorted(suffixes))}"
            )
        return [path]
    found = sorted(f for f in path.iterdir() if _is_input(f, suffixes))
    if not found:
        raise ManuscriptError(f"{path}: the folder holds no file that can be read ({', '.join(sorted(suffixes))})")
    return _wholes(found)


def _is_input(file: Path, suffixes: set[str]) -> bool:
    """Whether a file of a folder is meant: a .xml or .json only where it is a bibliography."""
    suffix = file.suffix.lower()
    if suffix not in suffixes or file.name.startswith(("~$", ".")) or not file.is_file():
        return False
    readable = {s for reader in MANUSCRIPT_READERS for s in reader.suffixes}
    return suffix in readable or suffix not in GENERIC_SUFFIXES or _is_bibliography(file)


def _wholes(files: Sequence[Path]) -> list[Path]:
    """The files of a folder without those that are another's part, or its print: a chapter that a main file names, and
    a PDF where the manuscript itself is there."""
    written = [file for file in files if not _is_bibliography(file) and file.suffix.lower() != ".pdf"]
    parts: set[Path] = set()
    for file in written:
        own = load_companions(file, file.name, file.read_bytes() if file.stat().st_size <= LARGEST else b"")
        parts.update((file.parent / part).resolve() for part in own.parts)
    return [file for file in files if file.resolve() not in parts and not (written and file.suffix.lower() == ".pdf")]


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a run reads. Parts are further files of a manuscript, by its name and their path in its folder."""

    manuscripts: Named
    bibliographies: Named
    companions: Mapping[str, Mapping[str, bytes]]
    missing: tuple[str, ...] = ()
    """Bibliographies that the manuscripts name and that could not be read, where the user has given none."""

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        """Every file with the name it is kept under."""
        yield from self.manuscripts
        yield from self.bibliographies
        for parts in self.companions.values():
            yield from parts.items()


def load_inputs(manuscripts: Sequence[Path], bibliographies: Sequence[Path]) -> Inputs:
    """The files, and those they name themselves. A bibliography that a manuscript names is read where the user has
    given none."""
    texts = load(manuscripts)
    found = {
        name: load_companions(path, name, content) for path, (name, content) in zip(manuscripts, texts, strict=True)
    }
    named = dict.fromkeys(path for own in found.values() for path in own.bibliographies)
    missing = dict.fromkeys(shown_name(path) for own in found.values() for path in own.missing)
    return Inputs(
        texts,
        load(bibliographies or list(named)),
        {name: own.parts for name, own in found.items() if own.parts},
        () if bibliographies else tuple(missing),
    )


def load(paths: Sequence[Path]) -> Named:
    """(name, bytes) of each file; a name that occurs twice is told apart by its folder's."""
    named: list[tuple[str, bytes]] = []
    taken: set[str] = set()
    for path in paths:
        name = _free_name(path, taken)
        taken.add(name)
        try:
            if path.stat().st_size > LARGEST:
                raise ManuscriptError(f"{path}: larger than {LARGEST // 2**20} MB; split it, or take its pictures out")
            named.append((name, path.read_bytes()))
        except OSError as error:
            raise ManuscriptError(f"{path}: cannot be opened ({error.strerror})") from None
    return tuple(named)


def _free_name(path: Path, taken: set[str]) -> str:
    """A file's name; where it is taken, with as many of its folders as tell it apart, and a number where none do."""
    parts = path.resolve().parts
    names = [shown_name("/".join(parts[-n:])) for n in range(1, min(len(parts), 4))]
    names += [shown_name(f"{path.name} ({n})") for n in range(2, len(taken) + 3)]
    return next(name for name in names if name not in taken)


def shown_name(name: str) -> str:
    """A file name as it can be kept and printed: bytes that are no UTF-8 become question marks, line breaks spaces."""
    return " ".join(name.encode("utf-8", "replace").decode("utf-8").split())


def load_pdfs(folder: Path | None) -> Named:
    """The PDFs of the user's folder, by name."""
    if folder is None:
        return ()
    if not folder.is_dir():
        raise RunFolderError(f"--pdfs {folder}: no such folder")
    return load(sorted(file for file in folder.iterdir() if file.suffix.lower() == ".pdf"))
