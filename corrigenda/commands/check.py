"""`corrigenda check`: steps A → B → C → D over a manuscript."""

from pathlib import Path
from typing import Any

import click

from corrigenda.choices import run_options


@click.command(epilog="Example: corrigenda check thesis.docx refs.bib --pdfs papers/")
@click.argument(
    "files", nargs=-1, required=True, metavar="MANUSCRIPT… [BIBLIOGRAPHY…]", type=click.Path(path_type=Path)
)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Run folder. Default: MANUSCRIPT_STEM.corrigenda beside it."
)
@click.option("--numbering", type=click.Choice(["file", "alphabetical"]), help="Which bibliography entry is [N].")
@click.option("--review", is_flag=True, default=None, help="Stop after step A for your word.")
@run_options
def command(files: tuple[Path, ...], out: Path | None, **options: Any) -> int:
    """Check a manuscript: read it, find its references, judge its claims, report.

    Several manuscript files are one thesis in that order; a folder is its files. If the run folder exists, the same
    manuscript goes on where it stopped, and a changed one becomes a new revision.
    """
    from corrigenda.checking import check

    return check(files, out, options)
