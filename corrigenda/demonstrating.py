"""The demo: the bundled manuscripts through the whole pipeline, with recorded registries and a scripted judge."""

from importlib.resources import as_file, files
from pathlib import Path

import click

from corrigenda.checking import check
from corrigenda.settings import without_environment
from state.errors import RunFolderError

MANUSCRIPTS = (
    ("thesis_en", "judge_answers.json", "recorded_en.jsonl"),
    ("thesis_zh", "judge_answers_zh.json", "recorded_zh.jsonl"),
)
CLOCK = "2026-11-01T09:00:00Z"
"""The time of the recording: the demo's reports are the same bytes on every machine and day."""


def examples() -> Path:
    """The folder of the bundled examples: in the installed package, else in the repository."""
    packaged = files("corrigenda") / "examples"
    if packaged.is_dir():
        with as_file(packaged) as folder:
            return folder
    return Path(__file__).resolve().parents[1] / "examples"


def demo(out: Path, *, quiet: bool) -> int:
    """Check both manuscripts into `out/thesis_en` and `out/thesis_zh`; 0 when every report is there."""
    folder = examples()
    for stem, answers, recorded in MANUSCRIPTS:
        target = out / stem
        if not quiet:
            click.echo(f"── {stem}.docx + {stem}.bib (registries: recorded; judge: scripted) ──")
        with without_environment():
            check(
                (folder / f"{stem}.docx", folder / f"{stem}.bib"),
                target,
                {
                    "judge": f"scripted:{folder / answers}",
                    "clock": CLOCK,
                    "engine": "local",
                    "fail_on": "never",
                    "quiet": quiet,
                },
                recording=folder / recorded,
            )
        if not (target / "verification_report.md").is_file():
            raise RunFolderError(f"{target}: the demo did not leave its report; `corrigenda doctor` may tell why")
    if not quiet:
        click.echo(f"\nThe reports are in {out}: begin with {out / 'thesis_en' / 'verification_report.md'}")
    return 0
