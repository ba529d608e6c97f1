"""The fixed sentences a judgment's reasoning may consist of, in the language of its claim."""

import re
import tomllib
from functools import cache

from templates import read_text

_CJK = re.compile(r"[\u3400-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")


def language_of(text: str) -> str:
    """`zh` where a text has more Chinese characters than Latin words, else `en`."""
    return "zh" if len(_CJK.findall(text)) > len(_LATIN_WORD.findall(text)) else "en"


def reason(code: str, language: str, **values: object) -> str:
    """The sentence under this code of `templates/judge_reasons.toml`, filled in. KeyError for an unknown code."""
    return _sentences()[language][code].format(**values)


@cache
def _sentences() -> dict[str, dict[str, str]]:
    return tomllib.loads(read_text("judge_reasons.toml"))
