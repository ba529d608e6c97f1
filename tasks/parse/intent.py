"""What a sentence cites a reference for: one of six intentions, decided by rules from the sentence's own words (V.A3).

The order of the questions is the decision: a named author is credited with a finding, a definition or standard is
invoked, a method is taken over, several references share a statement, data or evidence is given; what remains is
background. A citation is judged by its own clause first, since one sentence may cite several works for several things.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from state.manuscript import SectionKind, Template
from tasks.language.narrative import without_names
from tasks.language.scripts import count_cjk, count_latin_words, text_language
from tasks.language.sentences import Span
from tasks.parse import cues, statements
from tasks.parse.attribution import Attribution, attribution
from tasks.parse.contexts import without_spans
from tasks.parse.figures import Figure, is_result, reported
from tasks.parse.topics import shorten

NEAR = 60
"""Characters before a marker that tell whether it is a word of its sentence."""
LONGEST_NAMES = 400
"""Characters of citations in a row above which they are a list, and nobody's finding."""
MOST_FIGURES = 6
"""Numbers that go into a summary."""

_STANDARD_PROCEDURE = re.compile(r"(?:按照?|依据|根据|参照|遵照)[^。，；]{0,30}标准(?:操作|进行|执行|程序|流程|方法)")
_TAKEN_OVER_ZH = re.compile(
    r"(?:参照|参考|按照?|依照|仿照|借鉴)[^。，；]{0,40}(?:方法|法|步骤|方案|模型|算法|公式)|方法(?:详?见|同)文献"
)
_CLASSIFYING = re.compile(r"诊断|分类|分期|分级|分型|判定|疗效|纳入|排除|定义")
_PERFECT = re.compile(
    r"\b(?:has|have) (?:\w+ ){0,2}been\b|\b(?:can|may|could) be\b|\b(?:is|are) (?:now |often |usually |"
    r"sometimes |typically |\w+ly )",
    re.IGNORECASE,
)
_WE = re.compile(
    r"\b(?:we|our|us|this study|the present study|in this work|here)\b|本文|本研究|我们|本实验|笔者|本课题|本组",
    re.IGNORECASE,
)
_STRONG_RESULT = re.compile(
    r"\b(?:showed|shown|found|revealed|demonstrated|reported|confirmed|observed|concluded) (?:that|to|no|"
    r"a|an|significant)\b|\b(?:associated|correlated) with\b|\bcompared with\b|\bthan\b|\bsignificantly\b"
    r"|表明|发现|证实|显示|提示|显著|高于|低于|优于|降低了|提高了|相关(?!的?(?:方法|软件))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything the rules look at, for one citation."""

    scope: str
    """The sentences the citation is offered for, as written."""
    markers: tuple[Span, ...]
    """Spans of all markers in `scope`."""
    cluster: Span
    """From the first to the last marker cited together with this one, itself included."""
    section: SectionKind
    group_size: int
    numbers: tuple[Figure, ...]
    table: bool = False


@dataclass(frozen=True, slots=True)
class Intent:
    """The intention, and the words for it."""

    template: Template
    phrase: str
    """The template phrase filled in, after `Cites [N] `."""
    contribution: str
    """After `This ref `."""


@dataclass(frozen=True, slots=True)
class _Clause:
    before: str
    """As far as the marker, with the names that it prints."""
    after: str
    whole: str
    shown: str
    """The same for the summary: where a marker is a word of it (`as described by [5]`), it is not taken out."""
    names: str
    """Whom the marker itself names: `Hallberg and Quist`."""
    sentence: str
    measured: bool
    """Whether it gives a result in figures; `over the past 20 years` and `aged 70+` are none."""
    span: Span
    """The characters of the scope it stands in."""


@lru_cache(maxsize=512)
def _has(cue: re.Pattern[str], text: str) -> bool:
    """Whether a cue occurs. Remembered, since several questions look for the same words."""
    return cue.search(text) is not None


def read_intent(situation: Situation) -> Intent:
    """The intention of one citation, with topic and expected contribution in the manuscript's own words."""
    clause = _clause(situation)
    credit = _credit(clause)
    if credit is not None and not credit.named and situation.group_size > 1:
        credit = None
    template = _decide(situation, clause, credit)
    return _worded(template, situation, clause, credit)


def phrase_for(situation: Situation, template: Template) -> str:
    """The template phrase filled in for a given intention: what stands after `Cites [N] ` when a model chose it."""
    clause = _clause(situation)
    return _worded(template, situation, clause, _credit(clause)).phrase


def _credit(clause: _Clause) -> Attribution | None:
    """The author the clause names. What a narrative citation prints is a name for certain."""
    credit = attribution(clause.before, clause.after)
    if credit is None and (clause.names or clause.before.strip(" ,").lower() in cues.OPENERS):
        bare = clause.before.removesuffix(clause.names) if clause.names else clause.before
        credit = attribution("" if bare.strip(" ,").lower() in cues.OPENERS else bare, clause.after)
    if credit is not None and _POINTED_TO.search(clause.whole):
        return None
    if credit is not None and clause.names and not credit.named:
        return replace(credit, author=clause.names, named=True)
    return credit


def _clause(situation: Situation) -> _Clause:
    """The citation's own clause: back to the marker before, and on to the next where it says nothing by itself."""
    text = situation.scope
    start = max((end for _, end in situation.markers if end <= situation.cluster[0]), default=0)
    stop = min((begin for begin, _ in situation.markers if begin >= situation.cluster[1]), default=len(text))
    spans = without_names(text, situation.markers)
    names = _names(situation) if tuple(spans) != situation.markers else ""
    if names and (own := _OWN_CLAUSE.search(text, start, situation.cluster[0])):
        start = own.start() + 1
    lead, after = text[start : situation.cluster[0]], text[situation.cluster[1] : stop]
    printed = text[slice(*situation.cluster)]
    if after[:1] in _CLOSING and after and printed.count(_CLOSING[after[0]]) > printed.count(after[0]):
        printed, after = printed + after[0], after[1:]
    before = lead + names
    if stop < len(text) and not _is_thin(lead) and not _opens(before, after):
        after = ""
    sentence = without_spans(text, spans)
    if start and _is_thin(lead) and _is_thin(after):
        everything = (0, len(text))
        measured = _measured(situation, *everything)
        shown = text if _is_word(lead, names, after) else sentence
        return _Clause(text[:start] + before, after, sentence, shown, names, sentence, measured, everything)
    span = (start, situation.cluster[1] + len(after))
    whole = f"{before.strip()} {after.strip()}".strip()
    shown = _LOOSE_END.sub("", whole) if names else _shown(lead, printed, after)
    if _is_thin(shown):
        shown = text if _is_word(lead, names, after) else sentence
    return _Clause(before, after, whole, shown, names, sentence, _measured(situation, *span), span)


def _names(situation: Situation) -> str:
    """Whom the markers cited together name: `Smith (2019) and Jones (2020)` gives `Smith and Jones`."""
    low, high = situation.cluster
    if high - low > LONGEST_NAMES:
        return ""
    inside = [(a - low, b - low) for a, b in situation.markers if low <= a and b <= high]
    text = situation.scope[low:high]
    spans = without_names(text, inside)
    return without_spans(text, spans).strip() if spans != inside else ""


_ASIDE = re.compile(
    r"\s*[(（\[]\s*(?:but |and )?(?:see|cf\.?|e\.g\.?|i\.e\.?|reviewed|for (?:a |an )?(?:reviews?|example|overview)|"
    r"as in|compare|in|参见|详见|见|如|例如)\b[^()（）\[\]]{0,30}$",
    re.IGNORECASE,
)
_OWN_CLAUSE = re.compile(
    r"(?:[;；]\s*(?:\w+,?\s+)?|[,，]\s*(?:and|but|while|whereas|although|though|而|但)\s*(?:\w+,\s+)?)$"
)
"""Before names at the beginning of a clause: `…; however, Tanaka (2015) found none`."""
_CLOSING = {")": "(", "）": "（", "]": "["}
_JOINED = re.compile(r"^(?:and|but|while|whereas|however|although|though),?\s+", re.IGNORECASE)
_LED_IN = re.compile(r"^(?:according to|as (?:\w+ )?(?:by|in)|in the \w+ (?:of|by))\s[^,;]*,\s*", re.IGNORECASE)
_LED_OUT = re.compile(r",?\s(?:according to|as)\s[^,;]*$", re.IGNORECASE)
_POINTED_TO = re.compile(r"^\W*(?:see|cf|compare)\b(?!.*\b(?:who|which|that)\b)", re.IGNORECASE)
_HOLE = re.compile(
    r"(?:^|\W)(?:as|in|of|by|to|from|with|than|see|cf\.|refs?\.?|references?|following|per|unlike|like)\s+$",
    re.IGNORECASE,
)
_JOINING = re.compile(
    r"(?:^|\W)(?:and|but|that|while|whereas|although|because|since|however,)\s+$|^\W*$", re.IGNORECASE
)
_LOOSE_END = re.compile(
    r"[,;，；]\s*(?:however|but|whereas|while|and|or|although|yet|though|as|where|which|that)[\s,]*$", re.IGNORECASE
)


def _is_word(lead: str, names: str, after: str) -> bool:
    """Whether a marker without names is a word between these two: `as described by [5]`, `and [6] agree`."""
    end = lead[-NEAR:]
    return not names and bool(_HOLE.search(end) or (_JOINING.search(end) and re.match(r"\s+[a-z]{2,}", after)))


def _shown(lead: str, printed: str, after: str) -> str:
    """A clause as the summary shows it: without its marker and what only leads to it (`(see also …)`), but with a
    marker that is a word of the clause."""
    aside = _ASIDE.search(lead[-NEAR:]) if re.search(r"[(（\[]", lead[-NEAR:]) else None
    if aside is not None:
        closing = re.match(r"[^()（）]{0,60}[)）\]]", after)
        rest = after[closing.end() :] if closing else after
        return _LOOSE_END.sub("", f"{lead[: len(lead[:-NEAR]) + aside.start()].strip()} {rest.strip()}".strip())
    middle = f" {printed}" if _is_word(lead, "", after) else ""
    return _LOOSE_END.sub("", f"{lead.strip()}{middle}{'' if after[:1] in ',.;:' else ' '}{after.strip()}".strip())


def _opens(before: str, after: str) -> bool:
    """Whether a credit begins before the marker and ends behind it: `Smith et al. [1] found …`."""
    return attribution(before, after) is not None and attribution(before, "") is None


def _is_thin(text: str) -> bool:
    return count_latin_words(text) < 3 and count_cjk(text) < 6


def _is_short(text: str) -> bool:
    return count_latin_words(text) < 6 and count_cjk(text) < 10


def _decide(situation: Situation, clause: _Clause, credit: Attribution | None) -> Template:
    chinese = text_language(clause.sentence) == "zh"
    methods = situation.section is SectionKind.METHODS
    if credit is not None:
        if credit.use == "definition":
            return Template.DEFINITION
        if credit.use == "method":
            return Template.METHOD
        if methods and not credit.subject and _chosen_after(clause.whole):
            return Template.METHOD
        taken = methods and (not credit.subject or _takes_method(clause.whole, chinese, methods))
        return Template.METHOD if taken and not clause.measured else Template.FINDING
    if _has(statements.REFERRED, clause.whole):
        return Template.BACKGROUND
    decided = _definition_or_method(clause.whole, chinese, methods, situation)
    if decided is None and _is_short(clause.whole) and not _says_something(clause, chinese):
        decided = _definition_or_method(clause.sentence, chinese, methods, situation)
    if decided is not None:
        return decided
    if situation.group_size >= 2:
        return Template.BACKGROUND if _has(statements.REVIEWED, clause.whole) else Template.ONE_OF
    return _data_or_background(situation, clause, chinese, methods)


def _says_something(clause: _Clause, chinese: bool) -> bool:
    """Whether a clause has a figure, a result or a general statement of its own, so that the rest need not be asked."""
    general, result = (
        (statements.GENERAL_ZH, statements.RESULT_ZH) if chinese else (statements.GENERAL, statements.RESULT)
    )
    return clause.measured or any(_has(cue, clause.whole) for cue in (general, result, statements.EVIDENCE))


def _definition_or_method(text: str, chinese: bool, methods: bool, situation: Situation) -> Template | None:
    definition = _has(cues.DEFINITION_ZH if chinese else cues.DEFINITION, text) or (
        _has(cues.DEFINITION, text) if chinese else None
    )
    if chinese and definition and _has(_STANDARD_PROCEDURE, text) and not _has(_CLASSIFYING, text):
        return Template.METHOD
    if definition:
        return Template.DEFINITION
    if methods and _has(statements.EXPECTED, text) and situation.numbers:
        return None
    if _takes_method(text, chinese, methods):
        return Template.METHOD
    return None


def _chosen_after(text: str) -> bool:
    return _has(cues.CHOSEN, text) or _has(cues.CHOSEN_ZH, text)


def _takes_method(text: str, chinese: bool, methods: bool) -> bool:
    """Whether the text takes a method over from what it cites, rather than telling what others did or found with it."""
    general = _has(statements.GENERAL_ZH if chinese else statements.GENERAL, text)
    strong = _has(cues.METHOD_STRONG, text) or _has(cues.CHOSEN, text)
    if chinese:
        used = _has(cues.METHOD_ZH, text)
        ours = _has(cues.WE_USE_ZH, text) or _has(_TAKEN_OVER_ZH, text)
        if methods:
            return bool(used or ours or _has(cues.OWN_WORK_ZH, text) or _has(cues.CHOSEN_ZH, text))
        return bool(
            used and not general and (ours or not _has(_STRONG_RESULT, text)) and not _has(statements.EVIDENCE, text)
        ) or bool(ours and not _has(_STRONG_RESULT, text))
    used = _has(cues.METHOD_USE, text)
    if methods:
        return strong or used or _has(cues.OWN_WORK, text)
    if _has(statements.EVIDENCE, text) or _has(statements.SEVERAL, text) or _has(_STRONG_RESULT, text):
        return bool(_has(_WE, text) and (strong or used) and not _has(_STRONG_RESULT, text))
    if strong:
        return not (_has(statements.RESULT, text) and not used)
    return bool(used and (_has(_WE, text) or not (general or _has(_PERFECT, text))))


def _data_or_background(situation: Situation, clause: _Clause, chinese: bool, methods: bool) -> Template:
    text = clause.whole
    general = _has(statements.GENERAL_ZH if chinese else statements.GENERAL, text)
    result = _has(statements.RESULT_ZH if chinese else statements.RESULT, text)
    if situation.table:
        return Template.DATA if situation.numbers else Template.BACKGROUND
    if _has(statements.REVIEWED, text):
        return Template.BACKGROUND
    if clause.measured:
        return Template.DATA
    if _has(statements.EVIDENCE, text):
        return Template.DATA
    if methods and not result and not general:
        return Template.METHOD
    if general:
        return Template.BACKGROUND
    return Template.DATA if result else Template.BACKGROUND


def _measured(situation: Situation, start: int, end: int) -> bool:
    return any(start <= figure.start < end and is_result(situation.scope, figure) for figure in situation.numbers)


def _worded(template: Template, situation: Situation, clause: _Clause, credit: Attribution | None) -> Intent:
    topic = shorten(clause.shown) or "what stands beside it"
    figures = ", ".join(reported(situation.scope, clause.span, situation.numbers)[:MOST_FIGURES])
    if template is Template.DATA:
        return Intent(
            template,
            f"{template.value} {topic}",
            f"reports {figures} for this" if figures else "provides the evidence for this",
        )
    if template is Template.FINDING:
        author = credit.author.strip() if credit else "its authors"
        finding = shorten(credit.rest) if credit and _is_statement(credit.rest, clause) else _told(topic, author)
        told = f"is by {author} and reports this finding" + (f" ({figures})" if figures else "")
        return Intent(template, f"{template.value} {finding} to {author}", told)
    if template is Template.ONE_OF:
        own = f"contributes its own value to {figures}" if figures else "supports the statement by itself"
        return Intent(template, f"{template.value} {situation.group_size} refs supporting {topic}", own)
    if template is Template.METHOD:
        method = shorten(_first(_METHOD_PHRASES, clause.shown) or topic)
        return Intent(template, f"{template.value} {method}", "describes the method")
    if template is Template.DEFINITION:
        term = shorten(_first(_TERM_PHRASES, clause.shown) or topic)
        return Intent(template, f"{template.value} {term}", "gives the definition or standard")
    return Intent(template, f"{template.value} {topic}", "treats the topic")


def _told(topic: str, author: str) -> str:
    """A clause without the words that only say whose it is: `according to Smith`, at its beginning or its end."""
    told = _LED_IN.sub("", _JOINED.sub("", topic))
    end = _LED_OUT.search(told)
    return told[: end.start()] if end and author in end.group() and not _is_thin(told[: end.start()]) else told


def _is_statement(rest: str, clause: _Clause) -> bool:
    """Whether what an author is credited with can follow `the finding that`: `measured nitrate` leaves but a noun."""
    if not rest or text_language(clause.sentence) == "zh" or count_cjk(rest):
        return bool(rest)
    whole = " ".join(clause.whole.split())
    lead = whole[: max(0, whole.rfind(rest))]
    return re.search(r"\bthat\W*$|(?:^|[.;:,]\s)as\b.*,\s*$", lead, re.IGNORECASE) is not None


_METHOD_PHRASES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:using|by means of|with the (?:help|aid|use) of|via|employing|utili[sz]ing|applying)\s+(?P<it>[^.;]{3,})",
        r"\b(?:according to|following|based on)\s+(?P<it>[^.;]{3,})",
        r"(?:采用|使用|利用|应用|运用|参照|参考|按照|选用)(?P<it>[^。；，]{2,}?(?:方法|法|量表|问卷|软件|算法|模型|试剂盒|技术|检验|公式|评分|系统|方案|步骤))",
    )
)
_TERM_PHRASES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^(?P<it>[^.;]{2,}?)\s+(?:is|are|was|were|has been|have been)\s+(?:\w+ly\s+)?(?:defined|termed|referred)",
        r"^(?P<it>[^.;]{2,}?)\s+refers? to\b",
        r"\b(?:according to|in accordance with|based on|following|met|fulfilled|per)\s+(?P<it>[^.;]{3,})",
        r"^(?P<it>[^。；，]{2,}?)(?:被)?(?:定义为|是指|系指|的定义)",
        r"(?:根据|依据|按照?|参照|符合|采用|遵循)(?P<it>[^。；，]{2,}?(?:标准|指南|共识|准则|分期|分级|分类|定义|宣言》?))",
    )
)


def _first(patterns: Sequence[re.Pattern[str]], text: str) -> str | None:
    found = (match.group("it") for pattern in patterns if (match := pattern.search(text)))
    return next((phrase for phrase in found if phrase[0].isalnum()), None)
