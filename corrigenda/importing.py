"""The files of `corrigenda registry import`: found, fingerprinted, opened and handed on one by one."""

import hashlib
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from state.errors import SettingsError
from state.local_registry import FileAccount, LocalRegistry
from tasks.fetch.dumps import DumpError, import_stream

_CHUNK = 1 << 20
_MOST_HEADER = 1 << 20
"""Bytes of a member's name or attributes, which tarfile holds in memory as a whole."""
_HEADERS = frozenset(
    {tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE}
)
_TELL_EVERY = 2.0
"""Seconds between two lines of progress where stderr is no terminal."""


class _LongHeader(tarfile.ReadError):
    """A member's name or attributes are longer than such are."""


class _Member(tarfile.TarInfo):
    """A member whose name and attributes are no longer than such are: a few packed bytes can say gigabytes."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> "_Member":
        member = super().frombuf(buf, encoding, errors)
        if member.type in _HEADERS and member.size > _MOST_HEADER:
            raise _LongHeader(f"a header of {member.size:,} bytes")
        return member


@dataclass(frozen=True)
class Outcome:
    """What became of one file, or of one member of an archive."""

    name: str
    account: FileAccount | None = None
    was_done: bool = False
    """An earlier import had it all; nothing was done."""
    error: str | None = None
    passed_over: bool = False
    """A file of a folder or archive that is none that is known; not an error."""


class Teller:
    """Progress on stderr: lines read, records kept, records a second."""

    def __init__(self, *, quiet: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._quiet = quiet
        self._clock = clock
        self._terminal = sys.stderr.isatty()
        self._began = self._told = 0.0
        self._first = 0
        self._drawn = False

    def begin(self) -> None:
        self._began = self._told = self._clock()
        self._first = -1

    def progress(self, account: FileAccount, name: str) -> None:
        """Told after each transaction."""
        now = self._clock()
        if self._first < 0:
            self._first = account.read
        if self._quiet or not (self._terminal or now - self._told >= _TELL_EVERY):
            return
        self._told = now
        rate = (account.read - self._first) / (now - self._began) if now > self._began else 0.0
        line = f"{name}: {account.read:,} read, {account.kept:,} kept ({rate:,.0f}/s)"
        sys.stderr.write(f"\r\x1b[K{line}" if self._terminal else f"{line}\n")
        sys.stderr.flush()
        self._drawn = self._terminal

    def end(self) -> None:
        if self._drawn:
            sys.stderr.write("\r\x1b[K")
            self._drawn = False


def imported(
    registry: LocalRegistry, paths: tuple[Path, ...], now: Callable[[], datetime], teller: Teller
) -> Iterator[Outcome]:
    """Import files, folders and .tar archives, and say of each file what became of it. A file that was named and
    cannot be read is an error; in a folder or archive such files are passed over, unless they break off."""
    for path in paths:
        if path.is_dir():
            files = sorted(p for p in path.rglob("*") if p.is_file() and not p.name.startswith("."))
            if not files:
                yield Outcome(str(path), error="is an empty folder; name one that holds dumps")
            for file in files:
                yield from _file(registry, file, now, teller, str(file.relative_to(path.parent)), is_named=False)
        elif path.is_file():
            yield from _file(registry, path, now, teller, path.name, is_named=True)
        else:
            yield Outcome(str(path), error="there is no such file; check the name")


def _file(
    registry: LocalRegistry, path: Path, now: Callable[[], datetime], teller: Teller, name: str, *, is_named: bool
) -> Iterator[Outcome]:
    try:
        digest, size = _fingerprint(path)
        if _is_tar(path):
            yield from _members(registry, path, now, teller, name, digest)
            return
        with path.open("rb") as stream:
            yield _one(registry, stream, now, teller, name, digest, size, is_named=is_named)
    except OSError as error:
        yield Outcome(name, error=f"cannot be read ({error.strerror or error}); check the file")


def _members(
    registry: LocalRegistry, path: Path, now: Callable[[], datetime], teller: Teller, name: str, digest: str
) -> Iterator[Outcome]:
    """The files of an archive, read once from front to end. A member is known by the archive's fingerprint and its own
    place in it."""
    try:
        with tarfile.open(path, "r|*", tarinfo=_Member) as archive:
            for place, member in enumerate(archive):
                if not member.isfile() or PurePosixPath(member.name).name.startswith("."):
                    continue
                own = hashlib.sha256(f"{digest}\n{place}\n{member.name}".encode("utf-8", "replace")).hexdigest()
                stream = archive.extractfile(member)
                if stream is not None:
                    shown = f"{name}:{member.name.encode('utf-8', 'replace').decode()}"
                    yield _one(registry, stream, now, teller, shown, own, member.size, is_named=False)  # type: ignore[arg-type]
    except (tarfile.TarError, EOFError, ValueError) as error:  # ValueError: attributes that are no numbers
        yield Outcome(name, error=f"is an archive that breaks off ({error}); get it again")


def _one(
    registry: LocalRegistry,
    stream: BinaryIO,
    now: Callable[[], datetime],
    teller: Teller,
    name: str,
    digest: str,
    size: int,
    *,
    is_named: bool,
) -> Outcome:
    known = registry.file(digest)
    if known is not None and known.done:
        return Outcome(name, known, was_done=True)
    teller.begin()
    try:
        account = import_stream(
            registry,
            stream,
            name=name,
            digest=digest,
            size=size,
            now=now(),
            told=lambda account: teller.progress(account, name),
        )
        return Outcome(name, account)
    except DumpError as error:
        begun = registry.file(digest)
        return Outcome(name, begun, error=str(error), passed_over=begun is None and not is_named)
    finally:
        teller.end()


def _fingerprint(path: Path) -> tuple[str, int]:
    """sha256 of a file's bytes, hex, and how many they are."""
    found, size = hashlib.sha256(), 0
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            found.update(chunk)
            size += len(chunk)
    return found.hexdigest(), size


def _is_tar(path: Path) -> bool:
    """Is this an archive, packed or not? A packed dump that is none is looked at no further than its first block."""
    try:
        with tarfile.open(path, "r|*", tarinfo=_Member) as archive:
            return archive.next() is not None
    except _LongHeader:
        return True
    except (tarfile.TarError, EOFError, OSError, ValueError):
        return False


def registry_path(setting: str | None, default: Path) -> Path:
    """Where the registry lies. UserError where the setting switches it off, which leaves nowhere to import to."""
    if setting is not None and setting.strip().lower() == "off":
        raise SettingsError(
            "the local registry is switched off (CORRIGENDA_REGISTRY=off); set it to a file, or unset it"
        )
    return Path(setting).expanduser() if setting else default
