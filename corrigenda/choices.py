"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Command = Callable[..., Any]

_RUN_OPTIONS = (
    click.option("--pdfs", type=click.Path(path_type=Path), help="Folder with PDFs of cited works."),
    click.option(
        "--judge", help="rules (default, offline), scripted:FILE, openai:MODEL, anthropic:MODEL, ollama:MODEL."
    ),
    click.option("--second-judge", help="Another judge for the second round of FAIL and PARTIAL-A."),
    click.option("--judge-url", help="Address of an OpenAI-compatible server."),
    click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the reports. Default: the manuscript's."),
    click.option("--engine", type=click.Choice(["auto", "local", "prefect"]), default="auto", show_default=True),
    click.option(
        "--patience", type=click.FloatRange(min=0), help="Seconds to wait for one service in all. Default 120."
    ),
    click.option("--offline", is_flag=True, default=None, help="Kept answers only; ask nobody."),
    click.option("--yes", is_flag=True, help="Agree to what will be sent to the model, without being asked."),
    click.option(
        "--fail-on",
        type=click.Choice(["serious", "medium", "minor", "never"]),
        default="serious",
        show_default=True,
        help="Exit with 1 for a finding of this severity or above.",
    ),
    click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
    click.option("-v", "--verbose", count=True, help="Say more; shows a traceback with an error."),
    click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors."),
)


def run_options(command: Command) -> Command:
    """The options of every command that runs steps."""
    for option in reversed(_RUN_OPTIONS):
        command = option(command)
    return command


def told_options(command: Command) -> Command:
    """--json, -v and -q, for commands that print a result."""
    for option in reversed(_RUN_OPTIONS[-3:]):
        command = option(command)
    return command
