"""Files that mean harm or are none, made here: small honest samples of every format, and what is done to them.

`size` scales what is large: 1.0 is what a benchmark sends (50 MB, 20,000 citations, 100,000 levels), tests send less.
"""

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
ODF = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
)
ODT_TYPE = "application/vnd.oasis.opendocument.text"
SENTENCE = "Corals stop growing above thirty degrees in the northern lagoon"


@dataclass(frozen=True, slots=True)
class Case:
    """One hostile file: its name says what it is."""

    name: str
    make: Callable[[], bytes]


# --- containers ----------------------------------------------------------------------------------------------------


def archive(parts: Mapping[str, bytes | str], stored: tuple[str, ...] = ()) -> bytes:
    """A zip archive of these parts, in order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in parts.items():
            zipped.writestr(name, content, zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def word(body: str, head: str = "", more: Mapping[str, bytes | str] | None = None) -> bytes:
    """A Word file with this inside its `w:body`; `head` stands before the root."""
    document = f'<?xml version="1.0"?>{head}<w:document {W}><w:body>{body}</w:body></w:document>'
    relationships = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    )
    return archive({"_rels/.rels": relationships, "word/document.xml": document, **(more or {})})


def open_document(body: str, head: str = "", more: Mapping[str, bytes | str] | None = None) -> bytes:
    """An OpenDocument text with this inside its `office:text`."""
    content = (
        f'<?xml version="1.0"?>{head}<office:document-content {ODF} office:version="1.2"><office:body><office:text>'
        f"{body}</office:text></office:body></office:document-content>"
    )
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
        f'manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="{ODT_TYPE}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    parts: dict[str, bytes | str] = {"mimetype": ODT_TYPE, "content.xml": content, "META-INF/manifest.xml": manifest}
    return archive({**parts, **(more or {})}, stored=("mimetype",))


def compound(streams: Mapping[str, bytes]) -> bytes:
    """An OLE compound file (as old Word and as password-protected Word files are), each stream of 4 KiB or more."""
    sector, free, end, fat_mark = 512, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
    fat, data, starts = [fat_mark, end], b"", []
    for content in streams.values():
        padded = content.ljust(4096, b"\0")
        padded += b"\0" * (-len(padded) % sector)
        starts.append((len(fat), len(content.ljust(4096, b"\0"))))
        count = len(padded) // sector
        fat += [*range(len(fat) + 1, len(fat) + count), end]
        data += padded
    if len(fat) > 128 or len(streams) > 3:
        raise ValueError("one sector of each table must do")
    entries = [_entry("Root Entry", 5, end, 0, child=1)]
    names = list(streams)
    for index, (name, (start, size)) in enumerate(zip(names, starts, strict=True), 1):
        entries.append(_entry(name, 2, start, size, right=index + 1 if index < len(names) else free))
    directory = b"".join(entries).ljust(sector, b"\0")
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + b"\0" * 6
    header += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, end, 0, end, 0) + struct.pack("<I", 0)
    header += struct.pack("<I", free) * 108
    table = struct.pack(f"<{len(fat)}I", *fat).ljust(sector, b"\xff")
    return header + table + directory + data


def _entry(name: str, kind: int, start: int, size: int, child: int = 0xFFFFFFFF, right: int = 0xFFFFFFFF) -> bytes:
    written = (name + "\0").encode("utf-16-le")
    head = written.ljust(64, b"\0") + struct.pack("<HBB", len(written), kind, 1)
    return head + struct.pack("<III", 0xFFFFFFFF, right, child) + b"\0" * 36 + struct.pack("<IQ", start, size)


def locked_word() -> bytes:
    """What Word saves where a document has a password: the archive, encrypted, as a stream of a compound file."""
    return compound({"EncryptionInfo": b"\4\0\4\0@\0\0\0<encryption/>", "EncryptedPackage": _noise(6000)})


def locked_open_document() -> bytes:
    """An OpenDocument text whose manifest says that its content is encrypted."""
    name = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{name}" manifest:version="1.2"><manifest:file-entry '
        f'manifest:full-path="/" manifest:media-type="{ODT_TYPE}"/><manifest:file-entry '
        'manifest:full-path="content.xml" '
        'manifest:media-type="text/xml" manifest:size="4000"><manifest:encryption-data '
        'manifest:checksum-type="SHA1/1K" '
        'manifest:checksum="AAAA"><manifest:algorithm manifest:algorithm-name="Blowfish CFB" '
        'manifest:initialisation-vector="AAAA"/></manifest:encryption-data></manifest:file-entry></manifest:manifest>'
    )
    parts = {"mimetype": ODT_TYPE, "content.xml": _noise(4000), "META-INF/manifest.xml": manifest}
    return archive(parts, stored=("mimetype", "content.xml"))


def _noise(size: int) -> bytes:
    return random.Random(7).randbytes(size)


def flat_bomb(main: str, size: float) -> bytes:
    """An archive whose main part unpacks to a gigabyte; its checksum is not right, which shows only at its end."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = deflate.compress(b" " * 2**20) + deflate.flush(zlib.Z_FULL_FLUSH)
    times = max(16, int(1024 * size))
    data = block * times + deflate.flush(zlib.Z_FINISH)
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 8, 0, 0, 0, len(data), times * 2**20, len(main), 0)
    central = struct.pack(
        "<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, 8, 0, 0, 0, len(data), times * 2**20, len(main), 0, 0, 0, 0, 0, 0
    )
    name = main.encode()
    offset = len(local) + len(name) + len(data)
    ending = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 1, 1, len(central) + len(name), offset, 0)
    return local + name + data + central + name + ending


def lying_bomb(main: str, size: float) -> bytes:
    """The same, and the archive says that the part is a kilobyte."""
    honest = flat_bomb(main, size)
    times = max(16, int(1024 * size)) * 2**20
    return honest.replace(struct.pack("<I", times), struct.pack("<I", 1024))


# --- PDF -----------------------------------------------------------------------------------------------------------


def pdf(objects: list[bytes]) -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalogue."""
    out, places = [b"%PDF-1.4\n"], []
    place = len(out[0])
    for number, body in enumerate(objects, 1):
        places.append(place)
        piece = b"%d 0 obj\n%s\nendobj\n" % (number, body)
        out.append(piece)
        place += len(piece)
    table = b"".join(b"%010d 00000 n \n" % at for at in places)
    out.append(b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table))
    out.append(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, place))
    return b"".join(out)


FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def printed(pages: list[list[str]], more: tuple[bytes, ...] = ()) -> bytes:
    """A PDF with these lines on these pages, one column of Helvetica."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", FONT]
    kids = []
    for lines in pages:
        shown = b"".join(b"(%s) Tj T*\n" % line.encode("latin-1", "replace") for line in lines)
        stream = b"BT /F1 10 Tf 12 TL 72 770 Td\n%sET" % shown
        packed = zlib.compress(stream)
        objects.append(b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed))
        kids.append(len(objects) + 1)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % len(objects)
        )
    joined = b" ".join(b"%d 0 R" % kid for kid in kids)
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (joined, len(kids))
    return pdf([*objects, *more])


def locked_pdf() -> bytes:
    """A PDF that opens with a password only."""
    import pymupdf

    document = pymupdf.open(stream=printed([[SENTENCE]]), filetype="pdf")
    return bytes(document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="reef", owner_pw="lagoon"))


# --- honest samples ------------------------------------------------------------------------------------------------

_BIB = "@article{a1, author = {Reef, Ann}, title = {Growth of corals}, journal = {J Reefs}, year = {2011}}\n"
_RIS = "TY  - JOUR\nAU  - Reef, Ann\nTI  - Growth of corals\nJO  - J Reefs\nPY  - 2011\nER  - \n\n"
_NBIB = "PMID- 1\nTI  - Growth of corals\nFAU - Reef, Ann\nAU  - Reef A\nJT  - J Reefs\nDP  - 2011\n\n"
_CSL = (
    '{"id":"a1","type":"article-journal","title":"Growth of corals","author":[{"family":"Reef","given":"Ann"}],'
    '"issued":{"date-parts":[[2011]]}}'
)
_RECORD = (
    "<record><ref-type name='Journal Article'>17</ref-type><contributors><authors><author>Reef, Ann</author></authors>"
    "</contributors><titles><title>Growth of corals</title></titles><dates><year>2011</year></dates></record>"
)
_PUBMED = (
    "<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Journal><Title>J Reefs</Title><JournalIssue><PubDate>"
    "<Year>2011</Year></PubDate></JournalIssue></Journal><ArticleTitle>Growth of corals</ArticleTitle><AuthorList>"
    "<Author><LastName>Reef</LastName><ForeName>Ann</ForeName></Author></AuthorList></Article></MedlineCitation>"
    "</PubmedArticle>"
)


def _endnote(records: str, head: str = "") -> bytes:
    return f'<?xml version="1.0"?>{head}<xml><records>{records}</records></xml>'.encode()


def _pubmed(articles: str, head: str = "") -> bytes:
    return f'<?xml version="1.0"?>{head}<PubmedArticleSet>{articles}</PubmedArticleSet>'.encode()


def cited(number: int) -> str:
    return f"{SENTENCE} [{number}]."


MANUSCRIPTS: Mapping[str, Callable[[list[str]], bytes]] = {
    "docx": lambda lines: word("".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in lines)),
    "odt": lambda lines: open_document("".join(f"<text:p>{line}</text:p>" for line in lines)),
    "html": lambda lines: ("<html><body>" + "".join(f"<p>{line}</p>\n" for line in lines) + "</body></html>").encode(),
    "rtf": lambda lines: ("{\\rtf1\\ansi " + "".join(f"{line}\\par\n" for line in lines) + "}").encode(),
    "tex": lambda lines: (
        "\\documentclass{article}\\begin{document}\n" + "\n\n".join(lines) + "\n\\end{document}\n"
    ).encode(),
    "md": lambda lines: "\n\n".join(lines).encode(),
    "txt": lambda lines: "\n".join(lines).encode(),
    "pdf": lambda lines: printed([lines[n : n + 50] for n in range(0, len(lines), 50)] or [[]]),
}
"""For each manuscript format: these paragraphs as a file of it."""
BIBLIOGRAPHIES: Mapping[str, Callable[[int], bytes]] = {
    "bib": lambda count: "".join(_BIB.replace("a1", f"a{n}") for n in range(count)).encode(),
    "ris": lambda count: (_RIS * count).encode(),
    "nbib": lambda count: "".join(_NBIB.replace("PMID- 1", f"PMID- {n + 1}") for n in range(count)).encode(),
    "json": lambda count: ("[" + ",".join(_CSL.replace("a1", f"a{n}") for n in range(count)) + "]").encode(),
    "endnote": lambda count: _endnote(_RECORD * count),
    "pubmed": lambda count: _pubmed("".join(_PUBMED.replace("<PMID>1<", f"<PMID>{n + 1}<") for n in range(count))),
}
"""For each bibliography format: so many entries as a file of it."""
CITES: Mapping[str, Callable[[int], str]] = {
    "tex": lambda n: f"{SENTENCE} \\cite{{a{n}}}.",
    "md": lambda n: f"{SENTENCE} [@a{n}].",
}
"""How a format cites; the others print numbers."""


def samples() -> Iterator[tuple[str, bytes]]:
    """A small honest file of every format."""
    for name, make in MANUSCRIPTS.items():
        yield name, make([CITES.get(name, cited)(number) for number in range(1, 4)])
    for kind, count in BIBLIOGRAPHIES.items():
        yield kind, count(3)
    yield "doc", compound({"WordDocument": b"\xec\xa5\xc1\0" + b"\0" * 5000, "1Table": b"\0" * 4096})
    yield "zip", archive({"readme": "nothing here"})
    yield "png", b"\x89PNG\r\n\x1a\n" + bytes(64)
    yield "exe", b"MZ\x90\0" + bytes(256)
