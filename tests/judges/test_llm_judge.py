"""Models as judges, against a function and against a loopback server in OpenAI's and Anthropic's form."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from pydantic import SecretStr

from state.errors import SettingsError
from state.judgment import JudgeUnavailable, RawAnswer
from tasks.judge.prompts import first_question
from tasks.judges import judge_named, llm
from tasks.judges.answering import TextJudge
from tests.judge.making import make_case

KEY = "sk-very-secret-key-value"
ANSWER = '{"verdict": null, "reasoning": "cannot tell"}'


class Server(ThreadingHTTPServer):
    """A chat endpoint whose replies are set by the test: (status, headers, body), the last one again and again."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies: list[tuple[int, dict[str, str], bytes]] = []
        self.asked: list[tuple[str, dict[str, str], dict[str, Any]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        body = json.loads(self.rfile.read(length))
        self.server.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        status, headers, content = self.server.replies[min(len(self.server.asked), len(self.server.replies)) - 1]
        self.send_response(status)
        for name, value in {"content-type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


def _openai(text: str) -> bytes:
    message = {"role": "assistant", "content": text}
    body = {
        "id": "x",
        "object": "chat.completion",
        "created": 1790000000,
        "model": "tiny-1",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 321, "completion_tokens": 12, "total_tokens": 333},
    }
    return json.dumps(body).encode()


def _anthropic(text: str) -> bytes:
    body = {
        "id": "x",
        "type": "message",
        "role": "assistant",
        "model": "tiny-a",
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 321, "output_tokens": 12},
    }
    return json.dumps(body).encode()


@pytest.fixture
def server() -> Iterator[Server]:
    held = Server()
    thread = threading.Thread(target=held.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield held
    held.shutdown()
    held.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(llm.asyncio, "sleep", sleep)
    return waited


async def _ask(name: str, server: Server, *, patience: float = 120.0) -> RawAnswer | JudgeUnavailable:
    judge = judge_named(name, url=server.url, key=SecretStr(KEY), patience=patience)
    return await judge.answer(first_question(make_case(), 1))


async def test_an_openai_compatible_server_is_asked_in_plain_text_at_temperature_0(server: Server) -> None:
    server.replies = [(200, {}, _openai(ANSWER))]
    answer = await _ask("openai:tiny", server)
    assert isinstance(answer, RawAnswer)
    assert (answer.text, answer.model, answer.input_tokens, answer.output_tokens) == (ANSWER, "tiny-1", 321, 12)
    ((path, headers, body),) = server.asked
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == f"Bearer {KEY}"
    assert body["model"] == "tiny"
    assert body["temperature"] == 0
    assert "tools" not in body
    assert "response_format" not in body
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert "<evidence>" in body["messages"][1]["content"]


async def test_anthropic_is_asked_at_its_own_address(server: Server) -> None:
    server.replies = [(200, {}, _anthropic(ANSWER))]
    answer = await _ask("anthropic:tiny", server)
    assert isinstance(answer, RawAnswer)
    assert (answer.text, answer.input_tokens) == (ANSWER, 321)
    ((path, headers, body),) = server.asked
    assert path == "/v1/messages"
    assert KEY in (headers.get("x-api-key"), headers.get("authorization", "").removeprefix("Bearer "))
    assert body["messages"][0]["role"] == "user"


async def test_ollama_needs_no_key(server: Server) -> None:
    server.replies = [(200, {}, _openai(ANSWER))]
    judge = judge_named("ollama:llama3", url=server.url + "/v1")
    answer = await judge.answer(first_question(make_case(), 1))
    assert isinstance(answer, RawAnswer)


@pytest.mark.parametrize(
    ("status", "reason", "setting", "calls"),
    [
        (401, "forbidden", "OPENAI_API_KEY", 1),
        (403, "forbidden", "OPENAI_API_KEY", 1),
        (404, "refused", None, 1),
        (400, "refused", None, 1),
        (429, "rate_limited", None, 5),
        (500, "server_error", None, 5),
        (503, "server_error", None, 5),
    ],
)
async def test_an_error_is_a_value_with_its_reason_and_never_holds_the_key(
    server: Server, status: int, reason: str, setting: str | None, calls: int
) -> None:
    body = json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}"}}).encode()
    server.replies = [(status, {}, body)]
    outcome = await _ask("openai:tiny", server)
    assert isinstance(outcome, JudgeUnavailable)
    assert (outcome.reason, outcome.setting) == (reason, setting)
    assert KEY not in outcome.model_dump_json()
    assert str(status) in outcome.detail
    assert len(server.asked) == calls


async def test_retry_after_is_obeyed(server: Server, _no_pauses: list[float]) -> None:
    server.replies = [(429, {"retry-after": "7"}, b"{}"), (200, {}, _openai(ANSWER))]
    assert isinstance(await _ask("openai:tiny", server), RawAnswer)
    assert _no_pauses == [7.0]


async def test_a_wait_beyond_patience_is_unavailable_at_once(server: Server, _no_pauses: list[float]) -> None:
    server.replies = [(429, {"retry-after": "90"}, b"{}")]
    outcome = await _ask("openai:tiny", server, patience=10)
    assert isinstance(outcome, JudgeUnavailable)
    assert outcome.reason == "rate_limited"
    assert (_no_pauses, len(server.asked)) == ([], 1)


async def test_html_in_place_of_an_answer_is_an_outage(server: Server) -> None:
    server.replies = [(200, {"content-type": "text/html"}, b"<html>log in</html>")]
    outcome = await _ask("openai:tiny", server)
    assert isinstance(outcome, JudgeUnavailable)
    assert outcome.reason == "server_error"


async def test_an_empty_answer_is_an_answer_that_cannot_be_used(server: Server) -> None:
    server.replies = [(200, {}, _openai(""))]
    answer = await _ask("openai:tiny", server)
    assert isinstance(answer, RawAnswer | JudgeUnavailable)
    if isinstance(answer, RawAnswer):
        assert answer.text == ""


async def test_a_model_that_takes_no_temperature_is_asked_without(server: Server) -> None:
    refusal = json.dumps({"error": {"message": "Unsupported value: 'temperature' does not support 0"}}).encode()
    server.replies = [(400, {}, refusal), (200, {}, _openai(ANSWER))]
    assert isinstance(await _ask("openai:tiny", server), RawAnswer)
    assert "temperature" not in server.asked[1][2]


@pytest.mark.parametrize("name", ["openai:gpt-5", "openai:o3", "anthropic:claude-opus-4-8"])
async def test_models_that_are_known_to_take_no_temperature_are_asked_in_silence(server: Server, name: str) -> None:
    server.replies = [(200, {}, (_anthropic if name.startswith("anthropic") else _openai)(ANSWER))]
    assert isinstance(await _ask(name, server), RawAnswer)
    assert "temperature" not in server.asked[0][2]


async def test_a_server_that_is_not_there_is_refused(server: Server) -> None:
    url = server.url
    server.shutdown()
    server.server_close()
    judge = judge_named("openai:tiny", url=url, key=SecretStr(KEY))
    outcome = await judge.answer(first_question(make_case(), 1))
    assert isinstance(outcome, JudgeUnavailable)
    assert outcome.reason == "refused"


@pytest.mark.parametrize(
    ("name", "setting"), [("openai:gpt-5", "OPENAI_API_KEY"), ("anthropic:claude", "ANTHROPIC_API_KEY")]
)
async def test_a_missing_key_is_said_and_nothing_is_sent(
    name: str, setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(setting, KEY)  # the environment is not the judge's business
    outcome = await judge_named(name).answer(first_question(make_case(), 1))
    assert isinstance(outcome, JudgeUnavailable)
    assert (outcome.reason, outcome.setting) == ("not_configured", setting)


async def test_a_function_may_stand_in_for_the_model() -> None:
    from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
    from pydantic_ai.models.function import AgentInfo, FunctionModel

    seen: list[ModelMessage] = []

    def said(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        seen.extend(messages)
        return ModelResponse(parts=[TextPart(ANSWER)])

    judge = llm.ModelJudge("openai:function", make_model=lambda: FunctionModel(said), destination=None, setting=None)
    assert isinstance(judge, TextJudge)
    answer = await judge.text("rules", "question")
    assert isinstance(answer, RawAnswer)
    assert answer.text == ANSWER
    assert [part.content for part in seen[0].parts] == ["rules", "question"]


@pytest.mark.parametrize(
    ("name", "url", "destination"),
    [
        ("openai:m", None, "api.openai.com"),
        ("anthropic:m", None, "api.anthropic.com"),
        ("ollama:m", None, "localhost:11434"),
        ("openai:m", "https://user:pw@llm.example.org:8443/v1/", "llm.example.org:8443"),
    ],
)
def test_the_destination_is_the_host_that_is_asked(name: str, url: str | None, destination: str) -> None:
    assert judge_named(name, url=url).destination == destination


@pytest.mark.parametrize("url", ["localhost:11434", "ftp://x", "http://", "not a url"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="no http"):
        judge_named("openai:m", url=url)
