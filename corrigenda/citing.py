"""What `cite` does: one claimed citation is looked up over the kept answers, and told as verifyCitation's answer."""

import asyncio
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corrigenda.looking_up import kept_answers, single_lookup_config, single_lookup_door
from corrigenda.settings import JUDGE_KEY, Settings, judge_key
from flows.books import AskedAnew, SharedAnswers, SharedModels
from flows.single import (
    CheckedCitation,
    check_citation,
    claim_in,
    hangs_on_outage,
    identifiers_of,
    judge_sentence,
    reference_of,
    sentence_of,
)
from reports.citation_answer import citation_answer, wants_screen
from reports.citation_compared import shown_record
from reports.citation_verdict import severity_of
from reports.findings import FAIL_ON
from state.citation_check import (
    CheckOptions,
    CheckVerdict,
    ClaimedCitation,
    JudgedSentence,
    LlmScreen,
    VerifyAnswer,
    plain_answer,
)
from state.config import Config
from state.errors import SettingsError
from state.manuscript import Claim
from state.options import sends_text

if TYPE_CHECKING:
    from tasks.judges.contract import Judge


@dataclass(frozen=True)
class Wanted:
    """What the user wants of one citation."""

    context: str | None = None
    """The sentence that cites it, to be judged as well."""
    language: str = "en"
    fail_on: str = "serious"
    yes: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class _Told:
    answer: VerifyAnswer
    checked: CheckedCitation
    hangs: bool
    """Whether the sentence's outcome hangs on somebody who could not be asked."""


def cite(claimed: ClaimedCitation, options: CheckOptions, wanted: Wanted, settings: Settings) -> int:
    """Verify one citation; the answer goes to stdout. Returns the exit code of decisions 5."""
    config = single_lookup_config(settings)
    reference = reference_of(claimed, identifiers_of(claimed))
    if options.bypassCache and config.offline:
        raise SettingsError("--bypass-cache and --offline exclude each other: leave one out")
    if options.screenWithLlm and not (sends_text(config.judge) and wanted.yes):
        raise SettingsError(
            "LLM_SCREEN_FORBIDDEN: a model is asked only where you name it (--judge) and agree (--yes);"
            " leave screenWithLlm out otherwise"
        )
    claim = claim_in(wanted.context, reference) if wanted.context is not None else None
    judges = _judges(config, claim, wanted) if claim is not None or options.screenWithLlm else None
    told = asyncio.run(_told(claimed, options, claim, judges, wanted, settings, config))
    content = json.dumps(plain_answer(told.answer), ensure_ascii=False, indent=2) + "\n"
    sys.stdout.buffer.write(content.encode("utf-8", "replace"))
    sys.stdout.buffer.flush()
    return _code(told, wanted)


def _code(told: _Told, wanted: Wanted) -> int:
    answer = told.answer
    if answer.skipped_reason is not None:
        click.echo(f"corrigenda: {'; '.join(answer.provenance.caveats)}", err=True)
        return 2
    if not answer.ok or told.hangs:
        return 3
    severity = severity_of(answer, told.checked.resolution, told.checked.compared)
    return 1 if severity in FAIL_ON[wanted.fail_on] else 0


async def _told(
    claimed: ClaimedCitation,
    options: CheckOptions,
    claim: Claim | None,
    judges: "tuple[Judge, Judge | None] | None",
    wanted: Wanted,
    settings: Settings,
    config: Config,
) -> _Told:
    with kept_answers(config, settings) as kept:
        checked = await _checked(claimed, options, claim is not None, kept, settings, config)
        answer = citation_answer(
            claimed, checked.reference, checked.resolution, checked.compared, language=wanted.language
        )
        screen = None
        if options.screenWithLlm and judges is not None and wants_screen(answer):
            screen = await _screened(checked, judges[0], kept.models(), settings)
        sentence, hangs = None, False
        if claim is not None and judges is not None and answer.verdict is CheckVerdict.MATCHED:
            sentence, hangs = await _judged(claim, checked, judges, kept.models(), settings)
        if screen is not None or claim is not None:
            answer = citation_answer(
                claimed,
                checked.reference,
                checked.resolution,
                checked.compared,
                sentence=sentence,
                not_judged=claim is not None and sentence is None,
                screen=screen,
                language=wanted.language,
            )
        return _Told(answer, checked, hangs)


async def _checked(
    claimed: ClaimedCitation,
    options: CheckOptions,
    wants_text: bool,
    kept: SharedAnswers,
    settings: Settings,
    config: Config,
) -> CheckedCitation:
    async with single_lookup_door(config, settings) as door:
        return await check_citation(
            claimed,
            door=door,
            book=AskedAnew(kept) if options.bypassCache else kept,
            clock=settings.now,
            max_age_days=config.max_age_days,
            registry=config.registry,
            offline=config.offline,
            wants_text=wants_text,
        )


async def _judged(
    claim: Claim,
    checked: CheckedCitation,
    judges: "tuple[Judge, Judge | None]",
    book: SharedModels,
    settings: Settings,
) -> tuple[JudgedSentence, bool]:
    judgment = await judge_sentence(claim, checked, judges, book, settings.now)
    return sentence_of(claim, judgment, checked.resolution), hangs_on_outage(judgment, checked.resolution)


async def _screened(
    checked: CheckedCitation, judge: "Judge", book: SharedModels, settings: Settings
) -> LlmScreen | None:
    from tasks.judge.screening import screen_titles

    shown = shown_record(checked.resolution, checked.compared)
    if shown is None:
        return None
    return await screen_titles(checked.reference, shown, judge=judge, book=book, clock=settings.now)


def _judges(config: Config, claim: Claim | None, wanted: Wanted) -> "tuple[Judge, Judge | None]":
    """The judges the settings name. A sentence goes to a model only when the user has agreed, before anything is
    asked."""
    judges = (_judge(config, config.judge), _judge(config, config.second_judge) if config.second_judge else None)
    sending = [judge for judge in judges if judge is not None and sends_text(judge.name)]
    if claim is not None and sending:
        from corrigenda.running import ask_consent

        if not ask_consent([claim], config, sending, yes=wanted.yes):
            raise SettingsError(f"--judge {sending[0].name}: not agreed to; give --yes, or --judge rules")
    return judges


def _judge(config: Config, name: str) -> "Judge":
    from tasks.judges import judge_named

    key = judge_key(name)
    provider = name.partition(":")[0]
    if provider in ("openai", "anthropic") and config.judge_url is None and key is None:
        raise SettingsError(
            f"--judge {name}: {JUDGE_KEY[provider]} is not set; set it, or give --judge-url for a server of your own"
        )
    return judge_named(
        name,
        url=config.judge_url,
        key=key,
        base_folder=Path.cwd(),
        concurrency=config.judge_concurrency,
        patience=config.patience,
    )
