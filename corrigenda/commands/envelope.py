"""`corrigenda envelope`: what the tasks' machine-readable results are worth."""

import json
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corrigenda.choices import told_options

if TYPE_CHECKING:
    from reports.envelope_rules import Validation

MOST_LINES = 100
"""Of one file on the terminal; --json has all."""


@click.group(epilog="Example: corrigenda envelope validate result.json")
def command() -> None:
    """The envelope: the machine-readable result of a verification task, schema version 2."""


@command.command(
    epilog="Example: corrigenda envelope validate result.json\n\nFrom a pipe: … | corrigenda envelope validate -"
)
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language of the words.")
@told_options
def validate(files: tuple[str, ...], lang: str, as_json: bool, verbose: int, quiet: bool) -> int:
    """Check envelopes against structure and rules: one line for each violation.

    A line names the file, the place as a JSON Pointer, the rule (docs/envelope.md), what is wrong and what to do.
    `-` is standard input. Exit code: 0 valid, 1 violations, 2 a file that cannot be read.
    """
    from reports.envelope_rules import validate as checked
    from state.envelope_reading import envelope_object
    from state.errors import UserError
    from templates.escaping import one_line

    told: list[dict[str, Any]] = []
    for file in files:
        # A file's name may hold bytes that are no text; neither a terminal nor JSON can say them.
        name = "(standard input)" if file == "-" else file.encode("utf-8", "replace").decode()
        try:
            validation = checked(envelope_object(_bytes(file)))
        except UserError as error:
            click.echo(f"corrigenda: {one_line(name)}: {error}", err=True)
            told.append({"file": name, "readable": False, "valid": False, "error": str(error), "violations": []})
            continue
        if not as_json:
            _tell(one_line(name), validation, lang, quiet=quiet)
        told.append({"file": name, "readable": True, "valid": validation.valid} | _machine(validation, lang))
    readable, valid = (all(row[key] for row in told) for key in ("readable", "valid"))
    code = 2 if not readable else 0 if valid else 1
    if as_json:
        click.echo(json.dumps({"exit_code": code, "files": told}, ensure_ascii=False, indent=2))
    return code


def _bytes(file: str) -> bytes:
    """The bytes of a file or of standard input, never more than the bound. UserError where they cannot be read."""
    from state.envelope_reading import MOST_BYTES, too_large
    from state.errors import UserError

    if file == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        about = Path(file).stat()
        if stat.S_ISDIR(about.st_mode):
            raise UserError("is a folder; name the file in it")
        if about.st_size > MOST_BYTES:
            raise too_large()
        with Path(file).open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except FileNotFoundError as error:
        raise UserError("there is no such file; check the name") from error
    except (OSError, ValueError) as error:  # ValueError: a name with a zero byte
        raise UserError(f"cannot be read: {getattr(error, 'strerror', None) or error}; check the file") from error


def _machine(validation: "Validation", lang: str) -> dict[str, Any]:
    rows = [
        {"pointer": broken.pointer, "rule": broken.rule, "what": broken.what(lang), "do": broken.todo(lang)}
        for broken in validation.violations
    ]
    return {"structure": validation.envelope is not None, "violations": rows}


def _tell(name: str, validation: "Validation", lang: str, *, quiet: bool) -> None:
    """The lines of one file: violations on stdout, the last word on stderr, so that a pipe gets violations alone."""
    from reports.envelope_violation import words

    line, broken = words(lang)["line"], validation.violations
    for violation in broken[:MOST_LINES]:
        click.echo(violation.line(name, lang))
    if len(broken) > MOST_LINES:
        click.echo(line["more"].format(file=name, n=len(broken) - MOST_LINES))
    if quiet:
        return
    if broken:
        click.echo(line["faults" if validation.envelope else "structure"].format(file=name, n=len(broken)), err=True)
    else:
        click.echo(_valid(name, validation, line))


def _valid(name: str, validation: "Validation", line: dict[str, str]) -> str:
    from state.envelope import ClaimBody, OtherBody, ReferenceBody

    assert validation.envelope is not None
    body = validation.envelope.data
    if isinstance(body, OtherBody):
        return line["valid_other"].format(file=name, skill=validation.envelope.meta.skill)
    count = len(body.verdicts) if isinstance(body, ReferenceBody) else 0
    count = len(body.claims) if isinstance(body, ClaimBody) else count
    return line["valid"].format(file=name, task=body.task.value, n=count)
