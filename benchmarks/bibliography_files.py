"""Every bibliography at hand, read: `python -m benchmarks.bibliography_files DATA [--files]`.

Prints, by folder of DATA/references, how many files were read, refused in one line, or are in no format that is read,
and what was found in them; with `--files`, the same for every file. Then whether one library of 385 records says the
same as .bib, .ris and .csv, and how long the longest .bib takes. Exits 1 where a file raised, where nothing was found
in a file whose format shows that something is there, where the three disagree on what they all have, or where reading
the longest .bib takes 5 s of processor time.
"""

import argparse
import csv
import io
import re
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Final

from benchmarks.bibliographies import folded
from benchmarks.machine import described
from state.errors import ManuscriptError
from state.manuscript import Reference
from tasks.readers.bibliography import bibliography_format
from tasks.readers.bibtex.reader import BibReader
from tasks.readers.records.ris import RisReader

FOLDERS: Final = ("bib", "ris", "nbib", "jabref", "zotero_translators", "same_library_three_ways")
WANTED_SECONDS: Final = 5.0
STATED: Final = ("title", "authors", "editors", "year", "journal", "doi", "pmid")
_OTHER = (".expected.json", ".csv", ".md", ".cff")


def main() -> int:
    """Read, count and print; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--files", action="store_true", help="print a line for every file")
    given = parser.parse_args()
    references = given.data / "references"
    print(described(), "\n")
    columns = ("files", "read", "refused", "unknown", "empty", "records", "broken", *STATED)
    print(f"{'':28}" + "".join(f"{column:>9}" for column in columns))
    suspicious = 0
    for folder in FOLDERS:
        total: Counter[str] = Counter()
        for path in sorted((references / folder).rglob("*")):
            if path.is_file() and not path.name.endswith(_OTHER):
                counts, note = found_in(path)
                total.update(counts)
                suspicious += counts["empty"] and not note.startswith("nothing there")
                if given.files or (counts["empty"] and note):
                    shown = " ".join(
                        f"{name}={counts[name]}" for name in ("records", "broken", *STATED) if counts[name]
                    )
                    print(f"  {path.name[:70]}: {note} {shown}")
        print(f"{folder:28}" + "".join(f"{total[column]:>9}" for column in columns))
    agreed = three_ways(references / "same_library_three_ways")
    quick = longest(references / "bib")
    return 0 if agreed and quick and not suspicious else 1


def found_in(path: Path) -> tuple[Counter[str], str]:
    """What a file holds, and in words what became of it."""
    content = path.read_bytes()
    counts: Counter[str] = Counter(files=1)
    reader = bibliography_format(path.name, content)
    if reader is None:
        counts["unknown"] = 1
        return counts, "in no format that is read"
    try:
        entries = reader.read(path.name, content)
    except ManuscriptError as error:
        counts["refused"] = 1
        return counts, str(error)
    counts.update(read=1, records=len(entries.references), broken=len(entries.broken))
    for reference in entries.references:
        counts.update(name for name in STATED if getattr(reference, name))
    if entries.references:
        return counts, reader.name
    counts["empty"] = 1
    if entries.broken or not re.search(
        rb"(?im)^\s*@\s*(?!comment|string|preamble)\w+\s*\{|^TY  -|^PMID-|^PT |<record>", content
    ):
        return counts, f"nothing there ({reader.name}, {len(entries.broken)} broken)"
    return counts, f"{reader.name}: nothing found"


def three_ways(folder: Path) -> bool:
    """Whether the records of one library agree on title, year and DOI in all three files, as far as each has them."""
    [bib], [ris], [table] = (sorted(folder.rglob(f"*.{suffix}")) for suffix in ("bib", "ris", "csv"))
    ours = [
        _by_title(BibReader().read(bib.name, bib.read_bytes()).references),
        _by_title(RisReader().read(ris.name, ris.read_bytes()).references),
    ]
    rows = list(csv.DictReader(io.StringIO(table.read_text("utf-8-sig"))))
    counts: Counter[str] = Counter()
    for row in rows:
        title = folded(row["Title"])
        found = [library[title] for library in ours if title in library]
        counts["titles in all three"] += len(found) == 2
        if len(found) < 2:
            continue
        extra = re.search(r"DOI: (\S+)", row["Extra"])
        told = {(row["DOI"] or (extra.group(1) if extra else "")).lower()}
        dois = [told, *({reference.doi or "" for reference in references} for references in found)]
        years = [{row["Publication Year"]}, *({str(item.year or "") for item in references} for references in found)]
        counts["years equal"] += bool(set.intersection(*years))
        counts["DOIs equal"] += bool(set.intersection(*dois))
        stated = [held - {""} for held in dois if held - {""}]
        counts["DOIs equal where stated"] += not stated or bool(set.intersection(*stated))
    print(
        f"\none library as .bib, .ris and .csv, {len(rows)} records: "
        + ", ".join(f"{k} {v}" for k, v in counts.items())
    )
    return all(counts[key] == len(rows) for key in ("titles in all three", "years equal", "DOIs equal where stated"))


def _by_title(references: tuple[Reference, ...]) -> dict[str, list[Reference]]:
    found: dict[str, list[Reference]] = {}
    for reference in references:
        found.setdefault(folded(reference.title or ""), []).append(reference)
    return found


def longest(folder: Path) -> bool:
    """Whether the longest .bib is read in the time wanted."""
    path = max(folder.rglob("*.bib"), key=lambda file: file.stat().st_size)
    content = path.read_bytes()
    start, computed = time.perf_counter(), time.process_time()
    entries = BibReader().read(path.name, content)
    wall, computing = time.perf_counter() - start, time.process_time() - computed
    print(
        f"longest .bib: {len(entries.references):,} entries, {len(content) / 2**20:.1f} MiB, {wall:.2f} s"
        f" (computing {computing:.2f} s); wanted under {WANTED_SECONDS:g} s"
    )
    return computing < WANTED_SECONDS


if __name__ == "__main__":
    sys.exit(main())
