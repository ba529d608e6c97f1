"""The judge that reads its answers from a file: tests, documentation, the demo. `scripted:FILE`.

The file is JSON: `{"answers": {"C003_001": {"1": {…}, "2": "…"}, "*": {…}}}`. An answer is an object in the shape of
`state.judgment.Answer`, or any text, which is passed on as it is; a list holds the answers to the first and the second
asking. `*` answers every claim that is not named. What is not there is unavailable (`no_script`).
"""

import hashlib
import json
from pathlib import Path
from typing import cast

from state.errors import SettingsError
from state.judgment import JudgeUnavailable, RawAnswer
from state.words import canonical_json
from tasks.judges.answering import UNSTAMPED
from tasks.judges.contract import Question

Script = dict[str, dict[str, object]]


class ScriptedJudge:
    """Answers from a script. `parameters` holds the script's hash, so that a changed script is asked again."""

    destination: str | None = None
    concurrency = 1

    def __init__(self, name: str, script: Script, digest: str) -> None:
        self.name = name
        self.parameters = canonical_json({"script": digest})
        self._script = script

    async def answer(self, question: Question) -> RawAnswer | JudgeUnavailable:
        """The scripted answer to this claim, round and attempt."""
        rounds = self._script.get(question.claim.claim_id, self._script.get("*", {}))
        said = rounds.get(str(question.round))
        if isinstance(said, list):
            said = said[min(question.attempt, len(said)) - 1] if said else None
        if said is None:
            asked = f"{question.claim.claim_id}, round {question.round}"
            return JudgeUnavailable(reason="no_script", detail=f"the script has no answer for {asked}")
        text = said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
        return RawAnswer(text=text, model=self.name, answered_at=UNSTAMPED)


def scripted_judge(file: str, base_folder: Path | None) -> ScriptedJudge:
    """The judge of a script file, taken relative to `base_folder`. SettingsError where it cannot be read."""
    path = Path(file)
    if base_folder is not None and not path.is_absolute() and not path.exists():
        path = base_folder / file
    if not file:
        raise SettingsError("judge scripted needs a file: scripted:FILE")
    try:
        content = path.read_bytes()
        answers = _answers(json.loads(content))
    except OSError as error:
        raise SettingsError(f"judge scripted:{file}: the file cannot be read ({error.strerror or error})") from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"judge scripted:{file}: {error}; see the example in examples/") from error
    return ScriptedJudge(f"scripted:{path.name}", answers, hashlib.sha256(content).hexdigest()[:16])


def _answers(value: object) -> Script:
    answers = value.get("answers") if isinstance(value, dict) else None
    if not isinstance(answers, dict) or not all(isinstance(rounds, dict) for rounds in answers.values()):
        raise ValueError('a script is {"answers": {"CLAIM_ID": {"1": …, "2": …}}}')
    return cast(Script, answers)
