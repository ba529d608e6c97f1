"""What a judge will see of a citation: its context, the sentences it is offered for, and how sure the cut is.

Source: decisions 2.5.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.language.narrative import STAND_IN, opens_sentence, without_names
from tasks.language.scope import REACH, says_nothing, scope_of
from tasks.language.scripts import CJK, count_cjk, is_cjk
from tasks.language.sentences import Span, split_sentences
from tasks.readers.contract import ParagraphKind

AROUND = 2
"""Sentences of context on either side (V.A2)."""
AROUND_UNSURE = 3
"""The same where the splitter was unsure (V.A1): rather more than less."""
LONGEST_SURE = 400
"""Characters of an English sentence above which a boundary was probably missed."""
LONGEST_SURE_CJK = 200
"""The same in Han characters."""
LONGEST_CONTEXT = 8_000
"""Characters above which a context is cut around its marker: no sentences were found in so much text."""
FARTHEST = 3_000
"""Characters on either side of the marker that are left then."""
LONGEST_WORD = 60
EXCERPT_WORDS = 12
EXCERPT_CJK = 24

_ENDED = re.compile(r"[.!?。！？…．:：][\"'”’」』）)\]】]*\s*$")
_EXCERPT_PIECE = re.compile(rf"[{CJK}，。；：、（）“”《》]|[^\s{CJK}，。；：、（）“”《》]+")


@dataclass(frozen=True, slots=True)
class Context:
    """A citation in its surroundings; spans are characters of `text`."""

    text: str
    confidence: str
    scope: tuple[Span, ...]
    marker: Span
    sentence: str
    """The citing sentence."""


class Splitter:
    """The sentences of one paragraph, split once for all its citations."""

    def __init__(self, text: str, kind: ParagraphKind, markers: Sequence[Span]) -> None:
        self.text, self.kind, self.markers = text, kind, tuple(markers)
        self.sentences = split_sentences(text, markers)
        self._starts = [start for start, _ in self.sentences]
        self._markers_in: dict[int, list[Span]] = defaultdict(list)
        for span in self.markers:
            self._markers_in[self._sentence_at(span[0])].append(span)
        self._bare_texts: dict[int, str] = {}
        self._sure_of: dict[int, bool] = {}
        self._scopes: dict[int, range] = {}

    def context(self, marker: Span) -> Context:
        """The context of the citation whose marker stands at `marker`."""
        here = self._sentence_at(marker[0])
        if here not in self._scopes:
            self._scopes[here] = self._scope(here)
        scope = self._scopes[here]
        if here not in self._sure_of:
            self._sure_of[here] = self._sure(here)
        around = AROUND if self._sure_of[here] else AROUND_UNSURE
        low = self.sentences[max(0, min(here - around, scope[0]))][0]
        high = self.sentences[min(len(self.sentences) - 1, max(here + around, scope[-1]))][1]
        spans = self.sentences[scope[0] : scope[-1] + 1]
        sentence = self.sentences[here]
        if high - low > LONGEST_CONTEXT:
            around = AROUND_UNSURE
            low, high = max(low, self._word_at(marker[0] - FARTHEST)), min(high, self._word_at(marker[1] + FARTHEST))
            spans = [(max(start, low), min(end, high)) for start, end in spans if start < high and end > low]
            sentence = (max(sentence[0], low), min(sentence[1], high))
        return Context(
            text=self.text[low:high],
            confidence="high" if around == AROUND else "low",
            scope=tuple((start - low, end - low) for start, end in spans),
            marker=(marker[0] - low, marker[1] - low),
            sentence=self.text[slice(*sentence)],
        )

    def _word_at(self, place: int) -> int:
        """The beginning of the text, its end, or the next word after a place."""
        if place <= 0 or place >= len(self.text):
            return max(0, min(place, len(self.text)))
        space = self.text.find(" ", place, place + LONGEST_WORD)
        return space + 1 if space >= 0 else place

    def _bare(self, index: int) -> str:
        """A sentence without its markers, but with the names they print, and a word for one that opens it."""
        if index not in self._bare_texts:
            start, end = self.sentences[index]
            self._bare_texts[index] = bare(
                self.text[start:end], [(a - start, b - start) for a, b in self._markers_in[index]]
            )
        return self._bare_texts[index]

    def _sentence_at(self, place: int) -> int:
        return max(0, bisect_right(self._starts, place) - 1)

    def _scope(self, here: int) -> range:
        if not self.sentences:
            return range(1)
        near = range(max(0, here - REACH - 1), min(len(self.sentences), here + 2))
        found = scope_of(
            [self._bare(index) for index in near],
            here - near[0],
            [len(self._markers_in.get(index, ())) for index in near],
        )
        return range(found[0] + near[0], found[-1] + 1 + near[0])

    def _sure(self, here: int) -> bool:
        if self.kind is ParagraphKind.TABLE and not _ENDED.search(self.text):
            return False
        bare = self._bare(here).rstrip()
        cjk = count_cjk(bare)
        if cjk > LONGEST_SURE_CJK or (cjk * 2 < len(bare) and len(bare) > LONGEST_SURE):
            return False
        by_semicolon = [self._bare(n).rstrip().endswith(("；", ";")) for n in (here - 1, here) if n >= 0]
        if any(by_semicolon):
            return False
        last = here == len(self.sentences) - 1
        return not (last and not _ENDED.search(bare) and len(bare) > LONGEST_SURE // 2)


def bare(sentence: str, markers: Sequence[Span]) -> str:
    """A sentence as the rules of scope read it. `See Smith (2019).` says nothing, whatever the marker prints."""
    nothing_left = without_spans(sentence, markers)
    spans = without_names(sentence, markers)
    first = min(spans, default=(0, 0))
    if spans == markers and not (markers and opens_sentence(sentence, first)):
        return nothing_left
    if says_nothing(nothing_left):
        return nothing_left
    if first not in markers or not opens_sentence(sentence, first):
        begin = min(markers)[0]
        named = without_spans(sentence, spans)
        # `van der Berg (2018) reported` is no rest of a sentence either.
        return f"{named[:begin]}{named[begin : begin + 1].upper()}{named[begin + 1 :]}" if first[0] > begin else named
    others = [(start - first[1], end - first[1]) for start, end in spans if start >= first[1]]
    return f"{sentence[: first[0]]}{STAND_IN}{without_spans(sentence[first[1] :], others)}"


def without_spans(text: str, spans: Sequence[Span]) -> str:
    """A text with the spans taken out, and the space before them with them."""
    pieces, position = [], 0
    for start, end in sorted(spans):
        if end <= position or start >= len(text):
            continue
        pieces.append(
            text[position : max(position, start)].rstrip()
            if text[end : end + 1] in ".,;:。，；：、)） "
            else text[position : max(0, start)]
        )
        position = max(position, end)
    pieces.append(text[position:])
    return "".join(pieces)


def excerpt(sentence: str) -> str:
    """The first words of a sentence, as printed, to find the place by: 12 words, or 24 characters of Chinese."""
    weight, shown = 0.0, 0
    for match in _EXCERPT_PIECE.finditer(sentence):
        word = match.group()[0].isalnum() and not is_cjk(match.group()[0])
        weight += 1.0 if word else EXCERPT_WORDS / EXCERPT_CJK
        if weight > EXCERPT_WORDS:
            break
        shown = match.end()
    return sentence[:shown]
