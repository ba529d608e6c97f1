"""`corrigenda resume`: go on after the last committed piece of work."""

from pathlib import Path
from typing import Any

import click

from corrigenda.choices import run_options


@click.command(epilog="Example: corrigenda resume thesis.corrigenda")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--reviewed", is_flag=True, help="Pass the checkpoint of --review without a change.")
@run_options
def command(folder: Path, reviewed: bool, **options: Any) -> int:
    """Go on after the last committed piece of work in DIR.

    DIR may also hold only a verification_state.json, at any step. What was answered is not asked again; what could not
    be asked is.
    """
    from corrigenda.checking import resume

    return resume(folder, options, reviewed=reviewed)
