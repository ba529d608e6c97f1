"""`corrigenda refs`: a reference list without a manuscript."""

from pathlib import Path
from typing import Any

import click

from corrigenda.choices import told_options


@click.command(
    epilog="Example: corrigenda refs refs.bib more.txt --task verify_citations > result.json\n\n"
    "From a pipe: … | corrigenda refs - --task bibliography_audit --out audit.json"
)
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
@click.option("--task", help="verify_citations, or bibliography_audit (every field, three lists).")
@click.option("--depth", type=click.Choice(["quick", "detailed", "expert"]), default="detailed", show_default=True)
@click.option("--no-cap", is_flag=True, help="Take more than 200 references.")
@click.option(
    "--output-format",
    type=click.Choice(["markdown", "latex", "json"]),
    default="markdown",
    show_default=True,
    help="What the envelope's `content` is written in.",
)
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of notes and content. Default: en.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the envelope into this file instead of stdout.")
@click.option("--report", type=click.Path(path_type=Path), help="Write the report for people into this file as well.")
@click.option("--offline", is_flag=True, default=None, help="Kept answers only; ask nobody.")
@click.option("--patience", type=click.FloatRange(min=0), help="Seconds to wait for one service in all. Default 30.")
@click.option(
    "--fail-on",
    type=click.Choice(["serious", "medium", "minor", "never"]),
    default="serious",
    show_default=True,
    help="Exit with 1 for a finding of this severity or above.",
)
@told_options
def command(files: tuple[str, ...], task: str | None, as_json: bool, **options: Any) -> int:
    """Verify a reference list in any format or mixture: BibTeX, RIS, NBIB, CSL-JSON, DOIs, addresses, prose.

    `-` is standard input. The result is one JSON object, the envelope (docs/envelope.md), with a verdict and its
    evidence for every reference; its `data.content` is a report to read (--report FILE writes it down). Answers of the
    registries are kept for 30 days: the same list asks nobody again.

    Exit code: 0 nothing to correct, 1 a finding at or above --fail-on, 2 input or options are wrong, 3 a verdict hangs
    on a service that could not be asked.
    """
    from corrigenda.referencing import Wanted, refs, task_named
    from corrigenda.settings import Settings
    from state.envelope_words import Depth, OutputFormat
    from state.payload import CAP

    named = task_named(task)
    settings = Settings.load(**{name: options[name] for name in ("offline", "patience", "lang")})
    wanted = Wanted(
        task=named,
        depth=Depth(options["depth"]),
        output_format=OutputFormat(options["output_format"]),
        language=settings.lang or "en",
        fail_on=options["fail_on"],
        cap=None if options["no_cap"] else CAP,
        out=options["out"],
        report=options["report"],
        quiet=options["quiet"],
        verbose=options["verbose"],
        as_json=as_json,
    )
    return refs(files, wanted, settings)
