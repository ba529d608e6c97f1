"""`corrigenda cite`: one claimed citation against the work it names."""

import sys
from typing import Any

import click

from corrigenda.choices import told_options

STDIN = "(standard input)"
_CLAIM = {
    "title": "title",
    "doi": "doi",
    "pmid": "pmid",
    "pmcid": "pmcid",
    "isbn": "isbn",
    "arxiv": "arxiv",
    "issn": "issn",
    "ads": "ads",
    "who_iris_url": "whoIrisUrl",
    "author": "author",
    "year": "year",
    "container": "container",
}
"""Options that state the claim, and the keys they stand for."""


@click.command(
    epilog="Example: corrigenda cite --title 'The title exactly as cited' --doi 10.1234/abc --author Smith --year 2011"
    '\n\nFrom a pipe: echo \'{"claimed": {"title": "…", "doi": "…"}}\' | corrigenda cite'
)
@click.argument("source", metavar="[-]", required=False)
@click.option("--title", help="The title exactly as cited.")
@click.option("--doi", help="Of several identifiers the first is the claim's, in the order they stand here.")
@click.option("--pmid")
@click.option("--pmcid")
@click.option("--arxiv", help="Number at arXiv.")
@click.option("--ads", help="Bibcode at NASA ADS.")
@click.option("--isbn")
@click.option("--issn", help="Of the journal.")
@click.option("--who-iris-url", help="Address at WHO's repository.")
@click.option("--author", help="Family name of the first author.")
@click.option("--year", type=int)
@click.option("--container", help="Title of the journal or book.")
@click.option("--context", metavar="TEXT", help="The sentence that cites it: is judged against the work as well.")
@click.option("--bypass-cache", is_flag=True, help="Ask again what is kept.")
@click.option("--screen-with-llm", is_flag=True, help="Let the model of --judge look at titles that do not match.")
@click.option("--judge", help="For --context: rules (default, offline), scripted:FILE, openai:MODEL, …")
@click.option("--second-judge", help="Another judge for the second round of FAIL and PARTIAL-A.")
@click.option("--judge-url", help="Address of an OpenAI-compatible server.")
@click.option("--yes", is_flag=True, help="Agree to what will be sent to the model, without being asked.")
@click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the caveats. Default: en.")
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
def command(source: str | None, as_json: bool, quiet: bool, verbose: int, **options: Any) -> int:
    """Verify one citation: is there such a work, and is it the one at the identifier that is cited with it?

    The claim is given by options, or as JSON on standard input (`-`), flat or as {"claimed": {…}, "options": {…}}. The
    answer is one JSON object (docs/cite.md): verdict matched, mismatch, ambiguous or not_found, what it rests on, and
    whether the work is retracted. Answers of the registries are kept for 30 days.

    Exit code: 0 nothing to correct, 1 a finding at or above --fail-on (mismatch, ambiguous, not_found and a retracted
    work are serious; a match of low confidence is medium), 2 input or options are wrong, 3 a service that the verdict
    depends on could not be asked.
    """
    from corrigenda.citing import Wanted, cite
    from corrigenda.settings import Settings
    from state.citation_check import CheckOptions
    from state.citation_reading import MOST_BYTES, claim_of, read_claim

    given = {key: options[name] for name, key in _CLAIM.items() if options[name] is not None}
    if source not in (None, "-"):
        raise click.UsageError(f"{source}: cite takes options, or `-` for JSON on standard input")
    if given and source == "-":
        raise click.UsageError("state the claim by options or as JSON on standard input (`-`), not both")
    if given:
        claimed, asked = claim_of(given, "cite"), CheckOptions()
    elif source == "-" or not sys.stdin.isatty():
        claimed, asked = read_claim(sys.stdin.buffer.read(MOST_BYTES + 1), STDIN)
    else:
        raise click.UsageError("give the citation: --title TEXT and, best, --doi; or JSON on standard input (`-`)")
    asked = CheckOptions(
        bypassCache=asked.bypassCache or options["bypass_cache"],
        screenWithLlm=asked.screenWithLlm or options["screen_with_llm"],
    )
    settings = Settings.load(
        **{name: options[name] for name in ("offline", "patience", "lang", "judge", "second_judge", "judge_url")}
    )
    wanted = Wanted(
        context=options["context"],
        language=settings.lang or "en",
        fail_on=options["fail_on"],
        yes=options["yes"],
        quiet=quiet,
    )
    return cite(claimed, asked, wanted, settings)
