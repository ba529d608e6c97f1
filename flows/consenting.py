"""Before manuscript text goes to a model: has this user agreed to this judge at this address?"""

from flows.job import Job
from state.decision import Decision, DecisionKind
from state.errors import SettingsError
from state.manuscript import Manuscript
from state.options import RunOptions, sends_text
from state.store.picture import effective_decisions
from tasks.judges.contract import Judge


def consented(job: Job, options: RunOptions, manuscript: Manuscript) -> bool:
    """Whether manuscript text may go to every judge of the run that it is sent to: agreed before, or now.

    Consent is to one judge at one address. SettingsError where the address is another than agreed, and is refused.
    """
    if not any(name is not None and sends_text(name) for name in (options.judge, options.second_judge)):
        return True
    judges = [judge for judge in job.judges() if judge is not None and sends_text(judge.name)]
    held = {d.value for d in effective_decisions(job.store) if d.kind is DecisionKind.CONSENT}
    pieces = {name for _, name, _ in job.store.pieces()}
    open_judges = [judge for judge in judges if _consent_piece(job, judge) not in pieces]
    if not open_judges:
        return True
    if not job.consent(manuscript.claims):
        moved = [judge for judge in open_judges if judge.name in held]
        if moved:
            raise SettingsError(
                f"{moved[0].name} is at {moved[0].destination} now, which you have not agreed to; "
                "nothing was sent. Run again with --yes to agree, or with the address you agreed to"
            )
        return False
    for judge in open_judges:
        decision = Decision(kind=DecisionKind.CONSENT, subject=judge.name, value=judge.name, at=job.clock())
        with job.store.piece("A", _consent_piece(job, judge), job.clock()) as work:
            work.put_decisions([decision], {})
    return True


def _consent_piece(job: Job, judge: Judge) -> str:
    """The name of the piece that says this user agreed, on this machine. A folder that came from somebody else, or a
    decision read from a verification_state.json, has none that bears this user's seal: it is asked anew."""
    to = f"{judge.name} at {judge.destination}"
    return f"consent:{to}:{job.seal(f'{job.store.run_id} {to}')}"
