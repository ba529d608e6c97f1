"""`corrigenda status`: where a run stands."""

from pathlib import Path

import click

from corrigenda.choices import told_options


@click.command(epilog="Example: corrigenda status thesis.corrigenda")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the words. Default: the run's.")
@told_options
def command(folder: Path, lang: str | None, as_json: bool, verbose: int, quiet: bool) -> int:
    """What is done, what is left, what waits for you, what could not be asked."""
    from corrigenda.reading import snapshot_in

    snapshot = snapshot_in(folder, lang)
    if as_json:
        from corrigenda.machine import summary_json
        from reports.findings import exit_code

        click.echo(summary_json(snapshot, exit_code(snapshot, "serious"), folder))
    elif not quiet:
        from reports.terminal import status_text

        click.echo(status_text(snapshot, str(folder)))
    return 0
