"""`corrigenda report`: render again from the store."""

from pathlib import Path

import click

from corrigenda.choices import told_options


@click.command(epilog="Example: corrigenda report thesis.corrigenda --lang zh")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--format", "formats", multiple=True, help="Render only this format; may be given several times.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the reports. Default: the run's.")
@told_options
def command(folder: Path, formats: tuple[str, ...], lang: str | None, as_json: bool, verbose: int, quiet: bool) -> int:
    """Render the reports again from the store; no network, no judge."""
    import json

    from corrigenda.reading import open_existing
    from flows.rendering import rendered, write
    from state.store.picture import snapshot_of

    with open_existing(folder) as store:
        files = rendered(snapshot_of(store, language=lang), store.imported(), only=formats)
    for name, content in files.items():
        write(folder, name, content)
    if as_json:
        click.echo(json.dumps({"folder": str(folder), "files": sorted(files)}, ensure_ascii=False, indent=2))
    elif not quiet:
        click.echo("\n".join(str(folder / name) for name in sorted(files)))
    return 0
