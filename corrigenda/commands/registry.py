"""`corrigenda registry`: the registry on this machine, for work without the network."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corrigenda.choices import told_options

if TYPE_CHECKING:
    from corrigenda.importing import Outcome
    from state.local_registry import FileAccount

MOST_LINES = 20
"""Of files that were passed over, or imported, on the terminal; --json has all."""


@click.group(epilog="Example: corrigenda registry import crossref-2025.tar library.bib")
def command() -> None:
    """The registry on this machine: works out of dumps and bibliographies, asked before any service."""


@command.command(
    "import",
    epilog="Example: corrigenda registry import pubmed26n0001.xml.gz\n\nA folder or a .tar of dumps:"
    " corrigenda registry import openalex-snapshot/",
)
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@told_options
def import_(files: tuple[Path, ...], as_json: bool, verbose: int, quiet: bool) -> int:
    """Read dumps into the registry: Crossref, OpenAlex, PubMed, DataCite, DBLP; or .bib, .ris, .nbib.

    What a file is shows its content. A killed import goes on where it was; a file that is there already is left alone.
    Exit code: 0 imported, 2 a file that cannot be read.
    """
    from corrigenda.importing import Teller, imported
    from state.local_registry import LocalRegistry, LocalRegistryError
    from templates.escaping import one_line

    settings, path = _where()
    outcomes = []
    try:
        with LocalRegistry(path, writing=True) as registry:
            for outcome in imported(registry, files, settings.now, Teller(quiet=quiet)):
                outcomes.append(outcome)
                if outcome.error is not None and not outcome.passed_over:
                    click.echo(f"corrigenda: {one_line(outcome.name)}: {one_line(outcome.error)}", err=True)
                elif not as_json and not quiet and not outcome.passed_over:
                    click.echo(_line(one_line(outcome.name), outcome))
            sizes = registry.sizes()
    except LocalRegistryError as error:
        return _unusable(error)
    passed_over = [outcome for outcome in outcomes if outcome.passed_over]
    found_nothing = bool(outcomes) and len(passed_over) == len(outcomes)
    failed = found_nothing or any(outcome.error and not outcome.passed_over for outcome in outcomes)
    if found_nothing:
        click.echo(f"corrigenda: {one_line(str(files[0]))}: all in it {one_line(passed_over[0].error or '')}", err=True)
    elif passed_over and not quiet:
        for outcome in passed_over[: None if verbose else MOST_LINES]:
            click.echo(f"passed over {one_line(outcome.name)}: {one_line(outcome.error or '')}", err=True)
        if len(passed_over) > MOST_LINES and not verbose:
            click.echo(f"… and {len(passed_over) - MOST_LINES} more; -v shows all", err=True)
    code = 2 if failed else 0
    if as_json:
        rows = [_outcome_row(outcome) for outcome in outcomes]
        click.echo(json.dumps({"exit_code": code, "registry": str(path), "files": rows, "records": sizes}, indent=2))
    return code


@command.command(epilog="Example: corrigenda registry status")
@told_options
def status(as_json: bool, verbose: int, quiet: bool) -> int:
    """Where the registry lies, what was imported and when, and how many records there are."""
    from state.local_registry import LocalRegistry, LocalRegistryError
    from templates.escaping import one_line

    _, path = _where()
    if not path.is_file():
        if as_json:
            click.echo(json.dumps({"registry": str(path), "exists": False, "files": [], "records": {}}, indent=2))
        elif not quiet:
            click.echo(f"{path}: no registry yet; `corrigenda registry import FILE…` makes it")
        return 0
    try:
        with LocalRegistry(path) as registry:
            files, sizes = registry.files(), registry.sizes()
    except LocalRegistryError as error:
        return _unusable(error)
    if as_json:
        told = {"registry": str(path), "exists": True, "bytes": path.stat().st_size, "records": sizes}
        click.echo(json.dumps({**told, "files": [_account_row(account) for account in files]}, indent=2))
    elif not quiet:
        records = ", ".join(f"{source} {count:,}" for source, count in sizes.items()) or "none"
        click.echo(f"{path} ({path.stat().st_size / 1e6:,.1f} MB)\nrecords: {records}")
        shown = files if verbose else [account for account in files if not account.done] + list(files[-MOST_LINES:])
        shown = list({account.id: account for account in shown}.values())
        if len(shown) < len(files):
            click.echo(f"{len(files):,} files; the last of them (-v shows all):")
        for account in shown:
            state = "" if account.done else "  not finished: import it again to go on"
            click.echo(f"{account.imported_at[:10]}  {one_line(account.name)}: {_counts(account)}{state}")
    return 0


def _where() -> tuple[Any, Path]:
    """The settings and the place of the registry."""
    from corrigenda.importing import registry_path
    from corrigenda.settings import Settings, default_registry

    settings = Settings.load()
    return settings, registry_path(settings.registry, default_registry())


def _unusable(error: Exception) -> int:
    click.echo(f"corrigenda: {error}", err=True)
    return 2


def _line(name: str, outcome: "Outcome") -> str:
    account = outcome.account
    assert account is not None
    if outcome.was_done:
        return f"{name}: is in the registry already, of {account.imported_at[:10]}"
    bad = f"; the first: {account.first_bad}" if account.bad else ""
    return f"{name}: {_counts(account)}{bad}"


def _counts(account: "FileAccount") -> str:
    parts = [f"{account.kept:,} records ({account.form})"]
    parts += [f"{account.deleted:,} deletions"] if account.deleted else []
    parts += [f"{account.passed:,} entries that are no works"] if account.passed else []
    parts += [f"{account.bad:,} that could not be read"] if account.bad else []
    return ", ".join(parts)


def _outcome_row(outcome: "Outcome") -> dict[str, Any]:
    row: dict[str, Any] = {"name": outcome.name, "error": outcome.error, "passed_over": outcome.passed_over}
    if outcome.account is not None:
        row |= _account_row(outcome.account) | {"name": outcome.name, "was_done": outcome.was_done}
    return row


def _account_row(account: "FileAccount") -> dict[str, Any]:
    return {
        "name": account.name,
        "form": account.form,
        "sha256": account.digest,
        "bytes": account.size,
        "imported_at": account.imported_at,
        "read": account.read,
        "kept": account.kept,
        "passed": account.passed,
        "bad": account.bad,
        "first_bad": account.first_bad or None,
        "deleted": account.deleted,
        "done": account.done,
    }
