"""`corrigenda explain`: the page of a rule."""

from typing import TYPE_CHECKING

import click

from corrigenda.choices import told_options

if TYPE_CHECKING:
    from reports.rules import Rule


@click.command(epilog="Example: corrigenda explain REF-WRONG-WORK")
@click.argument("rule_id", metavar="[RULE]", required=False)
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True)
@told_options
def command(rule_id: str | None, lang: str, as_json: bool, verbose: int, quiet: bool) -> int:
    """What a kind of finding means, when it can be wrong, what to do. Without RULE: the list of all rules."""
    import json
    from difflib import get_close_matches

    from reports.rules import RULES, rule
    from state.errors import SettingsError

    if rule_id is None:
        if as_json:
            rows = [{"id": r.id, "severity": r.severity.value, "name": _name(r, lang)} for r in RULES]
            click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        else:
            click.echo("\n".join(f"{r.id:25} {r.severity.value:8} {_name(r, lang)}" for r in RULES))
        return 0
    known = {r.id for r in RULES}
    if rule_id.upper() not in known:
        near = get_close_matches(rule_id.upper(), sorted(known), n=3, cutoff=0.5)
        near += [name for name in sorted(known) if rule_id.upper() in name and name not in near]
        hint = f"did you mean {' or '.join(near[:5])}?" if near else f"rules are {', '.join(sorted(known))}"
        raise SettingsError(f"there is no rule {rule_id!r}; {hint}")
    found = rule(rule_id.upper())
    page = found.page_zh if lang == "zh" else found.page_en
    if as_json:
        shown = {"id": found.id, "severity": found.severity.value, "page": page}
        click.echo(json.dumps(shown, ensure_ascii=False, indent=2))
    else:
        click.echo(page)
    return 0


def _name(rule: "Rule", lang: str) -> str:
    return rule.name_zh if lang == "zh" else rule.name_en
