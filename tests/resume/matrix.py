"""The kill matrix: a run that is killed after a committed piece and resumed, held against the run that was not.

`Bench` keeps a generated thesis, its unbroken run and a stand-in; `Bench.row` kills, resumes, and says in a `Row` what
was asked twice and what came out different. Used by tests/resume and by benchmarks/kill_matrix.py.
"""

import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks.thesis import ThesisPlan, make_thesis
from corrigenda.examining import broken_hashes
from state.config import Config
from state.exchange import Request
from state.judgment import Judgment
from state.lookup import Kept, Query, QueryKind
from state.store import Store
from state.store import tables as t
from state.store.store import address_of
from tests.resume.killed import KILL, kind_of
from tests.resume.prefect_server import clean_environment
from tests.standin import StandIn, World
from tests.standin.exchange import Ask
from tests.standin.llm import prompt_key
from tests.standin.server import SECRET, Logged

ROOT = Path(__file__).resolve().parents[2]
CLOCK = "2026-11-30T08:00:00Z"
JUDGE = "openai:stand-in-1"
AT_ONCE: int = Config.model_fields["judge_concurrency"].default
"""Calls to a judge that may be in flight, and are lost when the process dies."""
SLACK = 20
"""By so many pieces at most may two runs differ: answers that arrive together are committed together."""
TABLES: dict[str, tuple[type[Any], tuple[str, ...]]] = {
    "run": (t.RunRow, ("run_id",)),
    "reference": (t.ReferenceRow, ("run_id", "reference_id")),
    "citation": (t.CitationRow, ("run_id", "citation_id")),
    "claim": (t.ClaimRow, ("run_id", "claim_id")),
    "answer": (t.AnswerRow, ("query_key",)),
    "body": (t.BodyRow, ("fingerprint",)),
    "resolution": (t.ResolutionRow, ("run_id", "reference_id")),
    "model_answer": (t.ModelAnswerRow, ("prompt_key",)),
    "judgment": (t.JudgmentRow, ("run_id", "claim_id")),
    "decision": (t.DecisionRow, ("run_id", "kind", "subject")),
    "piece": (t.PieceRow, ("run_id", "step", "name")),
}
"""Each table with what a row of it is known by."""
Rows = dict[tuple[str, ...], dict[str, Any]]
Asked = tuple[str, str, str, tuple[tuple[str, str], ...], tuple[tuple[str, tuple[str, ...]], ...]]
"""A request as the stand-in's log and the store both know it: service, method, path, parameters, what was asked for."""


class Held:
    """What a run folder holds, read from a copy, so that what a killed run left is still there for who resumes."""

    def __init__(self, folder: Path) -> None:
        copy = folder.with_name(f"{folder.name}.looked-at")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(folder, copy)
        self.files = {
            path.name: path.read_bytes()
            for path in sorted(copy.iterdir())
            if path.is_file() and not path.name.startswith(("verification_state.db", ".corrigenda.lock"))
        }
        with Store.open(address_of(copy), at=_anytime()) as store:
            self.rows = {name: _rows(store, table, keys) for name, (table, keys) in TABLES.items()}
            self.broken = broken_hashes(store)
        shutil.rmtree(copy)

    @property
    def pieces(self) -> list[tuple[str, str]]:
        """(step, kind) in the order of commit."""
        ordered = sorted(self.rows["piece"].values(), key=lambda row: row["seq"])
        return [(row["step"], kind_of(row["name"])) for row in ordered]

    @property
    def answered(self) -> set[Query]:
        return {Kept.model_validate_json(row["payload"]).query for row in self.rows["answer"].values()}

    @property
    def requests(self) -> list[Request]:
        return [Request.model_validate_json(row["request"]) for row in self.rows["body"].values()]

    @cached_property
    def prompts(self) -> dict[str, str]:
        """The key of every kept model answer → the stand-in's name of its prompt."""
        return {
            row["prompt_key"]: prompt_key([{"role": "user", "content": row["user"]}])
            for row in self.rows["model_answer"].values()
        }

    @property
    def judged(self) -> dict[str, set[str]]:
        """Claim → the keys of the prompts its judgment came from."""
        judgments = (Judgment.model_validate_json(row["payload"]) for row in self.rows["judgment"].values())
        return {j.claim_id: {r.prompt_key for r in j.rounds if r.prompt_key} for j in judgments}

    def without_order(self) -> dict[str, Rows]:
        """Every row but the pieces, without the number it was written under."""
        return {
            name: {
                key: {column: value for column, value in row.items() if column != "seq"} for key, row in rows.items()
            }
            for name, rows in self.rows.items()
            if name != "piece"
        }


def _anytime() -> Any:
    from datetime import UTC, datetime

    return datetime(2026, 11, 30, 8, tzinfo=UTC)


def _rows(store: Store, table: type[Any], keys: tuple[str, ...]) -> Rows:
    rows: Rows = {}
    for row in store.all_rows(table):
        key = tuple(str(row[name]) for name in keys)
        if key in rows:
            raise AssertionError(f"two rows of {table.__tablename__} for {key}")
        rows[key] = row
    return rows


@dataclass(frozen=True)
class Row:
    """What one kill came to."""

    when: str
    killed_in: str
    """Step and kind of the last committed piece: `C prompt`."""
    pieces: int
    """Committed when the process died."""
    repeated: int
    """Requests to registries and judge sent before a kill and again after it."""
    asked_again: int
    """Queries with a committed answer that a later request asked again."""
    sent_again: int
    """Claims with a committed judgment, or prompts with a committed answer, that were sent again."""
    same: bool
    """Every report and verification_state.json has the unbroken run's bytes."""
    faults: tuple[str, ...]
    """Whatever else is not as it should be; empty where nothing was lost."""

    @property
    def is_whole(self) -> bool:
        return not self.faults and not self.asked_again and not self.sent_again


class Bench:
    """A thesis with its world, a stand-in of its own, and runs of it on one engine."""

    def __init__(
        self,
        folder: Path,
        *,
        references: int,
        claims: int,
        home: Path,
        engine: str = "local",
        prefect: str | None = None,
    ) -> None:
        """`home` is the home folder of what runs; `prefect` the API address for the engine of that name."""
        self.folder = folder
        self.engine = engine
        self._home = home
        self._prefect = prefect
        folder.mkdir(parents=True, exist_ok=True)
        self.plan: ThesisPlan = make_thesis(folder / "thesis", references=references, claims=claims)
        self.server = StandIn(World.load(self.plan.world), latency_ms=2)

    def __enter__(self) -> "Bench":
        self.server.__enter__()
        return self

    def __exit__(self, *words: Any) -> None:
        self.server.__exit__(*words)

    # Running

    def environment(self) -> dict[str, str]:
        settings = {"CORRIGENDA_CLOCK": CLOCK, "CORRIGENDA_EMAIL": "reader@example.org", "OPENAI_API_KEY": "x"}
        server = {"PREFECT_API_URL": self._prefect} if self._prefect else {}
        return {**clean_environment(self._home), **self.server.environment(), **settings, **server}

    def run(self, *words: str, when: str = "0", server: str | None = None) -> "subprocess.CompletedProcess[str]":
        """The command line, killed as `when` says; `server`: a Prefect server's address for this run alone."""
        command = [sys.executable, "-m", "tests.resume.killed", when, *words]
        environment = self.environment() | ({"PREFECT_API_URL": server} if server else {})
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, encoding="utf-8", timeout=600
        )
        self._wait_for_silence()
        return ended

    def check_words(self, out: Path) -> list[str]:
        files = [str(self.plan.manuscript), str(self.plan.bibliography)]
        return ["check", *files, "--out", str(out), "--judge", JUDGE, "--yes", "--engine", self.engine]

    def _wait_for_silence(self) -> None:
        """Until the server has read what the process sent before it died."""
        until = time.monotonic() + 10
        while self.server._connections and time.monotonic() < until:
            time.sleep(0.01)

    @cached_property
    def unbroken(self) -> "Unbroken":
        """The run that nobody kills."""
        self.server.reset()
        out = self.folder / "unbroken"
        shutil.rmtree(out, ignore_errors=True)
        ended = self.run(*self.check_words(out))
        if "pieces=" not in ended.stderr or ended.returncode not in (0, 1):
            raise AssertionError(f"the unbroken run ended with {ended.returncode}: {ended.stderr[-2000:]}")
        log = self.server.requests
        held = Held(out)
        unseen = [query for query in held.answered if not _asks(query, log)]
        if unseen:
            raise AssertionError(f"the log shows nobody asking {unseen[:3]}: the comparison would see nothing")
        return Unbroken(ended.returncode, held, {self.asked_of(row) for row in log}, _count(ended.stderr))

    def row(self, *when: str) -> Row:
        """Kill at each `when` in turn, the first in `check`, the others in `resume`; resume to the end, and compare."""
        out = self.folder / f"killed-{'-'.join(when).replace(':', '_')}"
        shutil.rmtree(out, ignore_errors=True)
        looker = self.looker()
        words = self.check_words(out)
        for moment in when:
            ended = self.run(*words, when=moment)
            if moment.isdigit() and self.unbroken.pieces - SLACK < _count(ended.stderr) < int(moment):
                # Bodies that arrive together are one piece, so runs differ by a few: kill this one at its last.
                shutil.rmtree(out)
                looker.forget()
                ended = self.run(*words, when="D:finished")
            if ended.returncode != -KILL:
                looker.fault(f"the run to be killed at {moment} ended with {ended.returncode}: {ended.stderr[-300:]}")
                break
            looker.look(out)
            words = ["resume", str(out), "--yes", "--engine", self.engine]
            if not looker.pieces:
                words = self.check_words(out)
        ended = self.run(*words)
        looker.compare(out, ended)
        if not looker.faults:
            shutil.rmtree(out)
        return looker.row("+".join(when))

    # Comparing

    def looker(self) -> "Looker":
        """One that has seen nothing yet; the stand-in forgets what it was asked."""
        right = self.unbroken
        self.server.reset()
        return Looker(self, right)

    def asked_of(self, row: Logged) -> Asked:
        return _asked(row.service, row.method, row.path, row.params, row.asked)

    def asked_by(self, request: Request) -> Asked:
        """A committed request, as the stand-in would have logged it."""
        query = urlencode(request.params)
        target = request.path if request.form or not query else f"{request.path}?{query}"
        headers = {"content-type": "application/x-www-form-urlencoded" if request.form else "application/json"}
        body = query.encode() if request.form else (request.body or "").encode()
        ask = Ask(request.registry.value, request.method, target, headers, body)
        params = {name: value for name, value in ask.params if name not in SECRET}
        return _asked(ask.service, ask.method, ask.path, params, self.server._services[ask.service].answer(ask).asked)


@dataclass(frozen=True)
class Unbroken:
    """What the unbroken run came to."""

    code: int
    held: Held
    asked: set[Asked]
    pieces: int


class Looker:
    """Looks into the folder after each kill, and at what is asked after it."""

    def __init__(self, bench: Bench, right: Unbroken) -> None:
        self._bench = bench
        self._right = right
        self._seen = 0
        self._before: Counter[Asked] = Counter()
        self.last: Held | None = None
        self.pieces = 0
        self.killed_in = ""
        self.repeated = 0
        self.asked_again = 0
        self.sent_again = 0
        self.same = False
        self.faults: list[str] = []

    def fault(self, said: str) -> None:
        self.faults.append(said)

    def forget(self) -> None:
        """What was asked so far belongs to a run that is not looked at."""
        self._bench.server.reset()

    def look(self, out: Path) -> None:
        """After a kill."""
        held = Held(out)
        self._weigh(held)
        self.pieces = len(held.pieces)
        step, kind = held.pieces[-1] if held.pieces else ("before", "the first piece")
        self.killed_in = f"{self.killed_in}, {step} {kind}" if self.killed_in else f"{step} {kind}"
        self.last = held

    def compare(self, out: Path, ended: "subprocess.CompletedProcess[str]") -> None:
        """After the last resume: the same code, files and rows as the unbroken run."""
        right = self._right
        if ended.returncode != right.code:
            self.fault(f"exit code {ended.returncode} instead of {right.code}: {ended.stderr[-500:]}")
        if not out.is_dir():
            self.fault("no run folder")
            return
        held = Held(out)
        self._weigh(held)
        names = sorted(held.files.keys() | right.held.files.keys())
        other = [name for name in names if held.files.get(name) != right.held.files.get(name)]
        if other:
            self.fault(f"not the same bytes: {', '.join(other)}")
        self.same = not other
        ours, theirs = held.without_order(), right.held.without_order()
        for name in ours:
            if ours[name] != theirs[name]:
                keys = [k for k in ours[name].keys() | theirs[name].keys() if ours[name].get(k) != theirs[name].get(k)]
                self.fault(f"{len(keys)} rows of {name} differ, e.g. {keys[0]}")
        asked = set(self._before)
        if new := asked - right.asked:
            self.fault(f"{len(new)} requests that the unbroken run did not send, e.g. {_short(min(new))}")

    def _weigh(self, held: Held) -> None:
        """What was asked since the last look, against what was committed then; and what the store has lost since."""
        log = self._bench.server.requests
        fresh, self._seen = log[self._seen :], len(log)
        asked = Counter(self._bench.asked_of(row) for row in fresh)
        if self.last is not None:
            self._weigh_asked(self.last, fresh, asked)
            self._weigh_store(self.last, held)
        self.repeated += sum(count for key, count in asked.items() if key in self._before)
        self.repeated += sum(count - 1 for key, count in asked.items() if key not in self._before)
        self._before += asked
        if held.broken:
            self.fault(f"hashes that do not derive again: {held.broken[:3]}")

    def _weigh_asked(self, kept: Held, fresh: Sequence[Logged], asked: Counter[Asked]) -> None:
        # A fetch that follows a search may hold a PMID that was a question of its own: the unbroken run sends it too.
        fetches = [row for row in fresh if row.service == "pubmed" and "pmid" in row.asked]
        follow = {row.n for row in fetches if self._bench.asked_of(row) in self._right.asked}
        suspects = [row for row in fresh if row.n not in follow]
        again = [query for query in kept.answered if _asks(query, suspects)]
        if again:
            self.fault(f"asked again: {again[0].registry} {again[0].kind} {again[0].value}")
        self.asked_again += len(again)
        committed = {self._bench.asked_by(request) for request in kept.requests}
        if twice := committed & asked.keys():
            self.fault(f"{len(twice)} requests whose bodies were committed, e.g. {_short(min(twice))}")
        prompts = {name for row in fresh for name in row.asked.get("prompt", ())}
        self.sent_again += len(prompts & set(kept.prompts.values()))
        known = self._right.held.prompts
        judged = {claim for claim, keys in kept.judged.items() if any(known.get(key) in prompts for key in keys)}
        self.sent_again += len(judged)
        before = {dict(key[4]).get("prompt", ("",))[0] for key in self._before if key[0] == "llm"}
        if len(lost := prompts & before) > AT_ONCE:
            self.fault(f"{len(lost)} calls to the judge repeated, more than the {AT_ONCE} in flight")

    def _weigh_store(self, kept: Held, held: Held) -> None:
        for name, rows in kept.rows.items():
            if lost := rows.keys() - held.rows[name].keys():
                self.fault(f"{len(lost)} rows of {name} were lost, e.g. {min(lost)}")

    def row(self, when: str) -> Row:
        return Row(
            when=when,
            killed_in=self.killed_in,
            pieces=self.pieces,
            repeated=self.repeated,
            asked_again=self.asked_again,
            sent_again=self.sent_again,
            same=self.same,
            faults=tuple(self.faults),
        )


def _asked(
    service: str, method: str, path: str, params: Mapping[str, str], asked: Mapping[str, Iterable[str]]
) -> Asked:
    found = tuple(sorted((kind, tuple(values)) for kind, values in asked.items() if values))
    return service, method, path, tuple(sorted(params.items())), found


def _asks(query: Query, log: Iterable[Logged]) -> bool:
    """Whether a request asks this query: its value is named to its service as what it is."""
    return any(_names(query, row) for row in log if row.service == query.registry.value)


def _names(query: Query, row: Logged) -> bool:
    wanted = _folded(query.value)
    if query.kind is not QueryKind.TITLE:
        return wanted in (_folded(value) for value in row.asked.get(query.kind.value, ()))
    if row.service != "pubmed":
        # Several titles together are asked for by their words: `(amber residual …) OR (evening …)`.
        own = set(re.findall(r"\w+", query.value.lower()))
        asked = row.asked.get("title", ())
        parts = [set(re.findall(r"[^\W\d_]\w+", part.lower())) for value in asked for part in value.split("(")]
        by_words = any(len(part - _JOINING) > 2 and part - _JOINING <= own for part in parts)
        return by_words or any(wanted in _folded(value) for value in asked)
    # PubMed is asked for a title by its words: `(amber[Title] AND evening[Title] …) OR (…)`.
    words = set(re.findall(r"\w+", query.value.lower()))
    term = row.params.get("term", "").lower()
    clauses = (set(re.findall(r"(\w+)\[title\]", part)) for part in term.split("("))
    return any(len(clause) > 2 and clause <= words for clause in clauses)


_JOINING = {"or", "and", "ti", "title", "titles"}


def _folded(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _short(asked: Asked) -> str:
    return f"{asked[0]} {asked[1]} {asked[2]} {asked[4]}"[:200]


def _count(stderr: str) -> int:
    """The number of pieces a run that ended has committed; 0 where it was killed."""
    _, _, number = stderr.rpartition("pieces=")
    return int(number) if number.strip().isdigit() else 0
