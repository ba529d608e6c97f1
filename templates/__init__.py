"""Text that is not code: report templates, wording in English and Chinese, prompts, the rule pages.

Everything is read through `importlib.resources`, so it works from a checkout and from a wheel.
"""

import re
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from templates import escaping

LANGUAGES = ("en", "zh")

_RULE_ID = re.compile(r"[A-Z]+(?:-[A-Z]+)*")


def read_text(name: str) -> str:
    """The text of a file below `templates/`, e.g. `reports/backlog.md.j2`. FileNotFoundError if absent."""
    return files("templates").joinpath(*name.split("/")).read_text(encoding="utf-8")


def rule_page(rule_id: str) -> str:
    """The page of one rule, English first, then `## 中文`. FileNotFoundError where there is none.

    In a wheel the pages lie in `templates/rules/`, in the repository in `docs/rules/`.
    """
    if not _RULE_ID.fullmatch(rule_id):
        raise FileNotFoundError(rule_id)
    packaged = files("templates").joinpath("rules", f"{rule_id}.md")
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return (Path(__file__).resolve().parent.parent / "docs" / "rules" / f"{rule_id}.md").read_text(encoding="utf-8")


@cache
def wording(language: str) -> dict[str, str]:
    """All wording of one language, keys joined with dots: `rule.REF-YEAR.text`. A value may be a Jinja template."""
    if language not in LANGUAGES:
        raise ValueError(f"no wording for language {language!r}; there is {', '.join(LANGUAGES)}")
    return dict(_flat("", tomllib.loads(read_text(f"wording.{language}.toml"))))


def _flat(prefix: str, table: dict[str, Any]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in table.items():
        key = f"{prefix}.{name}" if prefix else name
        pairs.extend(_flat(key, value) if isinstance(value, dict) else [(key, value)])
    return pairs


def trusted(text: str) -> Markup:
    """Mark text as ours or as escaped already: the one place where that is said."""
    return Markup(text)  # noqa: S704  (Markdown, not HTML: what others wrote has passed `templates.escaping`)


_PLACE = re.compile(r"\{\{ (\w+) \}\}")


class Words:
    """Looks wording up and fills it in. Wording is trusted, the values put into it are not: they are escaped."""

    def __init__(self, environment: Environment, language: str, show: Callable[[object], Markup]) -> None:
        self._environment = environment
        self._show = show
        self._texts = wording(language)
        self._compiled: dict[str, Template] = {}

    def __call__(self, key: str, /, **values: object) -> Markup:
        """The wording under `key` with `values` put in. KeyError, naming the key or value, where there is none."""
        text = self._texts[key]
        values.setdefault("dir", "DIR")  # the run folder in commands; reports never name the real one
        if "{" not in _PLACE.sub("", text):  # most wording only has names in it: no need to compile a template
            return trusted(_PLACE.sub(lambda place: self._show(values[place[1]]), text))
        if key not in self._compiled:
            self._compiled[key] = self._environment.from_string(text)
        return trusted(self._compiled[key].render(values))

    def label(self, code: object, group: str) -> str:
        """The name of a code, `group.CODE`; where it has none the code itself, which is escaped when printed."""
        key = f"{group}.{code}"
        return self(key) if key in self._texts else str(code).replace("_", " ")

    def labels(self, codes: str, group: str) -> str:
        """The names of codes joined by commas, e.g. `pubmed,crossref` as `PubMed, Crossref`."""
        separator = self("list.separator")
        return separator.join(str(self.label(code, group)) for code in codes.split(",") if code)

    def measures(self, text: str, group: str) -> str:
        """Codes with values in words: `wide_range=1-80 line=227` as `range … 1-80, line 227`."""
        parts = (part.partition("=") for part in text.split())
        return ", ".join(f"{self.label(code, group)} {value}".strip() for code, _, value in parts)

    def warning(self, text: str) -> str:
        """A reader's warning in words. Names of files and keys may hold anything, so they are not taken apart."""
        code, sign, value = text.partition("=")
        if code not in _WHOLE or not sign:
            return self.measures(text, "warning")
        if code == "pdf_unreadable":
            name, colon, why = value.rpartition(": ")
            if colon:
                value = f"{name} ({self.label(why.partition(' ')[0], 'pdf_why')})"
        if code in _OF_A_FORM and (told := _FORM.fullmatch(value)):
            ids = f" [{told['ids'].replace(',', ', ')}]" if told["ids"] else ""
            value = f"{told['printed']}{ids}, {self.label('line', 'warning')} {told['line']}"
        return f"{self.label(code, 'warning')} {value}"


_OF_A_FORM = frozenset({"ambiguous_citation", "near_year", "unlisted_form"})
"""Warnings about an author-year form as printed, the entries it may mean, and its line."""
_FORM = re.compile(r"(?P<printed>.*?)(?: (?:fits|entry)=(?P<ids>\S+))? line=(?P<line>\d+)")
_WHOLE = _OF_A_FORM | frozenset(
    {
        "pdf_unreadable",
        "pdf_unmatched",
        "repeated_entry",
        "repeated_number",
        "file_missing",
        "file_refused",
        "file_unreadable",
        "file_too_long",
        "include_cycle",
    }
)
"""Warnings whose value is one name."""


@cache
def template_environment(language: str, plain: bool = False) -> Environment:
    """The Jinja environment of one language; `environment.get_template("backlog.md.j2")` reads `templates/reports/`.

    Whatever a template prints is escaped for Markdown (for a terminal where `plain`), unless it is wording. An
    undefined name is an error. `t(key, **values)` is the wording; templates are compiled once.
    """
    show = _finalize(escaping.one_line if plain else escaping.markdown)
    environment = Environment(
        loader=FunctionLoader(lambda name: read_text(f"reports/{name}")),
        undefined=StrictUndefined,
        autoescape=True,
        finalize=show,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        cache_size=-1,
        optimized=False,
    )
    words = Words(environment, language, show)
    environment.globals |= {"t": words, "br": trusted("  "), "language": language}
    environment.filters["label"] = words.label
    environment.filters["labels"] = words.labels
    environment.filters["measures"] = words.measures
    environment.filters["warning"] = words.warning
    environment.filters["spaced"] = lambda text: trusted(escaping.spaced(text))
    environment.filters["utc"] = _utc
    environment.filters["link_text"] = lambda value: trusted(escaping.link_text(str(value)))
    environment.filters["link_target"] = lambda value: trusted(escaping.link_target(str(value)))
    return environment


def _utc(time: datetime) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


def _finalize(escape: Callable[[str], str]) -> Callable[[object], Markup]:
    """What Jinja does to every printed value. Returning `Markup` keeps its own HTML escaping out of Markdown."""

    def finalize(value: object) -> Markup:
        return value if isinstance(value, Markup) else trusted(escape(str(value)))

    return finalize
