"""Which sentences a citation is offered for: nearly always the citing one, now and then one beside it. Pure, no I/O.

decisions 2.5. A sentence before belongs where the citing one cannot be understood, or checked, without it: it was cut
off by mistake, it says nothing by itself, or it takes up what was just said (`These changes …`). How much each sign
weighs was fitted on labels of biomedical articles (docs/scope.md); `python -m benchmarks.scope --fit` does it again.
The signs are read in Chinese too, where the weights are those of English and a sentence that cites is left out.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from tasks.language.scripts import CJK_CHARS_PER_WORD, count_cjk, text_language

REACH = 2
"""Sentences before the citing one that may belong to it."""
ENOUGH = 0.6
"""From this likelihood on a sentence belongs. On rows kept out of the fit 0.5 finds more, and 0.6 is wrong in one of
four, not one of three: a foreign sentence costs a judge, and the author, more than a missing one."""
FEW_WORDS = 14

WEIGHTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "always": -2.38,
        "takes up": 2.56,
        "takes up weakly": 1.61,
        "takes up later": 1.75,
        "takes up inside": 0.67,
        "the latter": 2.06,
        "pronoun": 2.03,
        "consequence": 0.63,
        "agrees with ours": 1.00,
        "cited": -0.75,
        "short": 1.32,
        "shared words": -1.69,
    }
)
"""Log odds that the sentence before belongs, fitted by `benchmarks.scope --fit` (logistic regression, L2 = 1)."""

_NO_WORD = re.compile(
    r"\W*(?:(?:see(?: also)?|cf|e\.g|reviewed in|refs?|references?|for (?:a )?reviews?|(?:可?参|详)?见|(?:参考)?文献)\b"
    r"[\W\d]*)?",
    re.IGNORECASE,
)
_CUT_OFF = re.compile(r"(?:\bet al|\be\.?g|\bi\.e|\bvs|\bcf)\.?$|[\[(（]$")
_LOWER = re.compile(r"[a-z](?![a-z]{0,3}[A-Z0-9-])")
"""`mRNA` and `p53` begin sentences, other small letters do not."""
_WORD = re.compile(r"[a-z]{4,}")

_RESULT = r"(?:findings?|observations?|results?|estimates?|notion|differences?)"
_STUDY = (
    r"(?:stud(?:y|ies)|trials?|papers?|articles?|reviews?|works?|surveys?|investigations?|reports?|scale|instrument|"
    r"questionnaire|data|randomi[sz]ed|dataset|protocol|guidelines?)"
)
_STUDY_EN = re.compile(rf"(?:This|These|That|Those)\s+(?:\w+\s+){{0,2}}?{_STUDY}\b")
_RESULT_EN = re.compile(rf"(?:This|These|Those)\s+(?:\w+\s+)?{_RESULT}\b")
_VERB_EN = re.compile(
    r"(?:This|That)\s+(?:also\s+)?(?:is|was|has|may|might|could|can|would|will|includes?|suggests?)\b"
)
_NOUN_EN = re.compile(r"(?:This|These|Those|Such)\b")
_OPENING_EN = re.compile(
    r"(?:(?:However|Moreover|Furthermore|In addition|Additionally|Notably|Indeed|Interestingly|Hence|Thus|Therefore|"
    r"Although|Of note|In particular|Importantly|Also|Nevertheless|Since|As|Given that|Given|Even in|Despite|If|Under|"
    r"Compared to|With|In|On|Some of|Many of|Most of|All of|One of|Activation of|Loss of|Changes at|Reduction in)"
    r"[,\s]+){1,2}(?:these|this|those|such|the same)\s+\w",
    re.IGNORECASE,
)
_LATTER_EN = re.compile(
    r"\b(?:the (?:latter|former)|these (?:two|three|four|\d+)|both of (?:these|them))\b", re.IGNORECASE
)
_PRONOUN_EN = re.compile(r"(?:It|They|He|She|Its|Their)\b")
_IT_IS_SAID = re.compile(
    r"It\s+(?:\w+\s+){1,3}(?:been\s+)?(?:\w+ly\s+)?(?:reported|shown|suggested|known|estimated|demonstrated|proposed|"
    r"believed|thought|likely|possible|clear|important|proved|notable|hypothesi[sz]ed|identified|established|unclear|"
    r"surprising|well)\b"
)
_INSIDE_EN = re.compile(r"\b(?:this|these|such|those)\b")
_CONSEQUENCE_EN = re.compile(
    r"(?:Hence|Thus|Therefore|Consequently|As (?:a|such)|Accordingly|In turn|Indeed|Notably|Of note|Specifically|"
    r"In particular|Rather|Instead|Importantly|That is)\b"
)
_AGREES_EN = re.compile(
    r"\b(?:consistent with|in (?:\w+ )?(?:line|agreement|accordance|accord|keeping) with|similar(?:ly)? to|"
    r"agrees? with|comparable (?:to|with)|corroborat\w+|(?:higher|lower|less|more|greater) than)\b",
    re.IGNORECASE,
)
_OURS_EN = re.compile(r"\b(?:our|we|us|present study|this study|current study)\b", re.IGNORECASE)

_LEAD_ZH = r"(?:(?:因此|所以|但是?|然而|同时|而且|并且|事实上|其中|可见|不过)[，,]?)?"
_STUDY_ZH = re.compile(
    rf"{_LEAD_ZH}(?:这|该|此|上述|以上)(?:一|些|项|类)?(?:研究|试验|实验|文献|综述|量表|问卷|指南|数据)"
)
_RESULT_ZH = re.compile(rf"{_LEAD_ZH}(?:这|该|此|上述|以上)(?:一|些|项|类)?(?:结果|结论|发现|现象|观点|差异)")
_VERB_ZH = re.compile(r"这(?:可能|也|与|主要|是|表明|说明|提示|意味着|导致|使得?)")
_NOUN_ZH = re.compile(rf"{_LEAD_ZH}(?:这(?:一|些|种|类|项|两|几)|此[类种]|上述|该(?!研究|试验|作者|团队|学者|课题))")
_LATTER_ZH = re.compile(r"(?:前者|后者|[两二]者)")
_OURS_ZH = re.compile(r"本(?:研究|文|组|课题)|我们")
_AGREES_ZH = re.compile(r"(?:与|同|和).{2,30}(?:一致|相符|相似|类似|吻合|相近)|(?:高于|低于|多于|少于)")

_SAID_EN = (
    r"(?:found|showed|reported|concluded|observed|demonstrated|noted|suggested|argued|attributed|proposed|estimated)\b"
)
_THEY_EN = re.compile(
    r"(?:They|He|She|The (?:authors?|researchers|investigators|same (?:authors?|group|study))|These authors)\s+"
    rf"(?:also |further |then )?{_SAID_EN}"
)
_SAID_ZH = r"(?:发现|认为|指出|报道|报告|证实|证明|提出|得出|推测|观察到|表明|显示|提示|揭示)"
_THEY_ZH = re.compile(
    r"(?:他们|她们|该(?:项)?(?:研究|试验|作者|学者|研究者|团队|研究团队|课题组)|作者|研究者|其(?:研究)?(?:结果|结论)?)"
    rf"(?:的?(?:研究)?结果)?(?:还|也|并|进一步|同时|均)?{_SAID_ZH}"
)


def scope_of(sentences: Sequence[str], here: int, citations: Sequence[int]) -> range:
    """The sentences, by index and in one piece, that a citation in sentence `here` is offered for; `here` among them.

    `sentences` are a paragraph's, freed of their citation markers (but one that opens its sentence has left a word, or
    it would seem cut off); `citations` says how many each carries.
    """
    first = last = here
    while first > 0 and here - first < REACH and _belongs_before(sentences, first, citations):
        first -= 1
    if last + 1 < len(sentences) and _belongs_after(sentences, here, citations):
        last += 1
    return range(first, last + 1)


def _belongs_before(sentences: Sequence[str], here: int, citations: Sequence[int]) -> bool:
    before, sentence = sentences[here - 1].strip(), sentences[here].strip()
    if is_cut(before, sentence):
        return True
    goes_on = _THEY_EN.match(sentence) or _THEY_ZH.match(sentence)
    if citations[here - 1] and (goes_on or text_language(sentence) == "zh"):
        return False
    return bool(goes_on) or likelihood(before, sentence, cited=bool(citations[here - 1])) > ENOUGH


def _belongs_after(sentences: Sequence[str], here: int, citations: Sequence[int]) -> bool:
    """Cut off by mistake; or, in Chinese, what the one study just cited went on to find. English authors cite again:
    of eleven such sentences in the labelled articles none was taken for part of the citation."""
    sentence, after = sentences[here].strip(), sentences[here + 1].strip()
    if citations[here + 1]:
        return False
    if not says_nothing(after) and is_cut(sentence, after):
        return True
    return citations[here] == 1 and bool(_THEY_ZH.match(after)) and not _OURS_ZH.search(sentence)


def says_nothing(sentence: str) -> bool:
    """Whether a sentence freed of its markers has no words of its own: `See also`."""
    return _NO_WORD.fullmatch(sentence.strip()) is not None


def is_cut(before: str, sentence: str) -> bool:
    """Whether two sentences are one that was cut in the wrong place, or the second says nothing by itself."""
    return bool(
        says_nothing(sentence)
        or _LOWER.match(sentence)
        or _CUT_OFF.search(before)
        or before.count("(") > before.count(")") >= sentence.count("(") < sentence.count(")")
    )


def likelihood(before: str, sentence: str, *, cited: bool) -> float:
    """How likely it is, from 0 to 1, that the sentence before belongs to the citation in `sentence`; `cited` says that
    it carries a citation of its own."""
    odds = sum(WEIGHTS[sign] * size for sign, size in signs(before, sentence, cited=cited).items())
    return 1 / (1 + math.exp(-odds))


def signs(before: str, sentence: str, *, cited: bool) -> dict[str, float]:
    """What speaks for or against the sentence before, each from 0 to 1, in the order of WEIGHTS."""
    chinese = text_language(sentence) == "zh"
    found = dict(_chinese(before, sentence) if chinese else _english(before, sentence))
    takes_up = found["takes up"] or found["takes up weakly"]
    found["cited"] = cited and not takes_up
    found["agrees with ours"] = found["agrees with ours"] and not cited
    found["short"] = len(sentence.split()) + count_cjk(sentence) / CJK_CHARS_PER_WORD < FEW_WORDS
    words, other = set(_WORD.findall(before.lower())), set(_WORD.findall(sentence.lower()))
    shared = len(words & other) / max(1, min(len(words), len(other)))
    return {"always": 1.0, **{name: float(there) for name, there in found.items()}, "shared words": shared}


def _english(before: str, sentence: str) -> Iterator[tuple[str, bool]]:
    study = bool(_STUDY_EN.match(sentence))
    weak = not study and bool(_RESULT_EN.match(sentence) or _VERB_EN.match(sentence))
    noun = not study and not weak and bool(_NOUN_EN.match(sentence))
    yield "takes up", noun
    yield "takes up weakly", weak
    yield "takes up later", not study and not weak and not noun and bool(_OPENING_EN.match(sentence))
    yield "takes up inside", bool(_INSIDE_EN.search(sentence))
    yield "the latter", bool(_LATTER_EN.search(sentence[:60]))
    yield "pronoun", bool(_PRONOUN_EN.match(sentence)) and not _IT_IS_SAID.match(sentence)
    yield "consequence", bool(_CONSEQUENCE_EN.match(sentence))
    yield "agrees with ours", bool(_AGREES_EN.search(sentence) and _OURS_EN.search(f"{before} {sentence}"))


def _chinese(before: str, sentence: str) -> Iterator[tuple[str, bool]]:
    study = bool(_STUDY_ZH.match(sentence))
    weak = not study and bool(_RESULT_ZH.match(sentence) or _VERB_ZH.match(sentence))
    yield "takes up", not study and not weak and bool(_NOUN_ZH.match(sentence))
    yield "takes up weakly", weak
    yield "takes up later", False
    yield "takes up inside", False
    yield "the latter", bool(_LATTER_ZH.match(sentence))
    yield "pronoun", False
    yield "consequence", False
    yield "agrees with ours", bool(_AGREES_ZH.search(sentence) and _OURS_ZH.search(before + sentence))
