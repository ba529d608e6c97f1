"""The kinds of findings: stable ids, severities, order and pages. The table is `templates/rules.toml`."""

import difflib
import tomllib
from dataclasses import dataclass

import templates
from state.errors import UserError
from state.finding import Severity

_CHINESE = "## 中文"


@dataclass(frozen=True)
class Rule:
    """One kind of finding. `order` is its place in reports; the pages are read when asked for."""

    id: str
    severity: Severity
    order: int

    @property
    def name_en(self) -> str:
        """What it means, in a few words."""
        return templates.wording("en")[f"rule.{self.id}.name"]

    @property
    def name_zh(self) -> str:
        """The same in Chinese."""
        return templates.wording("zh")[f"rule.{self.id}.name"]

    @property
    def page_en(self) -> str:
        """What the finding means, when it can be wrong and what to do: Markdown, with a title."""
        return templates.rule_page(self.id).partition(_CHINESE)[0].strip() + "\n"

    @property
    def page_zh(self) -> str:
        """The same in Chinese."""
        return f"# {self.id}\n\n{templates.rule_page(self.id).partition(_CHINESE)[2].strip()}\n"


def _load() -> tuple[Rule, ...]:
    table = tomllib.loads(templates.read_text("rules.toml"))
    return tuple(Rule(name, Severity(row["severity"]), order) for order, (name, row) in enumerate(table.items()))


RULES: tuple[Rule, ...] = _load()
"""All rules, in the order of reports."""

_BY_ID = {rule.id: rule for rule in RULES}


def rule(rule_id: str) -> Rule:
    """The rule of this id, in any case. UserError naming the nearest ids where there is none."""
    found = _BY_ID.get(rule_id.strip().upper())
    if found is None:
        near = difflib.get_close_matches(rule_id.strip().upper(), _BY_ID, n=3, cutoff=0.4) or list(_BY_ID)
        raise UserError(f"there is no rule {rule_id!r}; did you mean {', '.join(near)}?")
    return found
