"""`corrigenda demo`: the bundled manuscripts, checked offline."""

from pathlib import Path

import click


@click.command(epilog="Example: corrigenda demo --out demo-report")
@click.option("--out", type=click.Path(path_type=Path), default=Path("demo-report"), show_default=True, help="Folder.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
def command(out: Path, quiet: bool) -> int:
    """Check the bundled manuscripts offline, with no key and no network, and leave the whole set of reports.

    The registries' answers are recorded and the judge's are scripted, and the reports say so.
    """
    from corrigenda.demonstrating import demo

    return demo(out, quiet=quiet)
