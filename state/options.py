"""What the user asked of a run, kept with it so that `resume` goes on in the same way. Never keys or addresses."""

from pathlib import PureWindowsPath

from state.words import Word


class RunOptions(Word):
    """Options of a run, as given or by default."""

    language: str
    """Language of the reports, `en` or `zh`."""
    judge: str = "rules"
    second_judge: str | None = None
    numbering: str | None = None
    review: bool = False
    """Stop after step A for the human."""
    pdfs: str | None = None
    """Folder of the user's PDFs, relative to the run folder where possible. Never in a report."""
    version: str = ""
    """Version of Corrigenda that began the run."""


LOCAL_JUDGES = ("rules", "scripted")
"""Judges that run inside the program and send nothing anywhere."""


def sends_text(judge: str) -> bool:
    """Whether this judge is a model that the manuscript's sentences are sent to, so that consent is needed first."""
    return judge.split(":", 1)[0] not in LOCAL_JUDGES


def shown_judge(judge: str) -> str:
    """A judge's name as judgments and reports bear it: of a script only the file's name, never its folder."""
    kind, _, argument = judge.partition(":")
    return f"{kind}:{PureWindowsPath(argument).name}" if kind == "scripted" and argument else judge
