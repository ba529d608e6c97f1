"""A chat endpoint in OpenAI's form. Its answers are decided by the messages alone, so a run repeats exactly.

It does not read: the verdict is drawn from the claim's hash. What is right about an answer is its form, and that its
quotation stands in the evidence it was shown.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.standin.exchange import Ask, Reply, json_reply

Message = Mapping[str, Any]
Scripted = Callable[[Sequence[Message]], "Mapping[str, Any] | str | None"]
"""Messages → an answer object, an answer text, or None for the default."""

WEIGHTS: tuple[tuple[str | None, int], ...] = (
    ("PASS", 55),
    ("PARTIAL-A", 15),
    ("PARTIAL-B", 10),
    ("FAIL", 10),
    (None, 10),
)
"""How often each verdict is drawn, in per cent."""
SECOND_THOUGHTS = 15
"""Per cent of questions in which another wording of the question about the same claim gets another verdict."""
MODEL = "stand-in-1"


class Llm:
    """`/v1/chat/completions` (not streaming) and `/v1/models`; `/v1` may be left out."""

    name = "llm"

    def __init__(self, answers: Mapping[str, Any] | None = None, scripted: Scripted | None = None) -> None:
        self._answers = answers or {}
        self._scripted = scripted

    def answer(self, ask: Ask) -> Reply:
        path = ask.path.removeprefix("/v1")
        if path == "/models":
            row = {"id": MODEL, "object": "model", "created": 1_790_000_000, "owned_by": "stand-in"}
            return json_reply({"object": "list", "data": [row]})
        if path != "/chat/completions" or ask.method != "POST":
            return _error(f"Unknown request URL: {ask.method} {ask.path}.", 404)
        body = ask.json()
        messages = body.get("messages") if isinstance(body, dict) else None
        if not isinstance(messages, list) or not messages or body.get("stream"):
            return _error("'messages' must be a list, and 'stream' is not supported here.", 400)
        return json_reply(_completion(body, messages, self._text(messages)), 200, {"prompt": [prompt_key(messages)]})

    def _text(self, messages: Sequence[Message]) -> str:
        found: Any = self._scripted(messages) if self._scripted else None
        if found is None:
            found = self._answers.get(prompt_key(messages))
        if found is None:
            found = drawn_answer(messages)
        return found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)


def prompt_key(messages: Sequence[Message]) -> str:
    """sha256 of the last user message: the key of an answer table."""
    return hashlib.sha256(content(_last_user(messages)).encode()).hexdigest()


def drawn_answer(messages: Sequence[Message]) -> dict[str, Any]:
    """The answer object for a judging prompt, from the hashes of its claim and of the question around it."""
    user = content(_last_user(messages))
    claim, evidence = block(user, "claim") or user, block(user, "evidence") or ""
    quotation = first_sentence(evidence)
    frame = "\n".join(content(m) for m in messages).replace(claim, "").replace(evidence, "")
    draw = _percent(claim)
    if _percent(claim + frame) < SECOND_THOUGHTS:
        draw = (draw + 37) % 100
    verdict = _verdict(draw) if quotation else None
    failed = "contradiction" if draw % 2 else "other_subject"
    basis = {None: None, "FAIL": failed}.get(verdict, "support")
    return {
        "verdict": verdict,
        "basis": basis,
        "quotations": [quotation] if verdict else [],
        "reasoning": f"Stand-in answer: drawn {draw} of 100, not read.",
        "fulltext_required": verdict == "PARTIAL-A" and draw % 2 == 0,
        "missing": ["the size of the effect"] if verdict == "PARTIAL-A" else [],
    }


def _verdict(draw: int) -> str | None:
    for verdict, weight in WEIGHTS:
        if draw < weight:
            return verdict
        draw -= weight
    return None


def block(text: str, name: str) -> str | None:
    """The part of a prompt between tags that begin with this name, or below a heading or label of that name."""
    tagged = re.search(rf"<({name}[\w-]*)\b[^>]*>(.*?)</\1>", text, re.DOTALL | re.IGNORECASE)
    if tagged:
        return tagged.group(2).strip()
    label = rf"^[#*\s=-]*(?:the\s+)?{name}\b[^\n]{{0,60}}?[:#*=-]*\s*$\n"
    until = r"(.*?)(?=^\s*(?:#+ |[A-Z][\w ]{0,30}:\s*$|===|---)|\Z)"
    headed = re.search(label + until, text, re.DOTALL | re.IGNORECASE | re.MULTILINE)
    return headed.group(1).strip().strip("`").strip() if headed else None


def first_sentence(evidence: str) -> str:
    """The evidence's first sentence of some length, word for word; "" where there is no text."""
    for line in evidence.splitlines():
        sentence = re.match(r".{20,}?[.!?\u3002\uff01\uff1f](?=\s|\Z|[^\x00-\x7f])", line.strip())
        if sentence:
            return sentence.group()
    lines = [line.strip() for line in evidence.splitlines() if len(line.strip()) >= 8]
    return lines[0] if lines else ""


def content(message: Message) -> str:
    """A message's text; parts other than text are left out."""
    value = message.get("content") or ""
    if isinstance(value, str):
        return value
    return "".join(str(part.get("text", "")) for part in value if isinstance(part, dict))


def _last_user(messages: Sequence[Message]) -> Message:
    return next((m for m in reversed(messages) if m.get("role") == "user"), messages[-1])


def _percent(text: str) -> int:
    return int.from_bytes(hashlib.sha256(" ".join(text.split()).encode()).digest()[:4], "big") % 100


def _tokens(text: str) -> int:
    """About what a tokenizer counts: four letters, or one CJK character, a token."""
    wide = len(re.findall(r"[\u3400-\u9fff]", text))
    return wide + (len(text) - wide + 3) // 4


def _completion(body: Mapping[str, Any], messages: Sequence[Message], text: str) -> dict[str, Any]:
    asked, said = sum(_tokens(content(m)) for m in messages), _tokens(text)
    message: dict[str, Any] = {"role": "assistant", "content": text, "refusal": None}
    tools = [t["function"]["name"] for t in body.get("tools") or () if t.get("type") == "function"]
    if tools and body.get("tool_choice", "auto") != "none":
        call = {"name": tools[0], "arguments": text}
        message |= {"content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": call}]}
    seed = json.dumps(messages, sort_keys=True, ensure_ascii=False).encode()
    return {
        "id": f"chatcmpl-{hashlib.sha256(seed).hexdigest()[:24]}",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": body.get("model", MODEL),
        "choices": [
            {
                "index": 0,
                "message": message,
                "logprobs": None,
                "finish_reason": "tool_calls" if "tool_calls" in message else "stop",
            }
        ],
        "usage": {"prompt_tokens": asked, "completion_tokens": said, "total_tokens": asked + said},
        "system_fingerprint": "fp_standin",
    }


def _error(said: str, status: int) -> Reply:
    return json_reply(
        {"error": {"message": said, "type": "invalid_request_error", "param": None, "code": None}}, status
    )
