"""A text as a row of tokens whose order can be compared: words by their inflection, Chinese characters, numbers."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from tasks.judges._lexicon import word_set
from tasks.language.agreement import Agreement, agreement, comparable
from tasks.language.numbers import Number, NumberKind, find_numbers

_TOKEN = re.compile(
    r"(?P<negated>[A-Za-z]+n['’]t\b|cannot\b)|(?P<owner>['’]s\b)"
    r"|(?P<word>[A-Za-z\u00c0-\u024fα-ωΑ-Ω][A-Za-z0-9\u00c0-\u024fα-ωΑ-Ω]*)"
    r"|(?P<zh_not>并未|并不|没有|未能|未(?!来)|不(?![仅但同断良足全孕]))|(?P<zh_degree>显著|明显|进一步)|(?P<zh_drop>[的了])"
    r"|(?P<zh_group>升高|增高|上升|增加|提高|增多|降低|下降|减少|减低|高于|大于|低于|小于|延长|缩短|改善|恶化|促进|抑制"
    r"|上调|下调|增强|减弱)|(?P<han>[\u3400-\u9fff])|(?P<digits>\d+(?:\.\d+)?)|(?P<hyphen>(?<=[A-Za-z0-9])[-‐‑](?=[A-Za-z]))|(?P<other>\S)"
)
_GROUPS = {
    "increase": "increase increases increased increasing raise raises raised raising elevate elevates elevated "
    "elevating rise rises rose risen rising 升高 增高 上升 增加 提高 增多",
    "reduce": "reduce reduces reduced reducing decrease decreases decreased decreasing lowers lowered lowering "
    "diminish diminishes diminished decline declines declined 降低 下降 减少 减低",
    "improve": "improve improves improved improving 改善",
    "worsen": "worsen worsens worsened worsening 恶化",
    "higher": "higher 高于 大于",
    "lower": "lower 低于 小于",
    "promote": "promote promotes promoted promoting 促进",
    "inhibit": "inhibit inhibits inhibited inhibiting suppress suppresses suppressed suppressing 抑制",
    "upregulate": "upregulate upregulates upregulated 上调",
    "downregulate": "downregulate downregulates downregulated 下调",
    "prolong": "prolong prolongs prolonged prolonging 延长",
    "shorten": "shorten shortens shortened shortening 缩短",
    "strengthen": "strengthen strengthens strengthened 增强",
    "weaken": "weaken weakens weakened 减弱",
    "be": "is are was were be being am",
    "have": "has have had having",
    "compare": "compare compared comparison",
    "versus": "versus vs",
    "woman": "women woman",
    "man": "men man",
    "child": "children child",
    "mouse": "mice mouse",
    "find": "find finds found",
    "lead": "lead leads led",
    "grow": "grow grows grew grown",
    "fall": "fall falls fell fallen",
    "show": "show shows showed shown",
    "tumor": "tumour tumours tumor tumors",
}
_KEYS = {word: key for key, words in _GROUPS.items() for word in words.split()}
_PAIRS = (
    ("increase", "reduce"),
    ("improve", "worsen"),
    ("higher", "lower"),
    ("promote", "inhibit"),
    ("upregulate", "downregulate"),
    ("prolong", "shorten"),
    ("strengthen", "weaken"),
    ("more", "less"),
    ("better", "worse"),
    ("superior", "inferior"),
    ("longer", "shorter"),
    ("greater", "smaller"),
)
_OPPOSITES = frozenset(_PAIRS) | frozenset((b, a) for a, b in _PAIRS)
DIRECTIONS = frozenset(key for pair in _PAIRS for key in pair)
"""Keys of words that say up or down."""
_DROPPED = word_set("a an the do does did")
_DEGREES = word_set(
    "significantly significant statistically markedly substantially considerably clearly strongly also further "
    "furthermore moreover notably thus therefore mean average"
)
"""What the evidence may say beside the claim without saying something else. A claim that says it needs it said."""
NOT = "not"
_FOLDED = {"been": "be", "，": ",", "；": ";", "：": ":", "（": "(", "）": ")"}
_RANGE_WORDS = frozenset({"to", "and", "-", "–", "—", "~", "至", "到"})


@dataclass(frozen=True)
class Token:
    """One word, character, number or mark, and where it stands."""

    key: str
    """What is compared: equal keys are the same word in another form."""
    printed: str
    start: int
    end: int
    number: Number | None = None
    optional: bool = False
    """Of the evidence: may be passed over."""
    high: Decimal | None = None
    """Of a claim's range: `number` is its lower end, this its upper one."""


def read_tokens(text: str, long_forms: dict[str, tuple[str, ...]] | None = None) -> list[Token]:
    """The tokens of a text in order, abbreviations written out. Articles and the auxiliary `do` are left out."""
    numbers = find_numbers(text, every=True)
    found: list[Token] = []
    place = 0
    for number in numbers:
        found += _words(text, place, number.start)
        found.append(Token("#", number.printed, number.start, number.end, number))
        place = number.end
    found += _words(text, place, len(text))
    spelled = [part for token in found for part in _spelled(token, long_forms or {})]
    return _joined(spelled)


def _words(text: str, start: int, end: int) -> list[Token]:
    found = []
    for match in _TOKEN.finditer(text, start, end):
        printed, kind = match.group(), match.lastgroup
        if kind in ("owner", "zh_drop", "hyphen"):
            continue
        keys = _keys_of(printed, kind, printed == "A" and _is_article(text, match))
        optional = kind == "zh_degree" or (kind == "word" and printed.lower() in _DEGREES)
        found += [Token(key, printed, match.start(), match.end(), optional=optional) for key in keys]
    return found


def _is_article(text: str, match: re.Match[str]) -> bool:
    """Whether a capital A is an article: the first word of a text, before a word in small letters."""
    return bool(re.match(r"A\s+[a-z]", text[match.start() : match.end() + 2])) and not text[: match.start()].strip()


def _keys_of(printed: str, kind: str | None, article: bool) -> list[str]:
    word = printed.lower()
    match kind:
        case "negated":
            return ["can", NOT] if word in ("cannot", "can't", "can’t") else [NOT]
        case "zh_not":
            return [NOT]
        case "word":
            if printed == "A" and not article:  # a group or drug of that name
                return ["A"]
            return [] if word in _DROPPED else [_inflected(word)]
        case _:
            return [_KEYS.get(word, word)]


def _inflected(word: str) -> str:
    """A word without plural, tense or participle ending. Other derivations stay other words."""
    if word in _KEYS:
        return _KEYS[word]
    if not word.isascii() or not word.isalpha() or len(word) < 5:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith(("ss", "us", "is")):
            word = word[: -len(ending)]
            if ending in ("ing", "ed") and word[-1] == word[-2] and word[-1] not in "ls":
                word = word[:-1]
            break
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _spelled(token: Token, long_forms: dict[str, tuple[str, ...]]) -> list[Token]:
    long = long_forms.get(token.printed)
    if long is None:
        return [token]
    return [replace(token, key=_inflected(word.lower())) for word in long]


def _joined(tokens: list[Token]) -> list[Token]:
    """`have been` as `be`, and no comma before `and` or `or`."""
    found: list[Token] = []
    for token in tokens:
        dropped = {"been": "have", "and": ",", "or": ","}.get(token.key)
        if dropped and found and found[-1].key == dropped:
            found.pop()
        found.append(replace(token, key=_FOLDED.get(token.key, token.key)))
    return found


def with_ranges(tokens: list[Token]) -> list[Token]:
    """A claim's tokens with each range of two numbers ("from 10% to 45%") as one."""
    found: list[Token] = []
    for token in tokens:
        low = found[-2] if len(found) > 1 and found[-1].key in _RANGE_WORDS else None
        if token.number and low and low.number and low.high is None and _is_range(low.number, token.number):
            del found[-2:]
            if found and found[-1].key in ("from", "between"):
                found.pop()
            found.append(replace(low, end=token.end, high=token.number.value))
        else:
            found.append(token)
    return found


def _is_range(low: Number, high: Number) -> bool:
    return low.kind is high.kind and low.unit == high.unit and low.value < high.value


def same(claimed: Token, source: Token) -> bool:
    """Whether the two are the same word, or a number that agrees (rounded; sign, unit and comparator the same)."""
    ours, theirs = claimed.number, source.number
    if ours is None or theirs is None:
        return ours is theirs and claimed.key == source.key
    if ours.comparator != theirs.comparator:
        return False
    if claimed.high is not None:
        return ours.kind is theirs.kind and ours.unit == theirs.unit and ours.value <= theirs.value <= claimed.high
    signs = (ours.value < 0) == (theirs.value < 0)
    return signs and ours.unit == theirs.unit and agreement(ours, theirs) is Agreement.EQUAL


def contrary(claimed: Token, source: Token) -> bool:
    """Whether the two are opposite words, or numbers of the same terms that do not agree at all."""
    ours, theirs = claimed.number, source.number
    if ours is None or theirs is None:
        return ours is theirs and (claimed.key, source.key) in _OPPOSITES
    precise = ours.kind in (NumberKind.PERCENT, NumberKind.MULTIPLE, NumberKind.FRACTION) or ours.unit is not None
    plain = ours.comparator is None and theirs.comparator is None and claimed.high is None
    return precise and plain and ours.unit == theirs.unit and comparable(ours, theirs) and not agreement(ours, theirs)
