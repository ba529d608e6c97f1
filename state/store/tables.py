"""The tables. They mirror the vocabulary, and are not domain types: a table class does not validate (measured).

Each row keeps its value whole in `payload` (canonical JSON of the vocabulary class), and beside it the columns that a
person, a query or a unique key needs. Whatever can be derived from rows has no column of its own.
"""

from datetime import datetime

from sqlalchemy import Column, DateTime, LargeBinary, Text, UniqueConstraint
from sqlmodel import Field, SQLModel


def _text() -> Column[str]:
    return Column(Text, nullable=False)


def _time() -> Column[datetime]:
    return Column(DateTime(timezone=True), nullable=False)


class MigrationRow(SQLModel, table=True):
    """A migration that has been applied."""

    __tablename__ = "migration"
    name: str = Field(primary_key=True)
    applied_at: datetime = Field(sa_column=_time())


class RunRow(SQLModel, table=True):
    """One revision of a manuscript under check. The current run of a store is the highest revision."""

    __tablename__ = "run"
    __table_args__ = (UniqueConstraint("place", "revision"),)
    run_id: str = Field(primary_key=True)
    """The run's id; in a database that several run folders share, with the place in front."""
    place: str = ""
    """Which run folder this is a run of, in a shared database; empty in a folder's own store."""
    revision: int
    created: datetime = Field(sa_column=_time())
    options: str = Field(sa_column=_text())
    """JSON of `RunOptions`."""
    manuscript: str = Field(sa_column=_text())
    """JSON of `Manuscript` without references, citations and claims."""


class ImportRow(SQLModel, table=True):
    """A verification_state.json this run was started from, as it came: what has not changed is written back so."""

    __tablename__ = "imported"
    run_id: str = Field(primary_key=True)
    document: str = Field(sa_column=_text())
    layout: str = Field(sa_column=_text())
    """How it was laid out (indent, escapes, last newline), as JSON."""


class ReferenceRow(SQLModel, table=True):
    __tablename__ = "reference"
    __table_args__ = (UniqueConstraint("run_id", "reference_id"),)
    seq: int | None = Field(default=None, primary_key=True)
    run_id: str = Field(index=True)
    reference_id: str
    position: int
    title: str | None = Field(default=None, sa_column=Column(Text))
    doi: str | None = None
    pmid: str | None = None
    payload: str = Field(sa_column=_text())


class CitationRow(SQLModel, table=True):
    __tablename__ = "citation"
    __table_args__ = (UniqueConstraint("run_id", "citation_id"),)
    seq: int | None = Field(default=None, primary_key=True)
    run_id: str = Field(index=True)
    citation_id: str
    position: int
    payload: str = Field(sa_column=_text())


class ClaimRow(SQLModel, table=True):
    __tablename__ = "claim"
    __table_args__ = (UniqueConstraint("run_id", "claim_id"),)
    seq: int | None = Field(default=None, primary_key=True)
    run_id: str = Field(index=True)
    claim_id: str
    position: int
    content_key: str
    payload: str = Field(sa_column=_text())


class PieceRow(SQLModel, table=True):
    """One committed transaction of work: that the row is there is the whole of what it says."""

    __tablename__ = "piece"
    __table_args__ = (UniqueConstraint("run_id", "step", "name"),)
    seq: int | None = Field(default=None, primary_key=True)
    run_id: str = Field(index=True)
    step: str
    name: str
    committed_at: datetime = Field(sa_column=_time())


class AnswerRow(SQLModel, table=True):
    """The kept answer to a query: Found or NotFound, never Unavailable."""

    __tablename__ = "answer"
    query_key: str = Field(primary_key=True)
    service: str
    kind: str
    value: str = Field(sa_column=_text())
    outcome: str
    asked_at: datetime = Field(sa_column=_time())
    payload: str = Field(sa_column=_text())


class BodyRow(SQLModel, table=True):
    """The body an answer was read from: its provenance."""

    __tablename__ = "body"
    fingerprint: str = Field(primary_key=True)
    service: str
    status: int
    received_at: datetime = Field(sa_column=_time())
    sha256: str
    request: str = Field(sa_column=_text())
    content: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    """zlib-compressed."""


class ResolutionRow(SQLModel, table=True):
    __tablename__ = "resolution"
    __table_args__ = (UniqueConstraint("run_id", "reference_id"),)
    seq: int | None = Field(default=None, primary_key=True)
    run_id: str = Field(index=True)
    reference_id: str
    identity: str
    payload: str = Field(sa_column=_text())


class ModelAnswerRow(SQLModel, table=True):
    """A raw model answer under the hash of exactly what can change it."""

    __tablename__ = "model_answer"
    prompt_key: str = Field(primary_key=True)
    judge: str
    parameters: str = Field(sa_column=_text())
    system: str = Field(sa_column=_text())
    user: str = Field(sa_column=_text())
    payload: str = Field(sa_column=_text())


class JudgmentRow(SQLModel, table=True):
    __tablename__ = "judgment"
    __table_args__ = (UniqueConstraint("run_id", "claim_id"),)
    seq: int | None = Field(default=None, primary_key=True)
    run_id: str = Field(index=True)
    claim_id: str
    verdict: str | None = None
    confidence: str
    payload: str = Field(sa_column=_text())


class DecisionRow(SQLModel, table=True):
    """A human's word. Rows are only ever added; the latest for a kind and subject holds."""

    __tablename__ = "decision"
    seq: int | None = Field(default=None, primary_key=True)
    run_id: str = Field(index=True)
    kind: str
    subject: str
    claim_key: str | None = None
    """Content key of the claim decided on, so that the word outlives a new revision."""
    payload: str = Field(sa_column=_text())
