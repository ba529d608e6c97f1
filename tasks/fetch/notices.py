"""What has been published about a work since: retractions, concerns, corrections (decisions 1.12).

All sources are read and named. Among dated statements the latest wins; an erratum or a concern is never reported as a
retraction; a bare flag that better sources do not share is disputed, not believed.
"""

import re
from collections.abc import Sequence

from state.lookup import Notice, NoticeType, Record, RegistryName
from state.resolution import NoticeState

_WITHDRAWING = frozenset({NoticeType.RETRACTION, NoticeType.REMOVAL, NoticeType.WITHDRAWAL})
_CORRECTING = frozenset({NoticeType.CORRECTION, NoticeType.ERRATUM})
_SOURCES = frozenset(
    {
        RegistryName.PUBMED,
        RegistryName.CROSSREF,
        RegistryName.OPENALEX,
        RegistryName.DATACITE,
        RegistryName.ARXIV,
        RegistryName.EUROPEPMC,
    }
)
"""Who would say so. DataCite has the works that no other of them holds: of those no better source can be asked. DBLP,
Open Library and the rest tell of no retraction: what they alone describe is not known to have none. Nor is what the
registry on this machine describes: its dumps are of yesterday, a bibliography has no notices, and Crossref's name a
retraction in the notice's entry. What it does say counts."""
_BARE = frozenset({RegistryName.OPENALEX, RegistryName.LOCAL})
"""Whose word alone proves nothing where a better source knows of nothing: a bare flag, and a file of the user's."""
_BETTER = frozenset({RegistryName.CROSSREF, RegistryName.PUBMED, RegistryName.EUROPEPMC})
"""Who would know of a retraction that OpenAlex's bare flag tells of."""
_TITLE = re.compile(
    r"^\W*(?:(retracted)|(withdrawn)|(removed))(?:\s+(?:article|chapter|paper))?\s*[:\])】]", re.IGNORECASE
)
_BY_TITLE = (NoticeType.RETRACTION, NoticeType.WITHDRAWAL, NoticeType.REMOVAL)


def notices_of(records: Sequence[Record]) -> tuple[Notice, ...]:
    """Every notice of these records of one work, in their order, each once.

    A title that begins with RETRACTED counts as its registry's statement where the registry makes no other."""
    found: list[Notice] = []
    for record in records:
        own = list(record.notices)
        match = _TITLE.match(record.title or "")
        if match and not any(n.type in _WITHDRAWING for n in own):
            kind = next(t for t, group in zip(_BY_TITLE, match.groups(), strict=True) if group)
            own.append(Notice(type=kind, registry=record.registry, asserted_by="title"))
        found += [notice for notice in own if notice not in found]
    return tuple(found)


def notice_state(records: Sequence[Record], *, unasked: bool = False, flag_unasked: bool = False) -> NoticeState:
    """The state of a work by the records of it. `unasked`: Crossref or PubMed could not be asked about it;
    `flag_unasked`: OpenAlex could not, whose flag would make it disputed.

    UNKNOWN where no source of notices described it, where one of them could not be asked and the others know of
    nothing, or of nothing but a correction (behind which a retraction would be hidden), or where only a bare OpenAlex
    flag stands and a better source could not be asked.
    """
    asked = {record.registry for record in records} & _SOURCES
    notices = notices_of(records)
    withdrawing = [n for n in notices if n.type in _WITHDRAWING]
    reinstating = [n for n in notices if n.type is NoticeType.REINSTATEMENT]
    if reinstating:
        return _latest(withdrawing, reinstating)
    if withdrawing:
        return _withdrawn(withdrawing, asked, unasked)
    if any(n.type is NoticeType.EXPRESSION_OF_CONCERN for n in notices):
        return NoticeState.CONCERN
    if any(n.type in _CORRECTING for n in notices):
        return NoticeState.UNKNOWN if unasked or flag_unasked else NoticeState.CORRECTED
    return NoticeState.NONE if asked and not (unasked or flag_unasked) else NoticeState.UNKNOWN


def _withdrawn(withdrawing: Sequence[Notice], asked: set[RegistryName], unasked: bool) -> NoticeState:
    """OpenAlex's flag has no date and no notice, and is wrong at times: alone against the others it is disputed."""
    if any(n.registry not in _BARE or n.asserted_by == "title" for n in withdrawing):
        return NoticeState.RETRACTED
    if unasked:  # another that answered has said nothing, and may know less: Europe PMC
        return NoticeState.UNKNOWN
    return NoticeState.DISPUTED if asked & _BETTER else NoticeState.RETRACTED


def _latest(withdrawing: Sequence[Notice], reinstating: Sequence[Notice]) -> NoticeState:
    """Retraction against reinstatement: the later date wins.

    Without an order, one registry's own reinstatement supposes its retraction; between registries it is disputed."""
    disputed = False
    for notice in withdrawing:
        orders = [_order(notice, other) for other in reinstating]
        if any(order == "before" for order in orders):
            continue
        if all(order == "after" for order in orders):
            return NoticeState.RETRACTED
        if not any(other.registry is notice.registry for other in reinstating):
            disputed = True
    return NoticeState.DISPUTED if disputed else NoticeState.REINSTATED


def _order(notice: Notice, other: Notice) -> str:
    """Is `notice` `before` or `after` the other, to the precision both give, or `unknown`?"""
    if not notice.date or not other.date:
        return "unknown"
    length = min(len(notice.date), len(other.date))
    first, second = notice.date[:length], other.date[:length]
    return "unknown" if first == second else "before" if first < second else "after"
