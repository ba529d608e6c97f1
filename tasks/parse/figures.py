"""Which numbers of a passage a reference should report: not the author's own, no ages and no stretches of time."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.language.sentences import Span


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in the scope, as printed, and its place there."""

    printed: str
    start: int
    end: int


_DURATION_BEFORE = re.compile(
    r"(?:past|last|recent|previous|next|近|过去|最近|未来|前)\s?(?:few\s|several\s)?$", re.IGNORECASE
)
_AGE_BEFORE = re.compile(
    r"\b(?:aged|ages?)\b(?!\s(?:was|were|is|at))[^.;,，；]{0,14}$|年龄(?:在|大于|小于|≥|>|为)?\s?$", re.IGNORECASE
)
_AGE_AFTER = re.compile(
    r"^\s?(?:\+(?!\s?\d)|(?:[-–~—]\s?\d+\s?)?(?:[-\s]?years?[\s-](?:of\sage|old)|years?\s(?:and|or)\s(?:over|older|above)|周?岁))",
    re.IGNORECASE,
)
_AVERAGED = re.compile(r"\b(?:mean|median|average|onset)\b|平均|中位|均龄|发病年龄", re.IGNORECASE)
_COMPARED = (
    r"\b(?:than|compared\s(?:with|to)|versus|vs\.?|whereas|while|but|unlike|similar\sto|comparable\s(?:to|with)|"
    r"consistent\swith|(?:in\s)?contrast\sto|close\sto|against|in\sline\swith)\b|高于|低于|大于|小于|多于|少于|优于|而|与|较|相比"
)
_JOINT = re.compile(
    rf"(?P<compared>{_COMPARED})|(?P<sentence>[.。!?！？](?=\s|$|[\u4e00-\u9fff]))|[,;:，；：](?!\d)|\sand\s",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"\b(?:our|ours|we|(?:this|the\spresent|the\scurrent|present)\s(?:study|trial|cohort|sample|series|analysis|work))\b|"
    r"本研究|本组|我们|本文|本试验|本实验|本调查|本课题|笔者|本院",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:report\w*|publish\w*|literature|previous\w*|earlier|prior|others?|et\sal|known|estimated\sby|found\sby|shown\sby)\b|"
    r"文献|报道|既往|他人|学者|国外|国内|前人|等人?\s?$",
    re.IGNORECASE,
)


def is_result(text: str, figure: Figure) -> bool:
    """Whether a number may be a result: it is no age group and no stretch of time up to now."""
    before, after = text[max(0, figure.start - 30) : figure.start], text[figure.end : figure.end + 24]
    if _DURATION_BEFORE.search(before[-24:]):
        return False
    age = _AGE_BEFORE.search(before) or _AGE_AFTER.match(after)
    return not age or _AVERAGED.search(before) is not None


def reported(text: str, span: Span, figures: Sequence[Figure]) -> tuple[str, ...]:
    """The results within a span of the text that are not said to be the author's own, as printed, each once.

    `The rate of 5.2% in our cohort was higher than the 1.65% reported [1]` gives 1.65% alone. The words that make a
    part of a sentence the author's own hold until another work is spoken of.
    """
    inside = [figure for figure in figures if span[0] <= figure.start < span[1] and is_result(text, figure)]
    if not inside:
        return ()
    own = _own_parts(text, span)
    return tuple(dict.fromkeys(f.printed for f in inside if not any(a <= f.start < b for a, b in own)))


def _own_parts(text: str, span: Span) -> list[Span]:
    low, high = span
    parts: list[Span] = []
    ours, start, joint = False, low, None
    joints: list[re.Match[str] | None] = [*_JOINT.finditer(text, low, high), None]
    for following in joints:
        end = following.start() if following else high
        part = text[start:end]
        if joint is not None and (joint.group("compared") or joint.group("sentence")):
            ours = False
        if _OURS.search(part):
            ours = True
        elif _OTHERS.search(part):
            ours = False
        if ours:
            parts.append((start, end))
        start, joint = end, following
    return parts
