"""Where sentences begin and end, in English, Chinese and mixtures of both (decisions 2.5). Pure, no I/O.

Off-the-shelf splitters know nothing of citation markers, which follow the full stop (`… was shown.[12] Next`), and few
know Chinese. Markers are protected first, then the text is split, so that every offset stays the text's own.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence

from tasks.language.narrative import Span, names_in
from tasks.language.scripts import CJK, count_cjk

__all__ = ["Span", "split_sentences"]

LONG_CJK_SENTENCE = 120
"""A sentence with more Han characters is split at semicolons too: the second choice of decisions 2.5."""

LONGEST_LETTERED = 3
"""A raised `a,b` is no name; `Smith 2019` begins with one."""

_MASK = "\ue000"
"""Stands for each character of a marker."""
_RAISED = "\ue001"
"""The same for one that is no bracket: it never begins a sentence."""
_NAME = "N"
"""Stands for the first letter of a narrative citation's names, whatever its case or kind."""
_MARKERS = re.compile(
    "\\s*[\ue000\ue001]+(?:\\s*(?:[,;&，、；–—-]|and\\b|or\\b|to\\b|[和与及])?\\s*[(（]?[\ue000\ue001]+[)）]?)*"
)
"""A marker and those cited together with it."""
_PREDICATE = re.compile(
    r"\s*(?:(?:also|then|later|further|first|both|all|in turn|\w+ly) )?"
    r"(?!(?:this|thus|its|as|yes|perhaps|always|besides|towards|across|unless|whereas|versus|need|indeed)\b)"
    r"(?:is|are|was|were|has|have|had|does|do|did|can|could|may|might|will|would|gives?|gave|finds?|found|shows?|"
    r"shown?|reports?|describes?|uses?|argues?|suggests?|proposes?|claims?|notes?|sees?|saw|agrees?|disagrees?|puts?|"
    r"sets?|holds?|held|says?|said|[a-z]{3,}(?:ed|[^\Ws]s))\b(?![.,;:])"
)
_PREDICATE_ZH = re.compile(
    r"\s*(?:则|也|还|亦|均|都|曾|首次|首先|进一步|最早|同样|先后|等人?|中?的?作者)*"
    r"(?:认为|指出|提出|发现|报道|报告|证实|证明|表明|显示|揭示|观察到|推测|强调|主张|得出|描述了|综述了|比较了|研究了|"
    r"分析了|讨论了|建立了|采用了|使用了|测得|对[^。，；]{1,40}?进行)"
)
"""What a marker right behind a full stop is the subject of: `。[4]认为`."""
_BRACKETED_MARKER = re.compile(r"[\[［【][\d０-９][\d０-９\s,，、;；\-–—‐‑−~～]*[\]］】]")
_STOP = re.compile(r"[.!?．]+|…+|[。！？｡]+")
_PLAIN_MARKER = re.compile(r"(?<=[a-z]{3}\.)\d{1,3}(?:(?:,\s?|[–-])\d{1,3})*(?=\s+[A-Z])")
"""A raised marker whose raising was lost on the way to plain text: `was shown.12 Next`."""
_SEMICOLON = re.compile(r"[；;]")
_CLOSERS = "\"'”’」』）)]】〉》〕"
_OPENERS = "([（【「『“‘\"'《〈"
_OPENING = re.compile(r"[(（]")
_BRACKET = re.compile(r"[()（）]")
_BRACKETS = "([（［【"
_BRACKET_REACH = 250
"""A bracket that does not close within so many characters was never meant to, and keeps no sentence together."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NEVER_LAST = _words(
    """
    e.g eg i.e ie vs v cf fig figs eq eqs ref refs tab sec sect chap dr prof mr mrs ms mme st approx ca circa p pp
    vol vols ed eds viz resp sp spp subsp var nr nos gen gov sen rep hon col capt lt mt ft dept univ assoc eqn suppl
    app
    """
)
_BEFORE_A_NUMBER = _words(
    """
    no jan feb mar apr jun jul aug sep sept oct nov dec art para ver
    """
)
_MAY_BE_LAST = _words(
    """
    etc inc ltd co corp jr sr al al u.s u.k u.s.a e.u a.m p.m ph.d m.d b.c a.d d.c
    """
)
_STARTERS = _words(
    """
    the this these those that there then they their thus to in it its is if we our his her he she you your a an as
    at after although all also among and another any are because before both but by conversely consequently despite
    due during each either even finally first for from further furthermore given hence here high how however i
    indeed instead interestingly later lastly like many more moreover most much nevertheless next no none
    nonetheless not notably now of on once one only or other others overall participants patients people perhaps
    previous recent recently results second several similarly since so some specifically still studies such
    subsequently table third therefore through today together two three under unlike until using was were what when
    where whereas whether which while who why with within without yet
    """
)
_UNIT_BEFORE = re.compile(
    r"(?:(?<![Ff]ig\.\s)(?<![Ff]igs\.\s)(?<!igure\s)(?<!able\s)(?<![\d.,])\d[\d.,]*\s?[ACFGHJKLMNTVW]"
    r"|[A-Za-z\d°%µμ)]\s?/\s?[A-Z])$"
)
"""A capital that is a unit: `3 A.`, `50 mg/L.`"""
_LABEL_BEFORE = re.compile(
    r"[^\W_][,)]?\s+(?:vitamins?|hepatitis|influenza|groups?|types?|subtypes?|class|grades?|stages?|arms?|cohorts?|plots?|"
    r"sites?|classes|phases?|models?|methods?|zones?|areas?|factors?|proteins?|strains?|scenarios?|options?|plans?|"
    r"samples?|subjects?|treatments?|levels?|conditions?|sets?|clusters?|columns?|rows?|lines?|regions?|teams?|"
    r"versions?|variants?|variables?|serotypes?|serogroups?|genotypes?|haplogroups?|categor(?:y|ies)|cycl(?:in|osporin)|"
    r"parts?|points?|steps?|coenzyme|immunoglobulin|blood|segments?|chains?|domains?|units?|blocks?|basins?|lakes?)"
    r"\s+(?:[A-Z]\d?(?:\s?,\s?|,?\s(?:and|or|to|vs\.?|than|versus)\s))*[A-Z]$",
    re.IGNORECASE,
)
"""A capital that tells one of several things from the others, within a sentence: `vitamin C.`, `groups A and B.`"""
_TOKEN_BEFORE = re.compile(r"[^\s(\[（【“\"'‘,;:，；：/]+$")
_WORD_AFTER = re.compile(r"[A-Za-z\u00c0-\u024f][A-Za-z\u00c0-\u024f'’]*")
_LOWER_START = re.compile(r"[a-z]{1,4}(?=[A-Z0-9])|[a-z]-[A-Z0-9]|[α-ω]-?")
"""Sentences do begin with `mRNA`, `p53`, `iPSC`, `α-Synuclein`."""
_GLUED = re.compile(r"[A-Z][a-z]+[ ,]|[A-Z] [a-z]")
_CJK_CHAR = re.compile(f"[{CJK}]")


def split_sentences(text: str, protected: Sequence[Span] = ()) -> list[Span]:
    """The spans of a text's sentences, in characters: ascending, disjoint, covering all but white space.

    `protected` are spans, such as citation markers, that no sentence ends in; one that follows a full stop belongs to
    the sentence before it, unless it begins with names or is the subject of what follows (`[5] describes`). Never
    raises, whatever the text or the spans.
    """
    masked = _mask(text, protected)
    spans: list[Span] = []
    for start, end in _between(text, _boundaries(masked)):
        if count_cjk(text[start:end]) > LONG_CJK_SENTENCE:
            cuts = [_after_trailers(masked, m.end()) for m in _SEMICOLON.finditer(masked, start, end)]
            spans.extend(_between(text, [cut for cut in cuts if cut < end], start, end))
        else:
            spans.append((start, end))
    return spans


def _mask(text: str, protected: Sequence[Span]) -> str:
    spans = [(max(0, start), min(len(text), end)) for start, end in protected]
    spans.extend(match.span() for match in _BRACKETED_MARKER.finditer(text))
    spans.extend(match.span() for match in _PLAIN_MARKER.finditer(text))
    characters = list(text)
    for start, end in spans:
        printed = text[start:end]
        names = len(names_in(printed))
        if names:
            characters[start] = text[start] if _CJK_CHAR.match(printed) else _NAME
            for stop in _STOP.finditer(text, start, start + names):
                characters[stop.start() : stop.end()] = _RAISED * (stop.end() - stop.start())
        elif printed[:1] == "@" or (printed[:1].isalpha() and len(printed) > LONGEST_LETTERED):
            characters[start] = _NAME
            names = 1
        mask = _MASK if names or printed[:1] in _BRACKETS else _RAISED
        characters[start + names : end] = mask * max(0, end - start - names)
    return "".join(characters)


def _between(text: str, cuts: Sequence[int], start: int = 0, end: int | None = None) -> list[Span]:
    """The stripped, non-empty pieces of `text[start:end]` between the cuts."""
    stop = len(text) if end is None else end
    pieces = []
    for low, high in zip([start, *cuts], [*cuts, stop], strict=True):
        piece = text[low:high]
        if piece.strip():
            pieces.append((low + len(piece) - len(piece.lstrip()), high - len(piece) + len(piece.rstrip())))
    return pieces


def _boundaries(masked: str) -> list[int]:
    enclosed = _enclosed(masked)
    opens = [start for start, _ in enclosed]
    cuts: list[int] = []
    position = 0
    for stop in _STOP.finditer(masked):
        if stop.start() < position:
            continue
        index = bisect_right(opens, stop.start()) - 1
        if index >= 0 and stop.end() < enclosed[index][1]:
            opening, closing = enclosed[index]
            whole_sentence = not masked[position:opening].strip() and stop.end() == closing - 1
            if not whole_sentence:
                continue
        cut = _cut_after(masked, stop)
        if cut is not None and cut < len(masked):
            cuts.append(cut)
            position = cut
    return cuts


def _enclosed(masked: str) -> list[Span]:
    """Outermost round brackets that hold less than a paragraph: a full stop inside them ends no sentence."""
    spans: list[Span] = []
    reached = -1
    for opening in _OPENING.finditer(masked):
        place = opening.start()
        if place <= reached:
            continue
        depth = 0
        for bracket in _BRACKET.finditer(masked, place, place + _BRACKET_REACH):
            depth += 1 if bracket.group() in "(（" else -1
            if depth == 0:
                spans.append((place, bracket.end()))
                reached = bracket.start()
                break
    return spans


def _after_trailers(masked: str, position: int) -> int:
    """Past closing quotes and brackets, and past markers that belong to the sentence before."""
    while position < len(masked) and masked[position] in _CLOSERS:
        position += 1
    run = _MARKERS.match(masked, position)
    if run is None or _is_subject(masked, position, run.end()):
        return position
    last = run.end()
    while last < len(masked) and masked[last] in _CLOSERS + ".。,，":
        last += 1
    return last


def _is_subject(masked: str, position: int, end: int) -> bool:
    """Whether the markers between two places begin the sentence that follows them."""
    attached = masked[position] in _MASK + _RAISED
    if _RAISED in masked[position:end]:
        return not attached and _is_lower(masked[end:].lstrip()[:8])
    while end < len(masked) and masked[end] in _CLOSERS:
        end += 1
    if _PREDICATE_ZH.match(masked, end):
        return True
    return bool(_PREDICATE.match(masked, end)) if attached else _is_lower(masked[end : end + 40].lstrip())


def _is_lower(following: str) -> bool:
    return following[:1].islower() and not _LOWER_START.match(following)


def _cut_after(masked: str, stop: re.Match[str]) -> int | None:
    """Where the sentence that this stop ends really ends, or None where it ends none."""
    mark = stop.group()
    cut = _after_trailers(masked, stop.end())
    if mark[0] in "。！？｡":
        return cut
    before = masked[: stop.start()][-40:]
    after = masked[cut : cut + 60]
    if not after.strip():
        return cut
    if _CJK_CHAR.match(after.lstrip()) or (before and _CJK_CHAR.match(before[-1]) and (after[0].isspace())):
        return None if _numbering(before, after) else cut
    opens = after[0] == _MASK
    """Only the subject of what follows is left there."""
    if not after[0].isspace() and not opens and not (mark[0] == "." and masked[cut - 1] in _MASK + _RAISED):
        glued = (
            mark == "." and re.search(r"[a-z]{3}$", before) and _GLUED.match(after) and not _abbreviates(before, after)
        )
        return cut if glued else None
    following = after.lstrip().lstrip(_OPENERS)
    if mark[0] in "!?…" or len(mark) > 1:
        return cut if not following[:1].islower() else None
    if _is_lower(following):
        return None
    return None if _abbreviates(before, following) or _numbering(before, following) else cut


def _numbering(before: str, following: str) -> bool:
    """`3.` at the very beginning, or `1.2.` before a number: a label, not the end of a sentence."""
    return bool(re.fullmatch(r"\s*(?:\d{1,3}\.)*\d{1,3}", before)) or bool(
        re.search(r"\d$", before) and re.match(r"\d", following) and re.search(r"(?:^|\s)\d+(?:\.\d+)+$", before)
    )


def _abbreviates(before: str, following: str) -> bool:
    """Whether the stop after `before` belongs to an abbreviation or initial and ends no sentence."""
    found = _TOKEN_BEFORE.search(before)
    if found is None:
        return False
    token = found.group().lstrip("*_").strip(_MASK + _RAISED)
    lower = token.lower()
    word = _WORD_AFTER.match(following)
    if re.fullmatch(r"[A-Z]", token) and (_UNIT_BEFORE.search(before) or _LABEL_BEFORE.search(before)):
        return False
    starter = word is not None and word.group()[0].isupper() and word.group().lower() in _STARTERS
    if lower in _NEVER_LAST:
        return True
    if lower in _BEFORE_A_NUMBER:
        return following[:1].isdigit()
    if lower == "etc":
        return not following[:1].isupper()
    if lower in _MAY_BE_LAST or re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]", token):
        return not starter
    if re.fullmatch(r"[A-Z]|[A-Z]\.-?[A-Z]|[A-Z]-[A-Z]", token):
        return not starter
    return False
