"""One open transaction of the store: a piece of work's results on their way in."""

import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.dialects import sqlite
from sqlmodel import SQLModel

from state.decision import Decision
from state.exchange import Body, Request
from state.judgment import Judgment, RawAnswer
from state.ledger import PromptRecord
from state.lookup import Kept
from state.manuscript import Citation, Claim, Manuscript, Reference
from state.resolution import Resolution
from state.store import tables as t
from state.words import Word, canonical_json


def to_json(word: Word) -> str:
    return canonical_json(word.model_dump(mode="json"))


class Work:
    """One open transaction: a piece of work's results on their way in."""

    def __init__(self, connection: Connection, run_id: str) -> None:
        self._connection = connection
        self._run_id = run_id

    def _put(self, table: type[SQLModel], rows: Sequence[dict[str, Any]], keys: Sequence[str]) -> None:
        if not rows:
            return
        target = table.__table__  # type: ignore[attr-defined]
        statement: Any = sqlite.insert(target)
        if self._connection.dialect.name == "postgresql":
            from sqlalchemy.dialects import postgresql

            statement = postgresql.insert(target)
        changed = {name: statement.excluded[name] for name in rows[0] if name not in keys}
        self._connection.execute(statement.on_conflict_do_update(index_elements=list(keys), set_=changed), list(rows))

    def put_manuscript(self, manuscript: Manuscript) -> None:
        """Replace what is kept of the manuscript beside its references, citations and claims."""
        shell = manuscript.model_copy(update={"references": (), "citations": (), "claims": ()})
        runs = t.RunRow.__table__  # type: ignore[attr-defined]
        self._connection.execute(runs.update().where(runs.c.run_id == self._run_id).values(manuscript=to_json(shell)))

    def put_references(self, references: Sequence[Reference]) -> None:
        rows = [
            {
                "run_id": self._run_id,
                "reference_id": r.id,
                "position": position,
                "title": r.title,
                "doi": r.doi,
                "pmid": r.pmid,
                "payload": to_json(r),
            }
            for position, r in enumerate(references)
        ]
        self._put(t.ReferenceRow, rows, ("run_id", "reference_id"))

    def put_citations(self, citations: Sequence[Citation]) -> None:
        rows = [
            {"run_id": self._run_id, "citation_id": c.id, "position": position, "payload": to_json(c)}
            for position, c in enumerate(citations)
        ]
        self._put(t.CitationRow, rows, ("run_id", "citation_id"))

    def put_claims(self, claims: Sequence[Claim]) -> None:
        rows = [
            {
                "run_id": self._run_id,
                "claim_id": c.claim_id,
                "position": position,
                "content_key": c.content_key,
                "payload": to_json(c),
            }
            for position, c in enumerate(claims)
        ]
        self._put(t.ClaimRow, rows, ("run_id", "claim_id"))

    def put_resolution(self, resolution: Resolution) -> None:
        row = {
            "run_id": self._run_id,
            "reference_id": resolution.reference_id,
            "identity": resolution.identity.value,
            "payload": to_json(resolution),
        }
        self._put(t.ResolutionRow, [row], ("run_id", "reference_id"))

    def put_judgments(self, judgments: Sequence[Judgment]) -> None:
        rows = [
            {
                "run_id": self._run_id,
                "claim_id": j.claim_id,
                "verdict": j.verdict.value if j.verdict else None,
                "confidence": j.confidence.value,
                "payload": to_json(j),
            }
            for j in judgments
        ]
        self._put(t.JudgmentRow, rows, ("run_id", "claim_id"))

    def put_decisions(self, decisions: Sequence[Decision], claim_keys: dict[str, str]) -> None:
        """Add human decisions; `claim_keys` gives the content key of each claim decided on."""
        rows = [
            {
                "run_id": self._run_id,
                "kind": d.kind.value,
                "subject": d.subject,
                "claim_key": claim_keys.get(d.subject),
                "payload": to_json(d),
            }
            for d in decisions
        ]
        if rows:
            self._connection.execute(t.DecisionRow.__table__.insert(), rows)  # type: ignore[attr-defined]

    def put_answers(self, exchanges: Sequence[tuple[Request, Body]], settled: Sequence[Kept]) -> None:
        """Keep bodies and the answers read from them. Unavailable answers are refused: they are asked again."""
        if any(kept.lookup.outcome == "unavailable" for kept in settled):
            raise ValueError("an unavailable lookup is not an answer and is never kept")
        bodies = [
            {
                "fingerprint": request.fingerprint,
                "service": request.registry.value,
                "status": body.status,
                "received_at": body.received_at,
                "sha256": body.sha256,
                "request": to_json(request),
                "content": zlib.compress(body.content),
            }
            for request, body in exchanges
        ]
        self._put(t.BodyRow, bodies, ("fingerprint",))
        answers = [
            {
                "query_key": kept.query.key,
                "service": kept.query.registry.value,
                "kind": kept.query.kind.value,
                "value": kept.query.value,
                "outcome": kept.lookup.outcome,
                "asked_at": kept.asked_at,
                "payload": to_json(kept),
            }
            for kept in settled
        ]
        self._put(t.AnswerRow, answers, ("query_key",))

    def put_model_answer(self, prompt_key: str, prompt: PromptRecord, answer: RawAnswer) -> None:
        row = {
            "prompt_key": prompt_key,
            "judge": prompt.judge,
            "parameters": prompt.parameters,
            "system": prompt.system,
            "user": prompt.user,
            "payload": to_json(answer),
        }
        self._put(t.ModelAnswerRow, [row], ("prompt_key",))

    def put_import(self, document: str, layout: str) -> None:
        self._put(t.ImportRow, [{"run_id": self._run_id, "document": document, "layout": layout}], ("run_id",))

    def put_piece(self, step: str, name: str, at: datetime) -> None:
        """The row that says the piece is done. Doing it again changes nothing but its time."""
        row = {"run_id": self._run_id, "step": step, "name": name, "committed_at": at}
        self._put(t.PieceRow, [row], ("run_id", "step", "name"))
