"""What around a sentence's words takes its force away: who is said to say it, where it stands, what else it says."""

import re
from collections.abc import Sequence

from tasks.judges._lexicon import HEDGES, MURKY, NEGATIONS, word_set
from tasks.judges._tokens import DIRECTIONS, NOT, Token
from tasks.language.numbers import NumberKind

_LABEL = (
    r"(?:main )?(?:results?|findings?|conclusions?|interpretation|outcomes?)(?: and [a-z]+)?"
    r"|主要结果|研究结果|结果|结论"
)
_LINK = (
    r"in (?:conclusion|summary|addition)|in (?:this|our|the present) (?:study|trial|analysis|cohort|review"
    r"|meta-analysis)|taken together|overall|moreover|furthermore|additionally|importantly|notably|finally"
    r"|thus|therefore|here"
)
_OWN_VOICE = (
    r"(?:we|(?:the )?(?:data|results?|findings?)|(?:our|these|the present|this) (?:[a-z-]+ ){0,3}?(?:data|results?"
    r"|findings?|study|trial|analysis|meta-analysis|review|work|experiments?)) (?:also |further |clearly |have |has )*"
    r"(?:found|finds?|show(?:s|ed|n)?|demonstrated?s?|observed?|report(?:ed|s)?|confirm(?:ed|s)?|concluded?|revealed?s?"
    r"|indicated?s?|establish(?:ed)?) that"
)
_HEAD = re.compile(
    rf"\W*(?:(?:{_LABEL})\W+)?(?:(?:{_LINK})\W+)*(?:(?:{_OWN_VOICE})\W+)?(?:(?:the|an?)\s+)?"
    r"|\W*(?:(?:主要结果|研究结果|结果|结论)\W*)?(?:(?:本(?:研究|文|试验)|我们|结果)(?:的?(?:研究|结果|数据))?"
    r"(?:发现|显示|表明|证实)\W*)?",
    re.IGNORECASE,
)
"""What may stand before a statement: a result's label, a linking word, the work speaking of itself."""
_CLAIM_HEAD = re.compile(
    r"\W*(?:(?:it (?:was|has been)|they|the authors?|authors|researchers|(?:an?|one|the|this|that|their|recent|several"
    r"|(?:an?|one|the) (?:recent|large|randomi[sz]ed|earlier|previous)) (?:study|studies|trial|trials|review|reviews"
    r"|meta-analysis|work|authors)|studies|research)? ?"
    r"(?:have |has |also )*(?:found|show(?:s|ed|n)?|demonstrated?|observed|report(?:ed|s)?|confirmed|concluded"
    r"|revealed) that"
    r"|(?:有|已有)?(?:研究|文献|学者)(?:者|结果)?(?:发现|显示|表明|证实|报道|报告)|等人?(?:发现|报道|报告|证实)"
    r"|(?:发现|报道|报告|证实))\W*",
    re.IGNORECASE,
)
"""How a manuscript hands a finding to the work it cites."""
_CLAIM_LINK = re.compile(
    r"\W*(?:(?:however|moreover|furthermore|additionally|in addition|similarly|likewise|thus|therefore|hence|indeed"
    r"|for example|for instance|notably|in fact),|(?:此外|另外|因此|同时|例如|然而|但是)，?)\s*",
    re.IGNORECASE,
)
_SECTION = re.compile(
    r"(?:(?<=[.!?\n。；;])|^|[\[【(])\s*(?P<label>background|introduction|context|importance|rationale|objectives?|aims?"
    r"|purpose|hypothes[ie]s|methods?|materials and methods|design|setting|participants|interventions?|results?"
    r"|findings|conclusions?|discussion|interpretation|背景|目的|方法|资料与方法|结果|结论|讨论)"
    r"(?:\s*(?:and|/|&)\s*[a-z]+)?\s*[:：.\]】)]",
    re.IGNORECASE,
)
_BARE_SECTION = re.compile(
    r"(?:^|(?<=[.!?\n]))\s*(?P<label>BACKGROUND|INTRODUCTION|CONTEXT|IMPORTANCE|RATIONALE|OBJECTIVES?|AIMS?|PURPOSE"
    r"|METHODS?|DESIGN|SETTING|PARTICIPANTS|PATIENTS|INTERVENTIONS?|RESULTS?|FINDINGS|CONCLUSIONS?)(?: AND [A-Z]+)?"
    r"\s+(?=[A-Z0-9])"
)
"""Labels in capitals without a colon, as some registries hand them out."""
_NOT_FOUND_HERE = re.compile(
    r"background|introduction|context|importance|rationale|objective|aim|purpose|hypothes|背景|目的", re.IGNORECASE
)
_OWN_WORK = re.compile(
    r"\b(?:we|our|(?:this|the present) (?:study|trial|paper|review|work|analysis)|here|aim(?:s|ed)?|objectives?"
    r"|purpose)\b|本研究|本文|我们|目的",
    re.IGNORECASE,
)
_FEW_SENTENCES = 4
"""A text without labels needs so many sentences before what precedes its own work is taken for background."""
_LEADS_IN = re.compile(
    r"following|as follows|hypothes|claim|critics|myth|question|belie[fv]|assum|argu|propos|statement|mistake|false"
    r"|untrue|^\W*H\d|wrong|incorrect|contrary|:\s*$|\?\s*$"
    r"|假设|假说|如下|认为|观点|：\s*$|？\s*$",
    re.IGNORECASE,
)
_TURNS = re.compile(
    r"\W*(?:however|but|yet|nevertheless|nonetheless|conversely|in contrast|by contrast|unfortunately|然而|但|不过)",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\W*(?:this|these|that|those|it|they|such|both|neither|none|the (?:effect|difference|association|finding|result"
    r"|relation|reduction|increase|trend|benefit|claim|statement|observation)|after|only|这|该|此|上述|其)",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"\bretract|\brefut|\bdisprov|\bwithdr[ae]w|\breject|\bnone of|\bneither of|\bcontradict|\bfabricat|\bvanish"
    r"|\bdisappear|\b(?:not|cannot|failed to|unable to) (?:be )?(?:confirm|support|replicat|reproduc|hold|persist"
    r"|remain)"
    r"|撤回|反驳|推翻|消失|未能(?:证实|重复)|不支持",
    re.IGNORECASE,
)
_UNDERMINES = re.compile(
    r"\b(?:disappear|vanish|lost|attenuat|artefact|artifact|spurious|confound|retract|bias|chance|error|explained"
    r"|not|no longer|never|without|withdrawn|refuted|disproved|wrong|false|incorrect|only|limited|overstat|driven"
    r"|claim|said|says?\b|belie[fv]|hypothe|assum|myth|critics)"
    r"|消失|偏倚|错误|撤回|不|未|无|仅|只",
    re.IGNORECASE,
)
_BACK_IN_SENTENCE = re.compile(
    r"\W*(?:this|these|that|those|it|they|such|both|neither|none|the|which|who|where|这|该|此|上述|其)", re.IGNORECASE
)
_TROUBLE = (NEGATIONS | MURKY | HEDGES) - {
    "test",
    "tested",
    "determined",
    "determine",
    "evaluated",
    "examined",
    "assessed",
    "investigated",
} | word_set("""
        not if when unless until except excluding apart provided solely merely exclusively subset subgroup subgroups
        some few partly partially mainly mostly sometimes occasionally rarely but although though whereas while however
        yet claim claimed claims claiming alleged allegedly reportedly said says believe believed belief thought assume
        assumed argue argued contend contended critics myth rumour hypothetical hypothetically predicted predict
        expected expect earlier previous previously prior others other formerly simulated model modelled modeled false
        falsely wrong wrongly incorrect incorrectly erroneous artefact artifact spurious chance retracted questioned
        question disputed dispute doubt doubtful contradicted animals rats mice vitro trend tendency nonsignificant
        simulation simulations fabricated rejected invalid flawed supposedly apparently presumably borderline combined
        composite
""")
_ZH_TROUBLE = re.compile(
    r"不(?!良)|未|无(?!菌)|没有|并非|可能|或许|假设|假说|是否|如果|若|仅|只|除|但|然而|尽管|虽然|却|据报道|有学者|前人|既往|以往"
    r"|认为|声称|据称|推测|旨在|争议|反驳|质疑|部分|少数|个别|亚组|错误|撤回|说法|观点|缺乏|尚|预测|预期|趋势|动物|小鼠|大鼠|[“”\"]"
)
_STATISTICS = word_set("""
    p ci or rr hr irr aor ahr sd se sem iqr n odds ratio hazard risk relative rate confidence interval intervals
    adjusted mean difference md smd range and to versus standard deviation value = < > ≤ ≥ ± % , ; : – - — ~ χ t f z
    r ² 2 ( ) [ ]
""")
_NAMING = word_set("p ci or rr hr irr aor ahr sd se sem iqr n odds ratio interval md smd = ± χ z")
_RATIOS = frozenset({"or", "rr", "hr", "irr", "aor", "ahr", "ratio"})
_COMPARES = (("compare", "with"), ("compare", "to"), ("relative", "to"), ("versus",))
_COMPARATIVES = word_set("""
    higher lower more less fewer greater larger smaller better worse superior inferior longer shorter faster slower
    earlier later older younger than best most least highest lowest similar equal same noninferior
""")
_NARROWS = word_set("""
    in among for of at during within after before until by under on from through without who which that whose where
    only but and or , ;
""")
_OURS = frozenset({"this", "our"})
_STUDIES = frozenset({"study", "trial", "analysi", "analysis", "cohort", "review", "meta", "research"})
_LONGEST_COMPARISON = 8
USUAL_LEVEL = 0.05
"""A p-value above it does not bear a statement."""


def own_voice(before: str) -> bool:
    """Whether what stands before a statement in its sentence leaves it the work's own: nothing, a label, "we found"."""
    return _HEAD.fullmatch(before) is not None


def without_claim_head(text: str) -> str:
    """A claim without its link to the sentence before ("However,") and without "a study found that"."""
    for pattern in (_CLAIM_LINK, _CLAIM_HEAD):
        match = pattern.match(text)
        text = text[match.end() :] if match else text
    return text


def background(evidence: str, sentences: Sequence[tuple[int, int]]) -> list[bool]:
    """For each sentence whether it stands where a work tells what others hold, or what it wanted to find out.

    By the label before it; without labels, in a text of some length, before the first sentence on its own work.
    """
    matches = [*_SECTION.finditer(evidence), *_BARE_SECTION.finditer(evidence)]
    labels = sorted((match.start("label"), match["label"]) for match in matches)
    if labels:
        spoken = []
        for _, end in sentences:
            label = next((label for place, label in reversed(labels) if place < end), "")
            spoken.append(bool(_NOT_FOUND_HERE.match(label)))
        return spoken
    own = next((i for i, span in enumerate(sentences) if _OWN_WORK.search(evidence[slice(*span)])), 0)
    return [i < own and len(sentences) >= _FEW_SENTENCES for i in range(len(sentences))]


def undone_by(before: str, after: Sequence[str]) -> str:
    """The sentence before, or among those after, that makes a statement a question or takes it back; "" for none."""
    if before and _LEADS_IN.search(before):
        return before
    if after and (_TURNS.match(after[0]) or (_POINTS_BACK.match(after[0]) and _UNDERMINES.search(after[0]))):
        return after[0]
    return next((sentence for sentence in after if _TAKES_BACK.search(sentence)), "")


def trouble(text: str) -> list[str]:
    """Words beside a statement that may deny, doubt, narrow or attribute it."""
    words = [word for word in re.findall(r"[A-Za-z]+(?:n['’]t)?", text) if _troubles(word.lower())]
    return [*words, *_ZH_TROUBLE.findall(text), *re.findall(r"[?？‘“”\"]", text)]


def _troubles(word: str) -> bool:
    return word in _TROUBLE or word.endswith(("n't", "n’t"))


def tail_holds(claim: Sequence[Token], tail: Sequence[Token], text: str) -> bool:
    """Whether what follows a statement in its sentence adds nothing that narrows it or gives it another meaning.

    Allowed: nothing, statistics, another clause after a semicolon that does not point back, "in this study", and a
    comparison that the claim leaves out, where the claim compares nothing itself.
    """
    rest = [token for token in tail if not token.optional]
    if not rest or rest[0].key in (".", "。", "!", "！"):
        return True
    if rest[0].key == ";":
        after = text[rest[0].end :]
        clause = [token for token in rest[1:] if not token.number]
        return not _BACK_IN_SENTENCE.match(after) and not any(token.key in DIRECTIONS for token in clause)
    if rest[0].key in (",", "("):
        size = next((i for i, token in enumerate(rest) if not _is_statistic(token)), len(rest))
        return is_statistics(rest[:size]) and not not_significant(rest[:size]) and _ends(claim, rest[size:], text)
    if rest[0].key == "in" and len(rest) > 2 and rest[1].key in _OURS and rest[2].key in _STUDIES:
        return _ends(claim, rest[3:], text)
    for words in _COMPARES:
        if tuple(token.key for token in rest[: len(words)]) == words:
            return _comparison_holds(claim, rest[len(words) :], text)
    return False


def _ends(claim: Sequence[Token], rest: Sequence[Token], text: str) -> bool:
    return not rest or (rest[0].key in (".", "。", ";") and tail_holds(claim, rest, text))


def _comparison_holds(claim: Sequence[Token], rest: Sequence[Token], text: str) -> bool:
    if any(token.key in _COMPARATIVES or token.key in ("compare", "versus", "relative") for token in claim):
        return False
    size = next((i for i, token in enumerate(rest) if token.key in (".", "。", ";", ",", "(")), len(rest))
    other = rest[:size]
    narrowed = any(token.key in _NARROWS or token.key in DIRECTIONS or token.key == NOT for token in other)
    return (
        0 < size <= _LONGEST_COMPARISON and not narrowed and (size == len(rest) or tail_holds(claim, rest[size:], text))
    )


def _is_statistic(token: Token) -> bool:
    return token.number is not None or token.key in _STATISTICS or token.key.isdigit()


def is_statistics(tokens: Sequence[Token]) -> bool:
    """Whether tokens are statistics, named as such: `[12]` is a citation, and says that somebody else found it."""
    named = any(token.key in _NAMING or (token.number and token.number.kind is NumberKind.P_VALUE) for token in tokens)
    return named and any(token.number for token in tokens) and all(_is_statistic(token) for token in tokens)


def not_significant(tokens: Sequence[Token]) -> str:
    """What in statistics says that they do not bear the statement: a large p-value, an interval over no effect."""
    numbers = [token for token in tokens if token.number]
    for token in numbers:
        if token.number and token.number.kind is NumberKind.P_VALUE:
            above = token.number.comparator in (">", "≥")
            if above or float(token.number.value) > USUAL_LEVEL:
                return f"P {token.number.comparator or '='} {token.printed}"
    keys = [token.key for token in tokens]
    if "ci" in keys or "interval" in keys:
        at = keys.index("ci") if "ci" in keys else keys.index("interval")
        bounds = [token for token in tokens[at:] if token.number][:2]
        if len(bounds) == 2:
            low, high = (float(token.number.value) for token in bounds if token.number)
            null = 1.0 if _RATIOS & set(keys) else 0.0
            if low <= null <= high:
                return f"CI {bounds[0].printed}–{bounds[1].printed}"
    return ""
