"""The checkpoint as a table: every claim with its severity out, the human's words back in.

The table is written so that a spreadsheet opens it as text (UTF-8 with BOM, no cell acts as a formula), and read as
spreadsheets save it (comma, semicolon or tab; UTF-8, UTF-16 or GBK).
"""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass

from reports.index import Index
from state.decision import DecisionKind
from state.errors import UserError
from state.manuscript import Claim, Strictness
from state.snapshot import Snapshot

COLUMNS = (
    "claim_id",
    "reference",
    "chapter",
    "line",
    "context",
    "summary",
    "template",
    "severity",
    "human_severity",
    "human_summary",
    "human_word",
    "reason",
    "author",
)
_READ = ("claim_id", "human_severity", "human_summary", "human_word")
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_ESCAPED = re.compile(r"'+[=+\-@\t\r＝＋－＠]")
_SEVERITY = {s.value.lower(): s for s in Strictness} | {
    "严格": Strictness.STRICT,
    "标准": Strictness.STANDARD,
    "宽松": Strictness.LENIENT,
}
_WORD = {"usual": "usual", "unusual": "unusual", "常规": "usual", "非常规": "unusual"}
_KINDS = {
    "human_severity": DecisionKind.SEVERITY,
    "human_summary": DecisionKind.SUMMARY,
    "human_word": DecisionKind.METHOD,
}


@dataclass(frozen=True)
class ReviewWord:
    """One word of a human from the table. It becomes a `Decision` when the door adds the time."""

    kind: DecisionKind
    subject: str
    value: str
    reason: str
    author: str
    line: int
    """Line of the file its row begins on, from 1."""


def review_csv(snapshot: Snapshot) -> bytes:
    """Every claim in reading order; the `human_…` columns hold what people have decided so far."""
    index = Index(snapshot)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    several = len({claim.file for claim in index.claims}) > 1
    for claim in index.claims:
        writer.writerow([_shielded(cell) for cell in _row(index, claim, several)])
    return b"\xef\xbb\xbf" + out.getvalue().encode("utf-8", "replace")


def _row(index: Index, claim: Claim, several_files: bool) -> tuple[str, ...]:
    decided = {name: index.decision(kind, claim.claim_id) for name, kind in _KINDS.items()}
    last = max((d for d in decided.values() if d), key=lambda d: d.at, default=None)
    line = f"{claim.line} ({claim.note})" if claim.note else str(claim.line)
    place = f"{claim.file} {line}" if several_files else line
    return (
        claim.claim_id,
        claim.reference_id,
        claim.chapter,
        place,
        " ".join(claim.context_raw.split()),
        claim.claim_summary,
        claim.template.value,
        claim.severity.value,
        *(d.value if (d := decided[name]) else "" for name in _KINDS),
        last.reason if last else "",
        last.author if last else "",
    )


def _shielded(cell: str) -> str:
    """A cell that a spreadsheet would take for a formula gets an apostrophe; `_unshielded` takes it off again."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unshielded(cell: str) -> str:
    return cell[1:] if _ESCAPED.match(cell) else cell


def read_review_csv(data: bytes, snapshot: Snapshot) -> tuple[ReviewWord, ...]:
    """The words of the table that are not in the snapshot yet, in the order of its rows.

    UserError, naming the line, for a claim that is not in the run, a claim that stands twice, or a word that is not one
    of the choices. Nothing is taken from a table with an error.
    """
    index = Index(snapshot)
    claims = {claim.claim_id: claim for claim in index.claims}
    seen: dict[str, int] = {}
    words: list[ReviewWord] = []
    for line, row in _rows(data):
        claim_id = row.get("claim_id", "")
        if claim_id not in claims:
            raise UserError(f"review table, line {line}: there is no claim {claim_id!r} in this run; export it again")
        if claim_id in seen:
            raise UserError(f"review table, line {line}: {claim_id} stands on line {seen[claim_id]} too; keep one row")
        seen[claim_id] = line
        words.extend(w for w in _words(line, row, claims[claim_id]) if _is_new(index, w))
    return tuple(words)


def _words(line: int, row: dict[str, str], claim: Claim) -> Iterator[ReviewWord]:
    severity, summary, word = (row.get(name, "") for name in _KINDS)

    def said(kind: DecisionKind, value: str) -> ReviewWord:
        return ReviewWord(kind, claim.claim_id, value, row.get("reason", ""), row.get("author", ""), line)

    printed = row.get("severity", "")
    if not severity and printed and printed != claim.severity.value:
        raise UserError(
            f"review table, line {line}: severity is {claim.severity.value} in the run and {printed!r} in the table; "
            "put your own word into human_severity"
        )
    if severity:
        if severity.lower() not in _SEVERITY:
            raise UserError(f"review table, line {line}: severity {severity!r} is none of Strict, Standard, Lenient")
        yield said(DecisionKind.SEVERITY, _SEVERITY[severity.lower()].value)
    if summary:
        yield said(DecisionKind.SUMMARY, summary)
    if word:
        if word.lower() not in _WORD:
            raise UserError(f"review table, line {line}: human_word {word!r} is none of usual, unusual")
        if not claim.method_needs_human_confirm:
            raise UserError(f"review table, line {line}: {claim.claim_id} cites no method; leave human_word empty")
        yield said(DecisionKind.METHOD, _WORD[word.lower()])


def _is_new(index: Index, word: ReviewWord) -> bool:
    known = index.decision(word.kind, word.subject)
    return known is None or known.value != word.value  # an unchanged cell is no new decision


def _rows(data: bytes) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows as name → cell with the line they begin on; empty rows are left out."""
    text = _decoded(data)
    delimiter, skipped = _delimiter(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    header: list[str] | None = None
    begins = 1
    try:
        for cells in reader:
            line, begins = begins, reader.line_num + 1
            cleaned = [_unshielded(cell.strip()) for cell in cells]
            if line <= skipped or not any(cleaned):
                continue
            if header is None:
                header = _header([cell.lower() for cell in cleaned])
            elif len(cleaned) > len(header) and any(cleaned[len(header) :]):
                raise UserError(f"review table, line {line}: {len(cleaned)} cells, but {len(header)} columns")
            else:
                yield line, dict(zip(header, cleaned, strict=False))
    except csv.Error as error:
        raise UserError(f"review table, line {begins}: cannot be read as a table ({error})") from None
    if header is None:
        raise UserError("review table: the file is empty; export it with `corrigenda review DIR --export FILE.csv`")


def _header(names: list[str]) -> list[str]:
    missing = [name for name in _READ if name not in names]
    if missing:
        raise UserError(f"review table, line 1: no column {', '.join(missing)}; keep the first row as it was exported")
    return names


def _delimiter(text: str) -> tuple[str, int]:
    """The character between cells, and how many lines stand before the header (`sep=;`, as Excel writes it)."""
    first, _, rest = text.partition("\n")
    skipped = 1 if first.strip().lower().startswith("sep=") else 0
    head = (rest if skipped else first).partition("\n")[0]
    return max(",;\t", key=head.count), skipped


def _decoded(data: bytes) -> str:
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            text = _try(data, encoding)
            return _refuse() if text is None else text
    for encoding in ("utf-8", "gb18030"):
        text = _try(data, encoding)
        if text is not None:
            return text
    return _refuse()


def _try(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _refuse() -> str:
    raise UserError("review table: its characters cannot be read; save it as “CSV UTF-8”")
