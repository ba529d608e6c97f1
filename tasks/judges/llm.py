"""Judges that are language models, through pydantic-ai: OpenAI, any OpenAI-compatible server, Anthropic, Ollama.

Nothing is contacted but the configured host, nothing is instrumented, and the key is an argument. pydantic-ai takes a
second to import, so it is imported when the first question is asked.
"""

import asyncio
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pydantic import SecretStr

from state.errors import SettingsError
from state.judgment import JudgeUnavailable, RawAnswer
from state.words import canonical_json
from tasks.judges.answering import UNSTAMPED
from tasks.judges.contract import Question

if TYPE_CHECKING:
    from pydantic_ai.exceptions import ModelAPIError
    from pydantic_ai.models import Model

ANSWER_TIMEOUT = 600.0
"""Seconds one answer may take: a local model on a CPU needs minutes, and that is not an outage."""
ANTHROPIC_TOKENS = 4096
"""Anthropic wants a limit; without one the client asks for the model's largest answer, streamed."""
CONNECT_TIMEOUT = 20.0
TRIES = 5
FIRST_PAUSE = 2.0
"""Seconds before the second try where the server names none; doubled each time."""
_ORDINARY = (408, 409, 425)


@dataclass(frozen=True)
class Provider:
    """Where a kind of model is asked, and which setting holds its key."""

    url: str
    setting: str
    needs_key: bool


PROVIDERS: dict[str, Provider] = {
    "openai": Provider("https://api.openai.com/v1", "OPENAI_API_KEY", True),
    "anthropic": Provider("https://api.anthropic.com", "ANTHROPIC_API_KEY", True),
    "ollama": Provider("http://localhost:11434/v1", "OLLAMA_API_KEY", False),
}

ModelMaker = Callable[[], "Model"]


class ModelJudge:
    """A model that is asked in plain text; its raw text is the answer, parsed by who asks."""

    def __init__(
        self,
        name: str,
        *,
        make_model: ModelMaker,
        destination: str | None,
        setting: str | None,
        missing_key: bool = False,
        max_tokens: int | None = None,
        concurrency: int = 4,
        patience: float = 120.0,
    ) -> None:
        self.name = name
        self.parameters = canonical_json(
            {"temperature": 0} | ({"max_tokens": max_tokens} if max_tokens is not None else {})
        )
        self._max_tokens = max_tokens
        self.destination = destination
        self.concurrency = concurrency
        self._make_model = make_model
        self._setting = setting
        self._missing_key = missing_key
        self._patience = patience
        self._temperature = True
        self._held: tuple[asyncio.AbstractEventLoop, Model] | None = None

    async def answer(self, question: Question) -> RawAnswer | JudgeUnavailable:
        """The model's answer to a judging question, or why it could not be asked."""
        return await self.text(question.system, question.user)

    async def text(self, system: str, user: str) -> RawAnswer | JudgeUnavailable:
        """The model's text. Tries again after 429, 5xx and lost connections, while patience lasts."""
        if self._missing_key:
            detail = f"{self.name} needs a key in {self._setting}"
            return JudgeUnavailable(reason="not_configured", detail=detail, setting=self._setting)
        left, pause = self._patience, FIRST_PAUSE
        for attempt in range(1, TRIES + 1):
            outcome = await self._ask_once(system, user)
            if not isinstance(outcome, _Failure):
                return outcome
            if outcome.lost_temperature:
                continue
            wait = outcome.retry_after if outcome.retry_after is not None else pause
            if not outcome.passing or attempt == TRIES or wait > left:
                return outcome.unavailable
            await asyncio.sleep(wait)
            left, pause = left - wait, pause * 2
        return JudgeUnavailable(reason="server_error", detail="no answer")

    async def _ask_once(self, system: str, user: str) -> "RawAnswer | _Failure":
        from pydantic_ai.direct import model_request
        from pydantic_ai.exceptions import ModelAPIError, UnexpectedModelBehavior, UserError
        from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart
        from pydantic_ai.settings import ModelSettings

        prompt = ModelRequest(parts=[SystemPromptPart(content=system), UserPromptPart(content=user)])
        settings = ModelSettings(temperature=0.0) if self._temperature else ModelSettings()
        if self._max_tokens is not None:
            settings["max_tokens"] = self._max_tokens
        try:
            async with asyncio.timeout(ANSWER_TIMEOUT):
                response = await model_request(self._model(), [prompt], model_settings=settings, instrument=False)
        except TimeoutError:
            return _Failure(JudgeUnavailable(reason="timeout", detail=f"no answer in {ANSWER_TIMEOUT:.0f} s"))
        except ModelAPIError as error:
            return self._failure(error)
        except (UnexpectedModelBehavior, ValueError) as error:
            detail = f"the server's answer is not a chat completion ({type(error).__name__})"
            return _Failure(JudgeUnavailable(reason="server_error", detail=detail), passing=True)
        except UserError as error:
            return _Failure(JudgeUnavailable(reason="not_configured", detail=type(error).__name__))
        return RawAnswer(
            text=response.text or "",
            model=response.model_name or self.name,
            input_tokens=response.usage.input_tokens or None,
            output_tokens=response.usage.output_tokens or None,
            answered_at=UNSTAMPED,
        )

    def _model(self) -> "Model":
        """The model of this event loop: a client's connections belong to the loop they were opened in."""
        loop = asyncio.get_running_loop()
        if self._held is None or self._held[0] is not loop:
            # What the library says about a setting it leaves out, or a model that will be retired, is not for stderr.
            warnings.filterwarnings("ignore", message="Sampling parameters")
            warnings.filterwarnings("ignore", message="The model .* is deprecated", category=DeprecationWarning)
            self._held = (loop, self._make_model())
        return self._held[1]

    def _failure(self, error: "ModelAPIError") -> "_Failure":
        """An exception as a value. Only the status is said: bodies may repeat a key."""
        from pydantic_ai.exceptions import ModelHTTPError, ModelTimeoutError

        if not isinstance(error, ModelHTTPError):
            timeout = isinstance(error, ModelTimeoutError) or "timed out" in str(error).lower()
            detail = f"no connection to {self.destination}"
            return _Failure(JudgeUnavailable(reason="timeout" if timeout else "refused", detail=detail), passing=True)
        status = error.status_code
        said = f"{self.destination} answered {status}"
        if status in (401, 403):
            return _Failure(JudgeUnavailable(reason="forbidden", detail=said, setting=self._setting))
        if status == 429:
            return _Failure(JudgeUnavailable(reason="rate_limited", detail=said), True, error.retry_after)
        if status >= 500 or status in _ORDINARY:
            return _Failure(JudgeUnavailable(reason="server_error", detail=said), True, error.retry_after)
        if status == 400 and self._temperature and "temperature" in str(error.body).lower():
            self._temperature = False
            return _Failure(JudgeUnavailable(reason="refused", detail=said), lost_temperature=True)
        detail = f"{said}: no such model or address" if status == 404 else said
        return _Failure(JudgeUnavailable(reason="refused", detail=detail))


@dataclass(frozen=True)
class _Failure:
    unavailable: JudgeUnavailable
    passing: bool = False
    """Worth another try."""
    retry_after: float | None = None
    lost_temperature: bool = False
    """The model does not take a temperature; it is asked again without one, at once."""


def model_judge(
    kind: str, model: str, *, url: str | None, key: SecretStr | None, concurrency: int = 4, patience: float = 120.0
) -> ModelJudge:
    """The judge `kind:model` at its provider, or at `url`. SettingsError where the address is none."""
    provider = PROVIDERS[kind]
    address = _address(kind, url or provider.url)
    secret = key.get_secret_value() if key else ""
    make = _anthropic if kind == "anthropic" else _openai
    return ModelJudge(
        f"{kind}:{model}",
        make_model=lambda: make(model, address, secret or "no-key"),
        destination=urlsplit(address).netloc.rpartition("@")[2],
        setting=provider.setting,
        missing_key=provider.needs_key and not secret and url is None,
        max_tokens=ANTHROPIC_TOKENS if kind == "anthropic" else None,
        concurrency=concurrency,
        patience=patience,
    )


def _address(kind: str, url: str) -> str:
    """The base address a client wants: OpenAI's with `/v1` where the user gave no path, Anthropic's without."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SettingsError(f"judge url {url!r} is no http(s) address, e.g. http://localhost:11434/v1")
    address = url.rstrip("/")
    if kind == "anthropic":
        return address.removesuffix("/v1")
    return address if parts.path.strip("/") else f"{address}/v1"


def _openai(model: str, address: str, key: str) -> "Model":
    from openai import AsyncOpenAI, Timeout
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    timeout = Timeout(ANSWER_TIMEOUT, connect=CONNECT_TIMEOUT)
    client = AsyncOpenAI(api_key=key, base_url=address, max_retries=0, timeout=timeout)
    return OpenAIChatModel(model, provider=OpenAIProvider(openai_client=client))


def _anthropic(model: str, address: str, key: str) -> "Model":
    from anthropic import AsyncAnthropic, Timeout
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    timeout = Timeout(ANSWER_TIMEOUT, connect=CONNECT_TIMEOUT)
    client = AsyncAnthropic(api_key=key, base_url=address, max_retries=0, timeout=timeout)
    return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=client))
