"""The checkpoint as a CSV file: every claim out, the human's word back in as decisions."""

import shlex
from pathlib import Path

from corrigenda.reading import open_existing, open_store
from corrigenda.settings import Settings
from flows.rendering import rendered, write
from reports.review_csv import read_review_csv, review_csv
from state.decision import Decision, DecisionKind
from state.errors import ManuscriptError, UserError
from state.manuscript import Claim
from state.snapshot import Snapshot
from state.store import RunLock
from state.store.picture import snapshot_of
from state.words import content_hash


def export_review(folder: Path, target: Path) -> dict[str, str]:
    """Write every claim, its severity and room for the human's word."""
    with open_existing(folder) as store:
        snapshot = snapshot_of(store)
    write_out(target, review_csv(snapshot))
    count = len(snapshot.manuscript.claims)
    return {"file": str(target), "message": f"{target}: {count} claims. Fill in the human_ columns, then --import it."}


def write_out(target: Path, content: bytes) -> None:
    """Write a file the user named. Raises ManuscriptError where that cannot be done."""
    try:
        target.write_bytes(content)
    except OSError as error:
        raise ManuscriptError(f"{target}: cannot be written ({error.strerror})") from None


def import_review(folder: Path, source: Path, author: str) -> dict[str, str]:
    """Commit the human's word as decisions, and the checkpoint as passed."""
    try:
        content = source.read_bytes()
    except OSError as error:
        raise ManuscriptError(f"{source}: cannot be opened ({error.strerror})") from None
    settings = Settings.load(folder)
    open_existing(folder).close()
    with RunLock(folder), open_store(folder, settings) as store:
        snapshot = snapshot_of(store)
        at = settings.now()
        try:
            words = read_review_csv(content, snapshot)
        except UserError as error:
            raise ManuscriptError(str(error).replace("review table", str(source), 1)) from None
        decisions = [
            Decision(kind=w.kind, subject=w.subject, value=w.value, author=w.author or author, reason=w.reason, at=at)
            for w in words
        ]
        passed = Decision(kind=DecisionKind.REVIEWED, subject="run", value="reviewed", author=author, at=at)
        keys = {claim.claim_id: claim.content_key for claim in store.manuscript().claims}
        name = content_hash("review", [d.model_dump(mode="json") for d in decisions])
        with store.piece("A", name, at) as work:
            work.put_decisions([*decisions, passed], keys)
        after = snapshot_of(store)
        for file, rendering in rendered(after, store.imported()).items():
            write(folder, file, rendering)
    kept = "1 decision" if len(decisions) == 1 else f"{len(decisions)} decisions"
    return {
        "decisions": str(len(decisions)),
        "message": f"{kept} kept. `corrigenda resume {shlex.quote(str(folder))}` goes on{_changed(snapshot, after)}.",
    }


def _changed(before: Snapshot, after: Snapshot) -> str:
    def asked(claims: tuple[Claim, ...]) -> dict[str, str]:
        return {claim.claim_id: claim.content_key for claim in claims}

    old, new = asked(before.manuscript.claims), asked(after.manuscript.claims)
    judged = {judgment.claim_id for judgment in before.judgments}
    again = sum(new[name] != key for name, key in old.items() if name in judged)
    return f" and judges {again} claims again" if again else ""
