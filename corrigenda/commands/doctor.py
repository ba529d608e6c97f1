"""`corrigenda doctor`: can it run here, and is a store what it says?"""

from pathlib import Path

import click

from corrigenda.choices import told_options


@click.command(epilog="Example: corrigenda doctor thesis.corrigenda")
@click.argument("folder", metavar="[DIR]", required=False, type=click.Path(path_type=Path))
@click.option("--offline", is_flag=True, help="Ask no service.")
@told_options
def command(folder: Path | None, offline: bool, as_json: bool, verbose: int, quiet: bool) -> int:
    """Which services answer, which keys are set, which judges can run, where data lies.

    With DIR every hash of its store is derived again; one that differs is named, and the exit code is 1.
    """
    from corrigenda.examining import examine

    return examine(folder, offline=offline, as_json=as_json, quiet=quiet)
