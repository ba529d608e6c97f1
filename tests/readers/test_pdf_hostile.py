"""PDFs that are broken, locked or made to hang: each gives a reading or one clear line."""

import zlib
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from state.errors import ManuscriptError
from tasks.readers.contract import Reading
from tasks.readers.pdf.reader import PdfReader
from tasks.readers.pdf.worker import Problem, read_bytes
from tests.readers.pdf_typeset import Sheet, Typesetter, pymupdf


@cache
def ordinary() -> bytes:
    setter = Typesetter(Sheet(columns=1))
    setter.heading("1 Introduction")
    setter.paragraph("The gauge stood by the bridge, and nobody had looked at it for a year [1].")
    setter.heading("References")
    setter.entry("Aldous P. Silt in slow rivers. Journal of Quiet Waters. 2011;4:1-9.", label="[1]")
    return setter.bytes()


def assembled(objects: list[bytes]) -> bytes:
    """A PDF of numbered objects, the first of them its catalogue."""
    written, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % place for place in places)
    written += b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    return bytes(written)


def page_with(stream: bytes, filters: bytes) -> bytes:
    return assembled(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
            b"/Resources<</Font<</F <</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
            b"<</Length %d/Filter%b>>stream\n%b\nendstream" % (len(stream), filters, stream),
        ]
    )


def refusal(content: bytes) -> str:
    with pytest.raises(ManuscriptError) as caught:
        PdfReader().read("thesis.pdf", content)
    message = str(caught.value)
    assert message.startswith("thesis.pdf: ") and "\n" not in message
    return message


def read_or_refused(content: bytes) -> Reading | None:
    try:
        return PdfReader().read("thesis.pdf", content)
    except ManuscriptError as error:
        assert "\n" not in str(error)
        return None


def test_an_ordinary_pdf_comes_back_from_the_other_process() -> None:
    assert PdfReader().read("thesis.pdf", ordinary()) == read_bytes(ordinary())


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 a Word file", b"<html>no PDF</html>", b"%PDF-1.7\n"])
def test_what_is_no_pdf_is_said_to_be_none(content: bytes) -> None:
    assert "no PDF that can be read" in refusal(content)


def test_a_password_is_asked_to_be_taken_off() -> None:
    document = pymupdf.open(stream=ordinary())
    locked = document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="open", owner_pw="own")
    assert "password" in refusal(locked)


def test_a_file_that_only_forbids_changes_is_read() -> None:
    document = pymupdf.open(stream=ordinary())
    guarded = document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="own", permissions=0)
    assert PdfReader().read("thesis.pdf", guarded).paragraphs == read_bytes(ordinary()).paragraphs


def test_a_scan_is_sent_to_text_recognition() -> None:
    document = pymupdf.open()
    picture = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 60, 60))
    picture.clear_with(120)
    document.new_page().insert_image(pymupdf.Rect(0, 0, 600, 800), pixmap=picture)
    assert "OCR" in refusal(document.tobytes())


def test_a_lost_cross_reference_table_is_rebuilt_or_refused() -> None:
    content = ordinary()
    assert read_or_refused(content[: content.rindex(b"xref") - 40]) is not None
    read_or_refused(content[: len(content) // 2])


def test_a_hundred_thousand_objects_are_no_hindrance() -> None:
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>", *[b"<</A 1>>"] * 100_000]
    assert "no PDF that can be read" in refusal(assembled(objects))


def test_a_page_tree_that_is_ten_thousand_deep_is_read_or_refused() -> None:
    nodes = [b"<</Type/Pages/Count 1/Kids[%d 0 R]>>" % (number + 1) for number in range(2, 10_002)]
    read_or_refused(assembled([b"<</Type/Catalog/Pages 2 0 R>>", *nodes, b"<</Type/Page/MediaBox[0 0 9 9]>>"]))


def test_a_page_tree_that_is_its_own_child_is_refused() -> None:
    refusal(assembled([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[2 0 R]/Count 9>>"]))


def test_a_stream_that_unfolds_to_gigabytes_is_stopped() -> None:
    packer = zlib.compressobj(1)
    packed = b"".join(packer.compress(b"BT /F 9 Tf 9 9 Td (water) Tj ET\n" * 30_000) for _ in range(2_000))
    stream = zlib.compress(packed + packer.flush())
    assert len(stream) < 1_000_000
    refusal(page_with(stream, b"[/FlateDecode/FlateDecode]"))


def test_fifty_megabytes_of_text_are_refused_in_one_line() -> None:
    line = b"BT /F 9 Tf 9 9 Td (" + b"silt and water " * 200 + b") Tj ET\n"
    refusal(page_with(zlib.compress(line * 17_000), b"/FlateDecode"))


def test_a_reader_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(ManuscriptError, match=r"longer than 0\.01 seconds"):
        PdfReader(seconds=0.01).read("thesis.pdf", ordinary())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_damaged_file_gives_a_reading_or_a_problem(data: st.DataObject) -> None:
    content = bytearray(ordinary())
    for _ in range(data.draw(st.integers(1, 8))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] = data.draw(st.integers(0, 255))
    try:
        reading = read_bytes(bytes(content))
    except Problem as problem:
        assert problem.code in {"broken", "password", "scan", "too_much", "memory"}
    else:
        for paragraph in reading.paragraphs:
            assert all(0 <= mark.start < mark.end <= len(paragraph.text) for mark in paragraph.marks)
