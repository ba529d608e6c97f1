"""Which hostile files each format is sent; a format that is not known here gets those that are hostile to any."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise

from tests.hostile import made
from tests.hostile.made import BIBLIOGRAPHIES, CITES, MANUSCRIPTS, SENTENCE, Case

KINDS: Mapping[str, tuple[str, ...]] = {
    ".docx": ("docx",), ".docm": ("docx",), ".odt": ("odt",), ".html": ("html",), ".htm": ("html",),
    ".xhtml": ("html",), ".rtf": ("rtf",), ".tex": ("tex",), ".ltx": ("tex",), ".latex": ("tex",), ".md": ("md",),
    ".markdown": ("md",), ".rmd": ("md",), ".qmd": ("md",), ".txt": ("txt",), ".text": ("txt",), ".pdf": ("pdf",),
    ".doc": ("doc",), ".bib": ("bib",), ".bibtex": ("bib",), ".biblatex": ("bib",), ".ris": ("ris",),
    ".nbib": ("nbib",), ".medline": ("nbib",), ".json": ("json",), ".csljson": ("json",), ".csl": ("json",),
    ".enx": ("endnote",), ".xml": ("endnote", "pubmed"), ".enl": ("endnote",),
}  # fmt: skip
"""Which format of `made` a suffix stands for."""
PACKED = frozenset({"docx", "odt", "pdf", "doc"})
"""Formats that are no text, so that what opens something in a text says nothing of them."""

LAUGHS = (
    '<!DOCTYPE r [<!ENTITY l0 "ha ha ha ha ha ha ha ha ha ha">'
    + "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    + "]>"
)
SECRET = "the-secret-of-this-machine"


def cases_for(suffix: str, size: float) -> list[Case]:
    """Every hostile file for readers of this suffix."""
    kinds = KINDS.get(suffix.lower(), ())
    found = [*_any_format(size), *(() if PACKED.intersection(kinds) else _repeated(size))]
    for kind in kinds:
        own = [*_MADE.get(kind, lambda size: iter(()))(size), *_damaged(kind)]
        own += _long(kind, size) if kind in MANUSCRIPTS else []
        own += _many(kind, size) if kind in BIBLIOGRAPHIES else []
        found += [Case(f"{kind}: {case.name}", case.make) for case in own] if len(kinds) > 1 else own
    return found


def _any_format(size: float) -> Iterator[Case]:
    letters = int(50_000_000 * size)
    yield Case("empty", bytes)
    yield Case("blank", lambda: b" \n\t\r\n" * 50)
    yield Case("NULs", lambda: bytes(int(1_000_000 * size)))
    yield Case("noise", lambda: made._noise(int(1_000_000 * size)))
    yield Case("text", lambda: f"{SENTENCE}. ".encode() * (letters // 65))
    yield Case("lines", lambda: f"{SENTENCE}.\n".encode() * (letters // 65))
    yield Case("one word", lambda: b"a" * letters)
    yield Case("line ends", lambda: b"\n" * letters)
    yield Case("Chinese", lambda: "珊瑚在三十度以上停止生长。".encode() * (letters // 39))
    yield Case("BOM alone", lambda: b"\xef\xbb\xbf")
    yield Case("UTF-16 cut in a letter", lambda: "﻿Corals".encode("utf-16-le")[:-1])
    yield Case("lone surrogates", lambda: b"\xed\xa0\x80" * 1000)
    for kind, content in made.samples():
        yield Case(f"in truth {kind}", lambda content=content: content)


def _repeated(size: float) -> Iterator[Case]:
    for piece in _PIECES:
        yield Case(f"repeated {piece.decode()!r}", partial(bytes.__mul__, piece, int(100_000 * size)))


_PIECES = (
    b"[", b"(", b"{", b"<", b"<b>", b"<div>", b"> ", b"*", b"_a ", b"` ", b"$ ", b"\\", b"\\{", b'"', b"'", b"&a",
    b"- ", b"# ", b"|a", b"[1]", b"[1](", b"![", b"^[", b"@", b"@article{", b"@article{a,\n", b"\\cite{",
    b"\\begin{a}", b"\\def\\a{\\a\\a}", b"{\\rtf1", b"1-", b"[1-9999] ", b"TY  - JOUR\n", b"PMID- 1\n", b'{"a":',
    b"<?xml ", b"<!--", b"<![CDATA[", b"et al., ", b"(Reef, 2011; ", b"1. Reef A. ", b"\\input{a}", b"1 0 obj\n",
    b"---\n", b"```\n", b"::: a\n", b"~~", b"a = {", b" # a # ",
)  # fmt: skip
"""What opens something in one of the formats, or looks like a citation."""


def _damaged(kind: str) -> Iterator[Case]:
    whole = dict(made.samples())[kind]
    for share in (10, 50, 90, 99):
        yield Case(f"cut at {share} %", partial(_first, whole, share))
    yield Case("cut by ten bytes", lambda: whole[:-10])
    yield Case("NULs in the middle", lambda: whole[: len(whole) // 2] + bytes(1000) + whole[len(whole) // 2 :])
    yield Case("twice", lambda: whole + whole)
    yield Case("a letter changed", lambda: whole[: len(whole) // 3] + b"\xff" + whole[len(whole) // 3 + 1 :])
    yield Case("an honest one", lambda: whole)


def _first(whole: bytes, share: int) -> bytes:
    return whole[: len(whole) * share // 100]


def _long(kind: str, size: float) -> Iterator[Case]:
    make, cite = MANUSCRIPTS[kind], CITES.get(kind, made.cited)
    lines = int(50_000_000 * size) // 130
    yield Case("50 MB of paragraphs", lambda: make([f"{SENTENCE}. {SENTENCE}."] * lines))
    yield Case("20,000 citations", lambda: make([cite(n) for n in range(1, int(20_000 * size) + 1)]))
    together = " ".join(cite(n) for n in range(1, int(20_000 * size) + 1))
    yield Case("20,000 citations in a paragraph", lambda: make([together]))
    yield Case("one citation of 20,000", lambda: make([_one_citation(kind, int(20_000 * size))]))


def _one_citation(kind: str, count: int) -> str:
    keys = [f"a{n}" for n in range(count)]
    if kind == "tex":
        return f"{SENTENCE} \\cite{{{','.join(keys)}}}."
    if kind == "md":
        return f"{SENTENCE} [{'; '.join(f'@{key}' for key in keys)}]."
    return f"{SENTENCE} [{', '.join(str(n + 1) for n in range(count))}]."


def _many(kind: str, size: float) -> Iterator[Case]:
    make = BIBLIOGRAPHIES[kind]
    yield Case("20,000 entries", lambda: make(int(20_000 * size)))
    yield Case("50 MB of entries", lambda: make(int(50_000_000 * size) // len(make(1))))
    one = make(1)
    title = b"Growth of corals"
    for what, long in _VALUES.items():
        times = int(5_000_000 * size) // len(long)
        yield Case(f"a title of {what}", lambda long=long, times=times: one.replace(title, long * times))
    names = " and ".join(f"Reef{n}, Ann" for n in range(int(20_000 * size))).encode()
    yield Case("20,000 authors", lambda: one.replace(b"Reef, Ann", names))


_VALUES: Mapping[str, bytes] = {
    "words": b"Growth of corals ", "one word": b"growth", "commas": b",", "accents": b"\\'{e}",
    "commands": b"\\emph{a ", "closed braces": b"{a}", "dollars": b"$a$ ", "spaces": b" ", "digits": b"10.1",
    "and": b" and ", "hashes": b'" # "',
}  # fmt: skip


# --- one format's own ----------------------------------------------------------------------------------------------


def _docx(size: float) -> Iterator[Case]:
    levels = int(100_000 * size)
    yield Case("flat zip bomb", lambda: made.flat_bomb("word/document.xml", size))
    yield Case("lying zip bomb", lambda: made.lying_bomb("word/document.xml", size))
    yield Case("nested zip bomb", partial(_nested, made.word, "word/document.xml", "word/embeddings/more.docx", size))
    yield Case("60,000 parts", lambda: made.archive({f"word/a{n}.xml": "" for n in range(int(60_000 * size))}))
    yield from _xml(lambda body, head: made.word(f"<w:p><w:r><w:t>{body}</w:t></w:r></w:p>", head))
    yield Case("deep", lambda: made.word("<w:sdt><w:sdtContent>" * levels + "</w:sdtContent></w:sdt>" * levels))
    yield Case("deep tables", lambda: made.word("<w:tbl><w:tr><w:tc>" * 80 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 80))
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    yield Case("fields without end", lambda: made.word(f"<w:p>{begin * levels}</w:p>"))
    yield Case("with a password", made.locked_word)
    yield Case("old Word", lambda: dict(made.samples())["doc"])
    field = '<w:fldSimple w:instr="ADDIN ZOTERO_ITEM CSL_CITATION {}"><w:r><w:t>(1)</w:t></w:r></w:fldSimple>'
    json = "{&quot;a&quot;:" * levels
    yield Case("deep field code", lambda: made.word(f"<w:p>{field.format(json)}</w:p>"))
    simple = field.format("{&quot;citationItems&quot;:[{&quot;id&quot;:1,&quot;itemData&quot;:{&quot;id&quot;:1}}]}")
    yield Case("20,000 fields", lambda: made.word(f"<w:p>{simple}</w:p>" * int(20_000 * size)))


def _odt(size: float) -> Iterator[Case]:
    levels = int(100_000 * size)
    yield Case("flat zip bomb", lambda: made.flat_bomb("content.xml", size))
    yield Case("lying zip bomb", lambda: made.lying_bomb("content.xml", size))
    yield Case("nested zip bomb", partial(_nested, made.open_document, "content.xml", "Object 1/more.odt", size))
    yield from _xml(lambda body, head: made.open_document(f"<text:p>{body}</text:p>", head))
    yield Case("deep", lambda: made.open_document("<text:section>" * levels + "</text:section>" * levels))
    yield Case(
        "deep, within what XML parsers allow", lambda: made.open_document("<text:span>" * 240 + "</text:span>" * 240)
    )
    yield Case("with a password", made.locked_open_document)


def _nested(make: Callable[..., bytes], main: str, inside: str, size: float) -> bytes:
    bomb = made.flat_bomb(main, size)
    for _ in range(5):
        bomb = made.archive({f"{n}.zip": bomb for n in range(4)})
    return make("", "", {inside: bomb})


def _xml(make: Callable[[str, str], bytes]) -> Iterator[Case]:
    yield Case("billion laughs", lambda: make("&l9;", LAUGHS))
    long = f'<!DOCTYPE r [<!ENTITY l "{"ha " * 20_000}">]>'
    yield Case("quadratic laughs", lambda: make("&l;" * 20_000, long))
    yield Case("entity of itself", lambda: make("&a;", '<!DOCTYPE r [<!ENTITY a "&b;"><!ENTITY b "&a;">]>'))


def _html(size: float) -> Iterator[Case]:
    levels = int(100_000 * size)
    yield from _xml(lambda body, head: f"{head}<html><body><p>{body}</p></body></html>".encode())
    yield Case("deep lists", lambda: b"<ul><li>" * levels)
    yield Case("deep tables", lambda: b"<table><tr><td>" * levels)
    yield Case("attributes", lambda: b"<p " + b"a=1 " * levels + b">")
    yield Case(
        "a picture of 20 MB", lambda: b'<img src="data:image/png;base64,' + b"A" * int(20_000_000 * size) + b'">'
    )


def _rtf(size: float) -> Iterator[Case]:
    levels = int(100_000 * size)
    yield Case("deep", lambda: b"{\\rtf1 " + b"{\\b " * levels + b"a" + b"}" * levels + b"}")
    yield Case("binary longer than the file", lambda: b"{\\rtf1 \\bin2147483647 a}")
    yield Case("a picture of 20 MB", lambda: b"{\\rtf1 {\\pict\\pngblip " + b"00" * int(10_000_000 * size) + b"}}")


def _tex(size: float) -> Iterator[Case]:
    levels = int(100_000 * size)
    make = MANUSCRIPTS["tex"]
    yield Case("deep", lambda: make(["\\begin{quote}" * levels + "\\end{quote}" * levels]))
    yield Case("deep footnotes", lambda: make(["\\footnote{" * levels + "a" + "}" * levels]))
    yield Case("macro of itself", lambda: make(["\\newcommand{\\a}{\\a\\a}", "\\a"]))
    doubles = ["\\newcommand{\\da}{ha }"]
    for before, name in pairwise("abcdefghijkl"):
        doubles.append(f"\\newcommand{{\\d{name}}}{{{f'{{}}d{before}'.format(chr(92)) * 10}}}")
    yield Case("billion laughs", lambda: make([*doubles, "\\dl"]))
    yield Case("file outside", lambda: make(["\\input{/etc/passwd}", "\\input{../../../../etc/passwd}", SENTENCE]))
    yield Case("a file named 20,000 times", lambda: make(["\\input{chapter}"] * int(20_000 * size)))
    yield Case("shell escape", lambda: make(["\\immediate\\write18{touch hacked}", "\\input{|touch hacked}", SENTENCE]))
    yield Case(
        "list of 20,000",
        lambda: make(["\\begin{thebibliography}{9}", *_items(int(20_000 * size)), "\\end{thebibliography}"]),
    )


def _items(count: int) -> list[str]:
    return [f"\\bibitem{{a{n}}} Reef A. Growth of corals. J Reefs, 2011." for n in range(count)]


def _md(size: float) -> Iterator[Case]:
    levels = int(100_000 * size)
    yield Case("deep list", lambda: b"\n".join(b"  " * n + b"- a" for n in range(min(levels, 3000))))
    yield Case("aliases in the header", lambda: _yaml_laughs() + b"\n\ntext [@a].\n")
    yield Case("deep header", lambda: b"---\na: " + b"[" * levels + b"\n---\ntext\n")
    yield Case("links without end", lambda: b"[a](<b" * levels)
    yield Case("references of itself", lambda: b"[a]: [a]\n" * levels + b"[a]\n")
    yield Case("footnote of itself", lambda: b"a[^1]\n\n[^1]: b[^1]\n")
    yield Case("table of 20,000 columns", lambda: b"|a" * 20_000 + b"\n" + b"|-" * 20_000 + b"\n")
    yield Case("raw file", lambda: b"{{< include /etc/passwd >}}\n\n```{r child='/etc/passwd'}\n```\n")


def _yaml_laughs() -> bytes:
    lines = ["---", "a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return "\n".join([*lines, "references: *a9", "---"]).encode()


def _pdf(size: float) -> Iterator[Case]:
    levels = int(100_000 * size)
    yield Case("100,000 objects", lambda: made.printed([[SENTENCE]], tuple(b"<< /A %d >>" % n for n in range(levels))))
    annotation = b"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org) >> >>"
    yield Case("100,000 links", lambda: _annotated(annotation, levels))
    yield Case("20,000 pages", lambda: made.printed([[SENTENCE]] * int(20_000 * size)))
    yield Case("20,000 pages without text", lambda: made.printed([[]] * int(20_000 * size)))
    yield Case(
        "page tree of itself",
        lambda: made.pdf([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>"]),
    )
    yield Case(
        "100,000 pages said, none there",
        lambda: made.pdf([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 100000 >>"]),
    )
    yield Case("deep array", lambda: made.printed([[SENTENCE]], (b"[" * levels + b"]" * levels,)))
    yield Case("deep page tree", lambda: _tree(levels))
    yield Case("packed text", lambda: made.printed([["a" * int(50_000_000 * size)]]))
    yield Case("a page of 300,000 letters apart", lambda: made.printed([["a b" * int(100_000 * size)]]))
    yield Case("deep graphics state", lambda: _drawn(b"q " * levels))
    yield Case("a form of itself", lambda: _form())
    yield Case("with a password", made.locked_pdf)
    yield Case("no end", lambda: made.printed([[SENTENCE]]).split(b"xref")[0])


def _annotated(annotation: bytes, count: int) -> bytes:
    whole = made.printed([[SENTENCE]], (annotation,))
    return whole.replace(b"/Type /Page /Parent", b"/Type /Page /Annots [%s] /Parent" % (b"6 0 R " * count))


def _tree(levels: int) -> bytes:
    nodes = [b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % (n + 3) for n in range(levels)]
    return made.pdf([b"<< /Type /Catalog /Pages 2 0 R >>", *nodes, b"<< /Type /Page /MediaBox [0 0 9 9] >>"])


def _drawn(stream: bytes) -> bytes:
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R >>"
    content = b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream)
    return made.pdf([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>", content, page])


def _form() -> bytes:
    form = (
        b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /A 3 0 R >> >> /Length 12 >>\n"
        b"stream\n/A Do /A Do \nendstream"
    )
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R /Resources << /XObject << /A 3 0 R >> >> >>"
    )
    content = b"<< /Length 5 >>\nstream\n/A Do\nendstream"
    return made.pdf(
        [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [4 0 R] /Count 1 >>", form, page, content]
    )


def _bib(size: float) -> Iterator[Case]:
    levels = int(100_000 * size)
    one = BIBLIOGRAPHIES["bib"](1)
    yield Case("deep braces in a value", lambda: one.replace(b"Growth", b"{" * levels + b"a" + b"}" * levels))
    yield Case("never closed", lambda: one.replace(b"}}", b"") * int(20_000 * size))
    yield Case("strings of strings", lambda: _strings())
    yield Case(
        "a string of itself",
        lambda: b"@string{a = a # a}\n@string{b = c}\n@string{c = b}\n" + one.replace(b"{2011}", b"a # b"),
    )
    yield Case(
        "parents in a ring", lambda: b"@book{a, crossref = {b}}\n@book{b, crossref = {a}}\n@book{c, crossref = {c}}\n"
    )
    chain = b"".join(b"@book{a%d, crossref = {a%d}}\n" % (n, n + 1) for n in range(int(20_000 * size)))
    yield Case("parents in a chain", lambda: chain)
    yield Case("one key 20,000 times", lambda: one * int(20_000 * size))
    yield Case("20,000 fields", lambda: b"@article{a, " + b"".join(b"f%d = {a}, " % n for n in range(20_000)) + b"}")


def _strings() -> bytes:
    lines = ["@string{s0 = {ha ha ha ha ha ha ha ha ha ha}}"]
    lines += [f"@string{{s{n} = {' # '.join([f's{n - 1}'] * 10)}}}" for n in range(1, 10)]
    return "\n".join([*lines, "@article{a, title = s9, year = 2011}"]).encode()


def _json(size: float) -> Iterator[Case]:
    levels = int(100_000 * size)
    yield Case("deep lists", lambda: b"[" * levels + b"]" * levels)
    yield Case("deep objects", lambda: b'[{"id":1,"author":' + b'{"a":' * levels + b"1" + b"}" * levels + b"}]")
    yield Case("a number of 100,000 digits", lambda: b'[{"id":%s,"title":"a"}]' % (b"9" * levels))
    yield Case(
        "a year of 5,000 digits", lambda: b'[{"id":1,"title":"a","issued":{"date-parts":[[%s]]}}]' % (b"9" * 5000)
    )
    yield Case("not what it should be", lambda: b'[{"id":[],"title":{"a":1},"author":"b","issued":[]},1,null,"a",[[]]]')
    yield Case("lone surrogate", lambda: b'[{"id":"a","title":"\\ud800 corals"}]')


def _endnote(size: float) -> Iterator[Case]:
    yield from _xml(lambda body, head: made._endnote(made._RECORD.replace("Growth", body), head))
    levels = int(100_000 * size)
    yield Case("deep", lambda: made._endnote("<record>" * levels + "</record>" * levels))
    yield Case(
        "deep styles", lambda: made._endnote(made._RECORD.replace("Growth", "<style>" * levels + "</style>" * levels))
    )


def _pubmed(size: float) -> Iterator[Case]:
    yield from _xml(lambda body, head: made._pubmed(made._PUBMED.replace("Growth", body), head))
    levels = int(100_000 * size)
    yield Case("deep", lambda: made._pubmed("<PubmedArticle>" * levels))


_MADE: Mapping[str, Callable[[float], Iterator[Case]]] = {
    "docx": _docx, "odt": _odt, "html": _html, "rtf": _rtf, "tex": _tex, "md": _md, "pdf": _pdf, "bib": _bib,
    "json": _json, "endnote": _endnote, "pubmed": _pubmed,
}  # fmt: skip


def reaching_out(suffix: str, address: str) -> Iterator[Case]:
    """Files that ask for another file or page: `address` is what they name. What stands there must not be read."""
    head = f'<!DOCTYPE r [<!ENTITY out SYSTEM "{address}"><!ENTITY % more SYSTEM "{address}"> %more;]>'
    makers: Mapping[str, Callable[[], bytes]] = {
        "docx": lambda: made.word("<w:p><w:r><w:t>in &out; side</w:t></w:r></w:p>", head),
        "odt": lambda: made.open_document("<text:p>in &out; side</text:p>", head),
        "html": lambda: f'{head}<html><body><p>in &out; side</p><img src="{address}"><iframe src="{address}">'.encode(),
        "endnote": lambda: made._endnote(made._RECORD.replace("Growth", "in &out; side"), head),
        "pubmed": lambda: made._pubmed(made._PUBMED.replace("Growth", "in &out; side"), head),
        "tex": lambda: MANUSCRIPTS["tex"](
            [f"\\input{{{address}}}", f"\\include{{{address}}}", f"\\bibliography{{{address}}}", SENTENCE]
        ),
        "md": lambda: (
            f"---\nbibliography: {address}\ncsl: {address}\n---\n\n![a]({address})\n\n[a]: {address}\n".encode()
        ),
        "rtf": lambda: f'{{\\rtf1 {{\\field{{\\*\\fldinst INCLUDETEXT "{address}"}}{{\\fldrslt in side}}}}}}'.encode(),
    }
    for kind in KINDS.get(suffix.lower(), ()):
        if kind in makers:
            yield Case(f"{kind} reaching out", makers[kind])
