"""`corrigenda up`: a local Prefect server, its dashboard and a worker in one command."""

import click


@click.command(epilog="Example: corrigenda up --port 4200")
@click.option("--port", type=click.IntRange(1, 65535), default=4200, show_default=True)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
def command(port: int, quiet: bool) -> int:
    """Start a local Prefect server with its dashboard and a worker. Ctrl-C stops both.

    Runs begun with --engine prefect (or auto, with PREFECT_API_URL set to this server) show there.
    """
    from corrigenda.settings import quiet_dependencies

    quiet_dependencies()
    from flows.serving import serve

    return serve(port, quiet=quiet)
