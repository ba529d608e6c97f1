"""Does a sentence of the evidence state a claim, or its contrary? By the order of its words, not by their presence.

The words of the claim have to follow each other in one sentence as they do in the claim, with nothing between them but
degrees and bracketed statistics: so subject stays before relation and object, each side of a comparison in its place,
and each number beside its neighbours. What stands around them must leave the sentence the work's own finding.
"""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from tasks.judges._frames import (
    background,
    is_statistics,
    not_significant,
    own_voice,
    tail_holds,
    trouble,
    undone_by,
    without_claim_head,
)
from tasks.judges._lexicon import word_set
from tasks.judges._tokens import NOT, Token, contrary, read_tokens, same, with_ranges
from tasks.language.sentences import split_sentences

_DEFINED = re.compile(r"\(([A-Za-z][A-Za-z0-9-]{1,9})\)")
_POINTING = word_set("it they them this these those that he she such former latter both others here there")
_POINTING_ZH = re.compile(r"\W*(?:其|它|该|此|这|上述|前者|后者|二者|两者)|前者|后者")


NEAR = 3
"""Sentences after a statement that may take it back."""
FEWEST_TOKENS = 3
"""Subject, relation and object."""
MOST_TOKENS = 400
"""What is longer is a list or a broken text, not a sentence: nothing is read out of it, and no time is lost on it."""


@dataclass(frozen=True)
class Sentence:
    """One sentence of the evidence, with its neighbours."""

    text: str
    start: int
    tokens: tuple[Token, ...]
    before: str
    after: tuple[str, ...]
    """The next sentences, near enough to take it back."""
    is_background: bool
    insignificant: str
    """Bracketed statistics that do not bear it, or ""."""


@dataclass(frozen=True)
class Stated:
    """The words of a claim in their order in one sentence."""

    sentence: Sentence
    contrary: tuple[str, str] | None
    """What is opposite: in the claim, in the sentence. None: nothing."""
    in_range: bool = False
    blocked: str = ""
    """Why the sentence decides nothing all the same: its words that say more, or who says it. "": it decides."""


def find_statements(claim_text: str, evidence: str, title: str, *, ranges: bool = False) -> list[Stated]:
    """Every place of the evidence that holds the claim's words in their order, blocked ones included.

    `ranges`: a number inside a range of the claim will do. [] for a claim whose subject stands outside of it
    ("it"), or that is no whole statement.
    """
    longs = _long_forms(f"{title}\n{evidence}")
    text = without_claim_head(claim_text).strip().rstrip(".。 ")
    claim = read_tokens(text, longs)
    if (
        not FEWEST_TOKENS <= len(claim) <= MOST_TOKENS
        or any(token.key in _POINTING for token in claim)
        or _POINTING_ZH.match(text)
    ):
        return []
    claim = [replace(token, optional=False) for token in claim]
    sentences = _sentences(evidence, title)
    found = [stated for sentence in sentences for stated in _in_sentence(claim, sentence, in_range=False)]
    collapsed = with_ranges(claim)
    if ranges and not found and len(collapsed) < len(claim):
        found = [stated for sentence in sentences for stated in _in_sentence(collapsed, sentence, in_range=True)]
    return found


def _in_sentence(claim: list[Token], sentence: Sentence, *, in_range: bool) -> list[Stated]:
    found: list[Stated] = []
    if len(sentence.tokens) > MOST_TOKENS:
        return found
    for start in range(len(sentence.tokens)):
        run = _run(claim, sentence.tokens, start)
        if run is None:
            continue
        end, opposite = run
        found.append(Stated(sentence, opposite, in_range, _block(claim, sentence, start, end)))
    return found


def _run(claim: list[Token], tokens: tuple[Token, ...], start: int) -> tuple[int, tuple[str, str] | None] | None:
    """Where the claim's words end that begin at this token, and the one thing that is opposite; None: not in order."""
    place = start
    opposite: list[tuple[str, str]] = []
    for token in claim:
        while place < len(tokens):
            here = tokens[place]
            if same(token, here) or (not opposite and contrary(token, here)):
                break
            if here.key == NOT and place > start and not opposite:
                opposite.append(("–", here.printed))
            elif token.key == NOT or not here.optional:
                break
            place += 1
        here_or_none = tokens[place] if place < len(tokens) else None
        if here_or_none is not None and same(token, here_or_none):
            place += 1
        elif here_or_none is not None and not opposite and contrary(token, here_or_none):
            opposite.append((token.printed, here_or_none.printed))
            place += 1
        elif token.key == NOT and not opposite and place > start:
            opposite.append((token.printed, "–"))
        else:
            return None
    return place, opposite[0] if opposite else None


def _block(claim: list[Token], sentence: Sentence, start: int, end: int) -> str:
    """Why these words decide nothing where they stand, as words of the evidence; "" where they do."""
    first, last = sentence.tokens[start].start, sentence.tokens[end - 1].end
    head, rest = sentence.text[:first], sentence.text[last:]
    clause = re.split(r"[;；]", head)[-1]
    if sentence.is_background:
        return sentence.text
    if not own_voice(clause):
        return clause.strip()
    doubtful = trouble(re.sub(r"^\W*[A-Za-z]+:", "", head)) + trouble(rest)
    if doubtful:
        return ", ".join(dict.fromkeys(doubtful))
    if sentence.insignificant:
        return sentence.insignificant
    if not tail_holds(claim, sentence.tokens[end:], sentence.text):
        return rest.strip(" ,，.。") or rest
    return undone_by(sentence.before, sentence.after)


@lru_cache(maxsize=64)
def _sentences(evidence: str, title: str) -> tuple[Sentence, ...]:
    longs = _long_forms(f"{title}\n{evidence}")
    spans = split_sentences(evidence)
    texts = [evidence[slice(*span)].strip() for span in spans]
    behind = background(evidence, spans)
    found = []
    for i, (span, text) in enumerate(zip(spans, texts, strict=True)):
        tokens, insignificant = _with_brackets(read_tokens(text, longs), longs)
        before = texts[i - 1] if i else ""
        after = tuple(texts[i + 1 : i + 1 + NEAR])
        found.append(Sentence(text, span[0], tuple(tokens), before, after, behind[i], insignificant))
    return tuple(found)


def _with_brackets(tokens: list[Token], longs: dict[str, tuple[str, ...]]) -> tuple[list[Token], str]:
    """The tokens, those of bracketed statistics and explained abbreviations optional; and what is not significant."""
    insignificant, opened = "", -1
    for i, token in enumerate(tokens):
        if token.key in ("(", "["):
            opened = i
        elif token.key in (")", "]") and opened >= 0:
            inside = tokens[opened + 1 : i]
            if is_statistics(inside):
                insignificant = insignificant or not_significant(inside)
            if is_statistics(inside) or (inside and inside[0].printed in longs and _is_one(inside)):
                tokens[opened : i + 1] = [replace(each, optional=True) for each in tokens[opened : i + 1]]
            opened = -1
    return tokens, insignificant


def _is_one(tokens: list[Token]) -> bool:
    return len({token.start for token in tokens}) == 1


@lru_cache(maxsize=64)
def _long_forms(text: str) -> dict[str, tuple[str, ...]]:
    """Abbreviations as the text explains them, with their words in order: "body mass index (BMI)"."""
    found = {}
    for match in _DEFINED.finditer(text):
        letters = [char.lower() for char in match[1] if char.isalpha()]
        before = re.findall(r"[A-Za-z]+", text[max(0, match.start() - 120) : match.start()])[-len(letters) :]
        if len(letters) > 1 and [word[0].lower() for word in before] == letters:
            found[match[1]] = tuple(before)
    return found
