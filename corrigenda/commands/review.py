"""`corrigenda review`: the human checkpoint as a table."""

from pathlib import Path

import click

from corrigenda.choices import told_options


@click.command(epilog="Example: corrigenda review thesis.corrigenda --export claims.csv")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--export", "export_to", type=click.Path(path_type=Path), help="Write every claim to this CSV file.")
@click.option(
    "--import", "import_from", type=click.Path(path_type=Path), help="Read your word back from this CSV file."
)
@click.option("--author", default="", help="Whose word it is; kept with each decision.")
@told_options
def command(
    folder: Path,
    export_to: Path | None,
    import_from: Path | None,
    author: str,
    as_json: bool,
    verbose: int,
    quiet: bool,
) -> int:
    """The checkpoint: every claim with its severity, to look through and correct in a spreadsheet."""
    from corrigenda.reviewing import export_review, import_review
    from state.errors import SettingsError

    if (export_to is None) == (import_from is None):
        raise SettingsError("review: give either --export FILE.csv or --import FILE.csv")
    if export_to is not None:
        told = export_review(folder, export_to)
    else:
        assert import_from is not None
        told = import_review(folder, import_from, author)
    if as_json:
        import json

        click.echo(json.dumps(told, ensure_ascii=False, indent=2))
    elif not quiet:
        click.echo(told["message"])
    return 0
