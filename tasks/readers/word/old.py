"""The reader of old Word files (.doc): LibreOffice, where it is installed, makes a .docx of one, and that is read.

LibreOffice runs as a process of its own with a profile of its own, which is thrown away: no macro runs, no link is
followed, nothing of the user's settings is read or written.
"""

import contextlib
import os
import shutil
import signal
import struct
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from state.errors import ManuscriptError
from tasks.readers.contract import NO_COMPANIONS, Reading, SingleFile
from tasks.readers.word.document import read_document
from tasks.readers.word.old_fields import DamagedError, document_head, with_visible_fields

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""What a compound file begins with: old Word files, and new ones that are protected by a password."""
SECONDS = 60.0
MAX_BYTES = 100 * 1024 * 1024
MAX_MADE_BYTES = 200 * 1024 * 1024

_PROGRAMS = ("soffice", "libreoffice", "soffice.com", "soffice.exe")
_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "C:/Program Files/LibreOffice/program/soffice.com",
    "C:/Program Files (x86)/LibreOffice/program/soffice.com",
    "/usr/lib/libreoffice/program/soffice",
    "/opt/libreoffice/program/soffice",
)
_WORD_97 = "MS Word 97"
_FILTERS = {0xA5EC: _WORD_97, 0xA5DC: "MS Word 95"}
"""By the first word of the document stream (MS-DOC 2.5.2): what wrote it. Without a filter anything would be read, as
text."""
_ENCRYPTED = 0x0100
_SETTINGS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop>
<prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop>
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Writer/Content/Update">
<prop oor:name="Link" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""
_SAVE = "Open it in Word or LibreOffice and save it as .docx."


class DocReader(SingleFile):
    """Reads old Word files, and whatever else of Word's bears their suffix. Errors: ManuscriptError, one line."""

    name = "doc"
    suffixes: tuple[str, ...] = (".doc",)

    def read(self, name: str, content: bytes, companions: Mapping[str, bytes] = NO_COMPANIONS) -> Reading:
        """As `read_document` of the .docx that LibreOffice makes of the file, with the warning `converted=1`; a .docx
        that is named .doc is read as it is."""
        if not content.startswith(OLE):
            return read_document(name, content)
        return read_old_document(name, content)


def read_old_document(name: str, content: bytes) -> Reading:
    """A compound file, whatever it is called. Errors: ManuscriptError where it is protected, is no Word file, or
    LibreOffice is not there or does not finish."""
    import_filter = _filter(name, content)
    try:
        visible, signs = with_visible_fields(content) if import_filter == _WORD_97 else (content, "")
    except DamagedError:
        raise ManuscriptError(f"{name}: a damaged old Word file (.doc). {_SAVE}") from None
    reading = read_document(name, _converted(name, visible, import_filter), signs)
    return reading.model_copy(update={"format": DocReader.name, "warnings": (*reading.warnings, "converted=1")})


def _filter(name: str, content: bytes) -> str:
    """The import filter for a compound file, by its document stream."""
    if _entry(content, "EncryptedPackage") is not None:
        raise ManuscriptError(f"{name}: protected by a password. Save a copy without the password and try again.")
    if _entry(content, "WordDocument") is None:
        raise ManuscriptError(f"{name}: an Office file, but no Word document. Save the manuscript as .docx.")
    if len(content) > MAX_BYTES:
        raise ManuscriptError(f"{name}: refused, {len(content):,} bytes (at most {MAX_BYTES:,}). {_SAVE}")
    try:
        magic, _, _, _, _, flags = struct.unpack("<6H", document_head(content))
    except DamagedError:
        raise ManuscriptError(f"{name}: a damaged old Word file (.doc). {_SAVE}") from None
    if magic not in _FILTERS:
        raise ManuscriptError(f"{name}: a damaged old Word file (.doc). {_SAVE}")
    if flags & _ENCRYPTED:
        raise ManuscriptError(f"{name}: protected by a password. Save a copy without the password and try again.")
    return _FILTERS[magic]


def _entry(content: bytes, stream: str) -> int | None:
    """The first sector of a stream of this name in a compound file (MS-CFB 2.6.1); None where there is none."""
    encoded = (stream + "\0").encode("utf-16-le")
    place = content.find(encoded)
    while place >= 0:
        if place % 128 == 0 and content[place + 64 : place + 66] == struct.pack("<H", len(encoded)):
            return int.from_bytes(content[place + 116 : place + 120], "little")
        place = content.find(encoded, place + 1)
    return None


def _converted(name: str, content: bytes, import_filter: str) -> bytes:
    program = find_libreoffice()
    if program is None:
        raise ManuscriptError(
            f"{name}: an old Word file (.doc), which needs LibreOffice, and that is not installed. "
            "Save it as .docx and try again."
        )
    with tempfile.TemporaryDirectory(prefix="corrigenda-", ignore_cleanup_errors=True) as folder:
        here = Path(folder)
        profile = here / "profile" / "user"
        profile.mkdir(parents=True)
        (profile / "registrymodifications.xcu").write_text(_SETTINGS, encoding="utf-8")
        source, made = here / "manuscript.doc", here / "made" / "manuscript.docx"
        source.write_bytes(content)
        _run(
            name,
            [
                program,
                f"-env:UserInstallation={(here / 'profile').as_uri()}",
                "--headless", "--norestore", "--nologo", "--nodefault", "--nofirststartwizard", "--nolockcheck",
                f"--infilter={import_filter}",
                "--convert-to", "docx:MS Word 2007 XML",
                "--outdir", str(made.parent),
                str(source),
            ],
            here,
        )  # fmt: skip
        if not made.is_file() or made.stat().st_size > MAX_MADE_BYTES:
            raise ManuscriptError(f"{name}: LibreOffice could not read this old Word file (.doc). {_SAVE}")
        return made.read_bytes()


def _run(name: str, command: list[str], folder: Path) -> None:
    """Run a program that starts children; after `SECONDS` all of them are ended."""
    try:
        process = subprocess.Popen(  # noqa: S603 - the program found by name, our own options, a file of our own
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise ManuscriptError(f"{name}: LibreOffice does not start ({error.strerror}). {_SAVE}") from error
    try:
        process.wait(SECONDS)
    except subprocess.TimeoutExpired:
        raise ManuscriptError(
            f"{name}: LibreOffice did not finish with this old Word file (.doc) in {SECONDS:.0f} s. {_SAVE}"
        ) from None
    finally:
        if process.poll() is None:
            _end(process)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process that runs, and its children, which make a group of their own."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            killing = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
            subprocess.run(killing, capture_output=True, timeout=10, check=False)  # noqa: S603
    if process.poll() is None:
        process.kill()
    process.wait()


def find_libreoffice() -> str | None:
    """The program to call, from the search path or the places where it is usually installed; None where it is not."""
    found = next((path for program in _PROGRAMS if (path := shutil.which(program))), None)
    return found or next((place for place in _PLACES if Path(place).is_file()), None)
