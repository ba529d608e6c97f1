"""Inputs of the reference-level tasks on real lists: `python -m benchmarks.payload DATA [--failures]`.

DATA is a folder with `references/`. Printed for each list: entries it holds by a count of its own format (not by our
reader), references read, failures, references with title, author, year and identifier, copies, ids that differ between
two readings, CPU seconds. The entries of HALLMARK and of the invented list are written as BibTeX, since they come as
fields; the gold-segmented reference strings as plain lines, numbered, with bullets, and with blank lines between. The
three files of one library should give the same count and, for entries with a DOI, the same DOIs.

Of HALLMARK's copies (it holds many works twice, right and wrong) is counted how many have another `verdict_class` than
the reference they repeat, and of how many of these the reading names no field in which the two differ: a mirrored
verdict would be wrong there and nobody told.

Exits 1 where an entry of a format with marks is lost, or an id differs between two readings. Strings without marks may
be told for running text; they are counted, and none is lost: every line is in a chunk.
"""

import argparse
import csv
import io
import json
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from lxml import etree

from benchmarks.machine import described
from state.payload import Payload
from tasks.parse.payload import read_payload


def main() -> int:
    """Print the table; 1 where something is lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--failures", action="store_true", help="print what could not be read")
    options = parser.parse_args()
    print(described())
    print(
        f"{'list':<34}{'held':>7}{'read':>7}{'failed':>7}{'title':>7}{'author':>7}{'year':>7}{'ident':>7}{'copies':>7}{'s':>7}"
    )
    lost = False
    dois: dict[str, set[str]] = {}
    for name, held, content in lists(options.data / "references"):
        began = time.process_time()
        payload = read_payload([(name, content)], cap=None)
        seconds = time.process_time() - began
        again = read_payload([(name, content)], cap=None)
        ids = [one.reference_id for one in payload.references]
        stable = payload == again and len(set(ids)) == len(ids)
        lost = lost or not stable or (held is not None and len(ids) != held and "gold" not in name)
        print_row(name, held, payload, seconds)
        if not stable:
            print("  ids differ between two readings, or are not unique")
        if options.failures:
            for one in payload.references:
                if one.failure:
                    print(f"  {one.line}: {one.failure}: {one.reference.raw[:120]!r}")
        if "Zotero" in name:
            dois[name] = {one.reference.doi for one in payload.references if one.reference.doi}
    print_copies(options.data / "references" / "hallmark_dev.jsonl")
    if dois:
        common = set.intersection(*dois.values())
        print(f"same library: DOIs in every form {len(common)}; " + ", ".join(f"{n} {len(d)}" for n, d in dois.items()))
    return int(lost)


def print_row(name: str, held: int | None, payload: Payload, seconds: float) -> None:
    """One list's figures."""
    found = [one.reference for one in payload.references]
    failed = sum(1 for one in payload.references if one.failure)
    with_title = sum(1 for one in found if one.title)
    with_author = sum(1 for one in found if one.authors or one.editors)
    with_year = sum(1 for one in found if one.year)
    identified = sum(1 for one in found if one.doi or one.pmid or one.arxiv or one.isbn or one.url)
    print(
        f"{name:<34}{held if held is not None else '-':>7}{len(found):>7}{failed:>7}{with_title:>7}{with_author:>7}"
        f"{with_year:>7}{identified:>7}{len(payload.duplicates):>7}{seconds:>7.2f}"
    )


def print_copies(path: Path) -> None:
    """How far a verdict mirrored onto a copy would be wrong."""
    rows = labelled(path)
    payload = read_payload([(path.name, bibtex_of(rows))], cap=None)
    place = {one.reference_id: one.ordinal - 1 for one in payload.references}
    unlike = [
        copy
        for copy in payload.duplicates
        if rows[place[copy.reference_id]]["verdict_class"] != rows[place[copy.duplicate_of]]["verdict_class"]
    ]
    silent = sum(1 for copy in unlike if not copy.differs)
    print(
        f"copies {len(payload.duplicates)}, of another verdict class {len(unlike)}, of these told by no field {silent}"
    )


def labelled(path: Path) -> list[dict[str, object]]:
    """The rows of a labelled list."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def bibtex_of(rows: list[dict[str, object]]) -> bytes:
    """Labelled entries as a .bib."""
    return "\n\n".join(as_bibtex(row, n) for n, row in enumerate(rows, 1)).encode()


def gold_strings(path: Path) -> list[str]:
    """The strings of a gold-segmented file, each on one line."""
    root = etree.fromstring(path.read_bytes(), etree.XMLParser(resolve_entities=False, no_network=True))
    strings = [" ".join(" ".join(str(part) for part in one.itertext()).split()) for one in root.iter("sequence")]
    return [one for one in strings if one]


def lists(folder: Path) -> Iterator[tuple[str, int | None, bytes]]:
    """Name, number of entries by the format's own marks (None where it has none), and bytes of each list."""
    for name in ("hallmark_dev.jsonl", "neurips2025_invented.jsonl"):
        rows = labelled(folder / name)
        yield name, len(rows), bibtex_of(rows)
    for path in sorted((folder / "same_library_three_ways").rglob("*.*")):
        content = path.read_bytes()
        text = content.decode("utf-8-sig", "replace")
        if path.suffix == ".bib":
            yield path.name, sum(1 for line in text.splitlines() if line.startswith("@")), content
        elif path.suffix == ".ris":
            yield path.name, sum(1 for line in text.splitlines() if line.startswith("TY  - ")), content
        elif path.suffix == ".csv":
            yield path.name, sum(1 for _ in csv.reader(io.StringIO(text))) - 1, content
    strings = gold_strings(folder / "reference_strings" / "res__parser__gold.xml")
    for layout, text in (
        ("lines", "\n".join(strings)),
        ("blank lines", "\n\n".join(strings)),
        ("numbered", "\n".join(f"[{n}] {one}" for n, one in enumerate(strings, 1))),
        ("bullets", "\n".join(f"• {one}" for one in strings)),
    ):
        yield f"gold strings, {layout}", len(strings), text.encode()
    path = folder / "reference_strings" / "spec__fixtures__phd.txt"
    yield path.name, None, path.read_bytes()


def as_bibtex(row: Mapping[str, object], number: int) -> str:
    """A labelled entry as it would stand in a .bib."""
    fields = row["fields"]
    assert isinstance(fields, Mapping)
    inner = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return f"@{row.get('type') or 'misc'}{{entry{number},\n{inner}\n}}"


if __name__ == "__main__":
    sys.exit(main())
