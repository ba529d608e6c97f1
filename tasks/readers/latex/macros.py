"""The manuscript's own macros: `\\newcommand`, `\\def`, xparse, `\\let`, `\\newenvironment`, and their expansion."""

import re
from dataclasses import dataclass, field

from tasks.readers.latex.input import Input

MAX_BODY = 20_000
DEFINING = frozenset(
    {
        "newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "DeclareTextFontCommand",
        "NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand", "DeclareDocumentCommand",
        "NewExpandableDocumentCommand", "newrobustcmd", "renewrobustcmd", "def", "gdef", "edef", "xdef", "let",
        "newenvironment", "renewenvironment", "NewDocumentEnvironment", "DeclareDocumentEnvironment",
    }
)  # fmt: skip
_NAME = re.compile(r"\s*(?:\{\s*\\([A-Za-z@]+|.)\s*\}|\\([A-Za-z@]+|.))", re.DOTALL)
_PARAMETERS = re.compile(r"[^{}\\]{0,60}")
_LET = re.compile(r"\s*=?\s*\\([A-Za-z@]+)")
_SPECIFIER = re.compile(r"\s*(?:[+!>]\s*)*([smoOgG])\s*(\{[^{}]*\})?")
_PLACE = re.compile(r"#(#|\d)")
_STAR = re.compile(r"\*")


@dataclass(frozen=True)
class Macro:
    """`kinds` has a letter an argument: m (in braces), o (in brackets, `defaults` where it is left out), s (a star)."""

    kinds: str
    body: str
    ending: str = ""
    """Of an environment: what its end stands for."""
    defaults: tuple[str, ...] = ()


@dataclass
class Macros:
    """What a manuscript has defined so far."""

    commands: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, Macro] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    r"""What `\let` made another name of a command that is not the manuscript's own, whatever becomes of that."""

    def define(self, command: str, source: Input) -> None:
        """Read the definition that follows a defining command. One that cannot be understood defines nothing."""
        source.next(_STAR)
        if "nvironment" in command:
            self._environment(command, source)
            return
        found = source.next(_NAME)
        if found is None:
            return
        name = found[1] or found[2]
        if command == "let":
            other = source.next(_LET)
            if other is not None and other[1] != name:
                self._let(name, other[1])
            return
        self.aliases.pop(name, None)
        macro = self._command(command, source)
        if macro is None:
            return
        self_made = re.search(rf"\\{re.escape(name)}(?![A-Za-z@])", macro.body) is not None
        if command == "providecommand" and name in self.commands:
            return
        if self_made or len(macro.body) > MAX_BODY:
            self.commands.pop(name, None)  # it would not end; the built-in meaning is the better guess
        else:
            self.commands[name] = macro

    def _let(self, name: str, other: str) -> None:
        self.commands.pop(name, None)
        if other in self.commands:
            self.commands[name] = self.commands[other]
        else:
            self.aliases[name] = self.aliases.get(other, other)

    def _command(self, command: str, source: Input) -> Macro | None:
        if command.endswith("DocumentCommand"):
            kinds = _kinds(source.group() or "")
            body = source.group()
            return None if kinds is None or body is None else Macro(kinds[0], body, defaults=kinds[1])
        if command in ("def", "gdef", "edef", "xdef"):
            parameters = source.next(_PARAMETERS)
            body = source.group()
            shape = "" if parameters is None else parameters.group().strip()
            if body is None or re.fullmatch(r"(?:#\d)*", shape) is None:
                return None
            return Macro("m" * shape.count("#"), body)
        kinds_ = _counted(source)
        body = source.argument()
        return None if body is None else Macro(kinds_[0], body, defaults=kinds_[1])

    def _environment(self, command: str, source: Input) -> None:
        name = source.group()
        kinds = _kinds(source.group() or "") if "Document" in command else _counted(source)
        begin, end = source.group(), source.group()
        if name is None or kinds is None or begin is None or end is None or len(begin) + len(end) > MAX_BODY:
            return
        if f"\\begin{{{name}}}" not in begin:
            self.environments[name.strip()] = Macro(kinds[0], begin, end, kinds[1])

    def expansion(self, macro: Macro, source: Input) -> tuple[str, list[str]]:
        """The body with the arguments that come next put in, and the arguments."""
        arguments: list[str] = []
        for index, kind in enumerate(macro.kinds):
            if kind == "s":
                arguments.append("*" if source.next(_STAR) is not None else "")
            elif kind == "o":
                given = source.optional()
                arguments.append(macro.defaults[index] if given is None else given)
            else:
                arguments.append(source.argument() or "")
        return filled(macro.body, arguments), arguments


def filled(body: str, arguments: list[str]) -> str:
    """A body with `#1`, `#2`, … replaced."""

    def place(found: re.Match[str]) -> str:
        if found[1] == "#":
            return "#"
        index = int(found[1]) - 1
        return arguments[index] if 0 <= index < len(arguments) else ""

    return _PLACE.sub(place, body)


def _counted(source: Input) -> tuple[str, tuple[str, ...]]:
    r"""The `[n][default]` of `\newcommand`."""
    count = (source.optional() or "0").strip()
    number = int(count) if count.isdigit() and len(count) == 1 else 0
    default = source.optional() if number else None
    if default is None:
        return "m" * number, ("",) * number
    return "o" + "m" * (number - 1), (default,) + ("",) * (number - 1)


def _kinds(specification: str) -> tuple[str, tuple[str, ...]] | None:
    """An xparse specification; None where it uses more than stars, brackets and braces."""
    kinds, defaults, position = "", [], 0
    while position < len(specification.rstrip()):
        found = _SPECIFIER.match(specification, position)
        if found is None:
            return None
        kinds += found[1].lower().replace("g", "o")
        defaults.append((found[2] or "{}")[1:-1] if found[1] in "OG" else "")
        position = found.end()
    return kinds, tuple(defaults)
