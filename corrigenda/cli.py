"""The one command. Each subcommand's module is imported only when it is called, so that `--help` is instant."""

import importlib
import os
import sys
import traceback
from pathlib import Path

import click

from corrigenda import __version__

COMMANDS: dict[str, str] = {
    "demo": "Check the bundled manuscripts offline, with no key, and leave the whole set of reports.",
    "check": "Check a manuscript: read it, find its references, judge its claims, report.",
    "resume": "Go on after the last committed piece of work.",
    "status": "What is done, what is left, what waits for you, what could not be asked.",
    "review": "The checkpoint: export every claim to a CSV file, import your word.",
    "report": "Render the reports again from the store; no network, no judge.",
    "refs": "Verify a reference list in any format; the result is an envelope (JSON).",
    "cite": "Verify one citation: is it the work at its identifier? The result is JSON.",
    "explain": "What a kind of finding means, when it can be wrong, what to do.",
    "envelope": "Check the machine-readable results of tasks: `envelope validate FILE…`.",
    "registry": "The registry on this machine: `registry import FILE…`, `registry status`.",
    "doctor": "Which services answer, which keys are set, which judges can run; checks a store's hashes.",
    "up": "Start a local Prefect server with its dashboard and a worker.",
}
"""Name → the line that `corrigenda --help` shows."""


STOPPED = "corrigenda: stopped. What was committed is kept; `corrigenda resume DIR` goes on from there."
STOPPED_REFS = "corrigenda: stopped. Every answer is kept; the same command goes on from there."


def _trace(words: list[str]) -> None:
    if any(word == "--verbose" or (word.startswith("-v") and set(word[1:]) == {"v"}) for word in words):
        traceback.print_exc()


def _stopped(words: list[str]) -> str:
    """`refs` and `cite` have no run folder to resume."""
    return STOPPED_REFS if words[:1] in (["refs"], ["cite"]) else STOPPED


class LazyGroup(click.Group):
    """A group whose commands live in `corrigenda/commands/NAME.py` as `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"corrigenda.commands.{name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: corrigenda check thesis.docx refs.bib",
)
@click.version_option(__version__, prog_name="corrigenda")
def cli() -> None:
    """Checks every citation of a finished manuscript: what each cited work is, and whether it supports its sentence."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with the code of decisions 5."""
    sys.exit(run(arguments))


def _stand_in_for_closed_streams() -> None:
    """A process may be started with a stream closed: then there is nothing to read, or nobody to tell."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (open as long as we run)


def run(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code. Input that is wrong gives one line on stderr and 2."""
    from state.errors import UserError

    _stand_in_for_closed_streams()
    words = sys.argv[1:] if arguments is None else arguments
    try:
        result = cli.main(args=words, prog_name="corrigenda", standalone_mode=False)
    except click.exceptions.Abort:
        click.echo(_stopped(words), err=True)
        return 130
    except click.ClickException as error:
        hint = f" Try `{error.ctx.command_path} --help`." if getattr(error, "ctx", None) else ""  # type: ignore[attr-defined]
        click.echo(f"corrigenda: {error.format_message()}{hint}", err=True)
        return 2
    except UserError as error:
        _trace(words)
        click.echo(f"corrigenda: {error}", err=True)
        return 2
    except KeyboardInterrupt:
        click.echo(_stopped(words), err=True)
        return 130
    except OSError as error:
        _trace(words)
        named = f"{error.filename}: " if error.filename else ""
        click.echo(f"corrigenda: {named}{error.strerror or error}; nothing committed is lost", err=True)
        return 2
    except Exception as error:
        # A fault of ours, or a disk that is full under the database. Exit code 1 would say "findings".
        _trace(words)
        what = str(getattr(error, "orig", None) or error).splitlines()
        said = f"{type(error).__name__}: {what[0] if what else ''}"
        click.echo(
            f"corrigenda: unexpected: {said}; nothing committed is lost. -v shows where; please report it", err=True
        )
        return 2
    return result if isinstance(result, int) else 0
