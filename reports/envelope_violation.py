"""One thing wrong with an envelope, and its words. Rule ids are stable; docs/envelope.md explains each."""

import tomllib
from dataclasses import dataclass, field
from functools import cache

import templates
from templates import escaping


@cache
def words(language: str) -> dict[str, dict[str, str]]:
    """The wording of one language by table and key. ValueError for a language that has none."""
    if language not in templates.LANGUAGES:
        raise ValueError(f"no wording for language {language!r}; there is {', '.join(templates.LANGUAGES)}")
    return tomllib.loads(templates.read_text(f"envelope.{language}.toml"))


@cache
def rule_ids() -> tuple[str, ...]:
    """Every rule's id, in the order of the wording."""
    return tuple(words("en")["what"])


@dataclass(frozen=True)
class Violation:
    """A rule that does not hold, and where: `pointer` is a JSON Pointer (RFC 6901), empty for the whole envelope.

    Values are words of the file, made safe to print, or names of wording (`why.no_record`, `kind.text`).
    """

    pointer: str
    rule: str
    values: dict[str, str] = field(default_factory=dict)

    def what(self, language: str = "en") -> str:
        """What is wrong."""
        return self._say("what", language)

    def todo(self, language: str = "en") -> str:
        """What to do about it."""
        return self._say("do", language)

    def line(self, file: str, language: str = "en") -> str:
        """The one line for a terminal: file, pointer, rule, what is wrong, what to do."""
        line = words(language)["line"]
        said = line["fault"].format(
            file=file,
            pointer=self.pointer or line["root"],
            rule=self.rule,
            what=self.what(language),
            todo=self.todo(language),
        )
        return escaping.one_line(said)

    def _say(self, table: str, language: str) -> str:
        text = words(language)
        shown = {name: _worded(value, text) for name, value in self.values.items()}
        return text[table][self.rule].format_map(shown)


def _worded(value: str, text: dict[str, dict[str, str]]) -> str:
    table, dot, key = value.partition(".")
    return text[table][key] if dot and table in {"why", "kind"} and key in text[table] else value


def pointer(*keys: str | int) -> str:
    """The JSON Pointer of these keys and positions."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)
