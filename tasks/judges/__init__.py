"""The judges, and how a setting names one. To add one: one file, one line in `JUDGES`, a case in the contract tests."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pydantic import SecretStr

from state.errors import SettingsError
from tasks.judges.contract import Judge

__all__ = ["JUDGES", "JudgeFactory", "JudgeOptions", "judge_named"]


@dataclass(frozen=True)
class JudgeOptions:
    """What a judge may be made from, beyond its name. Keys are passed in, never read from the environment."""

    argument: str
    """What follows the colon: a model or a file."""
    url: str | None = None
    key: SecretStr | None = None
    base_folder: Path | None = None
    concurrency: int = 4
    patience: float = 120.0
    """Seconds one question may take in all, retries and `Retry-After` included."""


@dataclass(frozen=True)
class JudgeFactory:
    """One kind of judge."""

    kind: str
    """What stands before the colon."""
    usage: str
    """How it is written in a setting, for messages."""
    make: Callable[[JudgeOptions], Judge]


def _rules(_: JudgeOptions) -> Judge:
    from tasks.judges.rules import RulesJudge

    return RulesJudge()


def _scripted(options: JudgeOptions) -> Judge:
    from tasks.judges.scripted import scripted_judge

    return scripted_judge(options.argument, options.base_folder)


def _model(kind: str) -> Callable[[JudgeOptions], Judge]:
    def make(options: JudgeOptions) -> Judge:
        from tasks.judges.llm import model_judge

        return model_judge(
            kind,
            options.argument,
            url=options.url,
            key=options.key,
            concurrency=options.concurrency,
            patience=options.patience,
        )

    return make


JUDGES: tuple[JudgeFactory, ...] = (
    JudgeFactory("rules", "rules", _rules),
    JudgeFactory("scripted", "scripted:FILE", _scripted),
    JudgeFactory("openai", "openai:MODEL", _model("openai")),
    JudgeFactory("anthropic", "anthropic:MODEL", _model("anthropic")),
    JudgeFactory("ollama", "ollama:MODEL", _model("ollama")),
)


def judge_named(
    name: str,
    *,
    url: str | None = None,
    key: SecretStr | None = None,
    base_folder: Path | None = None,
    concurrency: int = 4,
    patience: float = 120.0,
) -> Judge:
    """The judge a setting names: `rules`, `scripted:FILE`, `openai:MODEL`, … SettingsError, listing the choices, else.

    `url` is any OpenAI-compatible server (or Anthropic's stand-in). A missing key is not an error here: the judge then
    says `not_configured` when it is asked.
    """
    kind, _, argument = name.strip().partition(":")
    choices = ", ".join(factory.usage for factory in JUDGES)
    factory = next((factory for factory in JUDGES if factory.kind == kind), None)
    if factory is None:
        raise SettingsError(f"unknown judge {name!r}; choose one of {choices}")
    if (":" in factory.usage) != bool(argument.strip()):
        raise SettingsError(f"judge {name!r} is not complete; write {factory.usage}. The choices are {choices}")
    return factory.make(JudgeOptions(argument.strip(), url, key, base_folder, concurrency, patience))
