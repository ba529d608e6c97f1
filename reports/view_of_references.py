"""How one reference is shown: what is printed, what is recorded, who was asked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reports.anchors import anchor
from reports.findings_of_notices import notice_order
from reports.findings_of_references import describe, describe_print, years_apart
from reports.index import MISMATCH, Index
from reports.view_of_claims import ClaimView
from state.lookup import Notice, QueryKind, RegistryName
from state.manuscript import Reference
from state.resolution import AbstractSource, Candidate, Discrepancy, Field, Identity, LookupNote, Resolution

_CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_FIELDS = tuple(Field)
_REGISTRIES = tuple(RegistryName)


def _first_words(text: str, length: int = 40) -> str:
    """The beginning of a text, cut between words, with `…` where it goes on."""
    text = " ".join(text.split())
    if len(text) <= length:
        return text
    head = text[: length + 1]
    return (head.rpartition(" ")[0] if " " in head[length // 2 :] else head[:length]).rstrip(",;:. ") + " …"


@dataclass(frozen=True)
class Mark:
    """The outcome of comparing one field: `ok`, `warn`, `bad` or `none` (not compared)."""

    level: str
    printed: str = ""
    recorded: str = ""

    @property
    def symbol(self) -> str:
        return {"ok": "✅", "warn": "⚠️", "bad": "❌"}.get(self.level, "–")


@dataclass(frozen=True)
class ReferenceView:
    """One reference with its resolution and claims."""

    reference: Reference
    resolution: Resolution | None
    claims: tuple[ClaimView, ...]
    file: str = ""
    """The bibliography file the entry's values come from; nothing where the manuscript's own list prints them."""

    @property
    def anchor(self) -> str:
        return anchor("ref", self.reference.id)

    @property
    def listed(self) -> str:
        """The entry in the manuscript's own list, where another file's values are compared."""
        return " ".join((self.reference.listed or "").split()) if self.file else ""

    @property
    def short(self) -> str:
        """`Smith 2023`, as far as the entry says so."""
        reference = self.reference
        if reference.first_author:
            return " ".join(w for w in (reference.first_author, str(reference.year or "")) if w)
        raw = "" if reference.raw.lstrip().startswith("@") else reference.raw  # BibTeX begins with its type and key
        return _first_words(reference.listed or raw or reference.title or reference.key or reference.raw)

    @property
    def pmid(self) -> str:
        return self.reference.pmid or (self._record_id("pmid") if not self.mismatch else "")

    @property
    def doi(self) -> str:
        return self.reference.doi or (self._record_id("doi") if not self.mismatch else "")

    def _record_id(self, name: str) -> str:
        record = self.resolution.record if self.resolution else None
        value = getattr(record, name) if record and self.identified else None
        return value or ""

    @property
    def printed(self) -> str:
        return describe_print(self.reference)

    @property
    def recorded(self) -> str:
        return describe(self.resolution.record) if self.resolution else ""

    @property
    def elsewhere(self) -> str:
        return describe(self.resolution.elsewhere) if self.resolution else ""

    @property
    def identity(self) -> str:
        return self.resolution.identity.value if self.resolution else "not_asked"

    @property
    def identified(self) -> bool:
        """Whether a registry describes the cited work, doubts included."""
        good = (Identity.SAME, Identity.STRANGER, Identity.DOUBTFUL)
        return self.resolution is not None and self.resolution.identity in good

    @property
    def mismatch(self) -> bool:
        return self.resolution is not None and self.resolution.identity in MISMATCH

    @property
    def article_type(self) -> str:
        if self.resolution is None or not self.identified:
            return ""
        types = self.resolution.record.types if self.resolution.record else ()
        return self.resolution.evidence.article_type or next(iter(types), "")

    # The metadata check

    @property
    def title_mark(self) -> Mark:
        resolution = self.resolution
        if resolution is None or resolution.title_ratio is None:
            return Mark("none")
        if not self.identified:
            return Mark("bad")
        return self._mark(Field.TITLE) if self._differs(Field.TITLE) else Mark("ok" if self._near_title else "warn")

    @property
    def _near_title(self) -> bool:
        return (self.resolution.title_ratio or 0.0) >= 0.85 if self.resolution else False

    @property
    def ratio(self) -> str:
        ratio = self.resolution.title_ratio if self.resolution else None
        return f"{ratio:.2f}" if ratio is not None else ""

    @property
    def field_marks(self) -> tuple[tuple[str, Mark], ...]:
        """First author, year and journal, each against the record."""
        return tuple((f.value, self._mark(f)) for f in (Field.FIRST_AUTHOR, Field.YEAR, Field.JOURNAL))

    def _differs(self, field: Field) -> Discrepancy | None:
        return next((d for d in self.discrepancies if d.field is field), None)

    def _mark(self, field: Field) -> Mark:
        difference = self._differs(field)
        if difference is not None:
            mild = (
                not difference.stands or field is Field.TITLE or (field is Field.YEAR and years_apart(difference) == 1)
            )
            return Mark("warn" if mild else "bad", difference.printed, difference.recorded)
        record = self.resolution.record if self.resolution else None
        if record is None or not self.identified:
            return Mark("none")
        reference = self.reference
        both = {
            Field.FIRST_AUTHOR: bool(reference.authors and record.authors),
            Field.YEAR: bool(reference.year and record.year),
            Field.JOURNAL: bool(reference.journal and record.venue),
        }.get(field, True)
        return Mark("ok" if both else "none")

    @property
    def discrepancies(self) -> tuple[Discrepancy, ...]:
        found = self.resolution.discrepancies if self.resolution else ()
        return tuple(sorted(found, key=lambda d: (_FIELDS.index(d.field), d.printed, d.recorded, d.registry.value)))

    # What there was to read

    @property
    def access(self) -> str:
        """`full_text`, `abstract` or `metadata`: the level of the evidence (📄, 📑, 📌)."""
        if self.resolution is None or not self.resolution.evidence.text:
            return "metadata"
        return "full_text" if self.resolution.evidence.source is AbstractSource.FULL_TEXT_PDF else "abstract"

    @property
    def length(self) -> tuple[int, str]:
        """Length of the readable text: characters for CJK text (decisions 2.8), else words."""
        text = self.resolution.evidence.text if self.resolution else ""
        cjk = len(_CJK.findall(text))
        return (cjk, "characters") if cjk * 2 > len(text.replace(" ", "")) else (len(text.split()), "words")

    # Who was asked

    @property
    def lookups(self) -> tuple[LookupNote, ...]:
        """In the order of services: that of time would tell an interrupted run otherwise than an unbroken one."""

        def order(note: LookupNote) -> tuple[object, ...]:
            query = note.query
            registry = _REGISTRIES.index(query.registry)
            return (registry, query.kind.value, query.value, query.author or "", note.outcome, note.asked_at or "")

        return tuple(sorted(self.resolution.lookups, key=order)) if self.resolution else ()

    @property
    def lookup_groups(self) -> tuple[tuple[LookupNote, ...], ...]:
        """Lookups that ended alike in the same minute, together; in the order of the first of each."""
        found: dict[tuple[object, ...], list[LookupNote]] = {}
        for note in self.lookups:
            candidates = note.query.kind is QueryKind.TITLE and note.outcome == "found"
            alike = (note.outcome, candidates, note.reason, note.setting, (note.asked_at or "")[:16])
            found.setdefault(alike, []).append(note)
        return tuple(tuple(notes) for notes in found.values())

    @property
    def asked_at(self) -> str:
        """The minute in which all were asked, `YYYY-MM-DD HH:MM`; empty where there are several."""
        minutes = {note.asked_at[:16].replace("T", " ") if note.asked_at else "" for note in self.lookups}
        return minutes.pop() if len(minutes) == 1 else ""

    @property
    def notices(self) -> tuple[Notice, ...]:
        return tuple(sorted(self.resolution.notices, key=notice_order)) if self.resolution else ()

    @property
    def candidates(self) -> tuple[tuple[Candidate, str], ...]:
        """The nearest works that were not accepted, best first, each in one line."""
        found = self.resolution.candidates if self.resolution else ()
        ordered = sorted(found, key=lambda c: (-c.ratio, c.record.title or "", c.record.id))
        return tuple((c, describe(c.record)) for c in ordered)

    @property
    def needed(self) -> tuple[LookupNote, ...]:
        return tuple(note for note in self.lookups if note.needed)


def reference_view(index: Index, reference: Reference, claims: Sequence[ClaimView]) -> ReferenceView:
    """How this reference is shown; `claims` are those that cite it, in reading order."""
    return ReferenceView(reference, index.resolutions.get(reference.id), tuple(claims), index.entry_file(reference))
