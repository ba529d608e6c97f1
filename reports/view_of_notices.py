"""How the section on retracted references is shown."""

from dataclasses import dataclass

from reports.findings_of_notices import cited_as_retraction, deciding_notices, later_than, notice_order
from reports.index import Index, notices_of
from reports.view_of_references import ReferenceView
from state.lookup import Notice
from state.resolution import NoticeState


@dataclass(frozen=True)
class RetractedView:
    """One reference whose work has been retracted, removed or withdrawn."""

    reference: ReferenceView
    notices: tuple[Notice, ...]
    """Those that say so, by date; corrections and concerns stand in the section on notices."""
    cited_as: str
    """`notice`, `sentence` or nothing: whether it is cited as retracted."""
    newest_cited: str
    """The year of the newest work listed, where every one of these notices is later; else nothing."""


def retracted_views(index: Index, references: tuple[ReferenceView, ...]) -> tuple[RetractedView, ...]:
    """The retracted works among these references, in their order. Disputed ones are not among them."""
    found = []
    for view in references:
        notices, state = notices_of(view.resolution) if view.resolution else ((), NoticeState.UNKNOWN)
        if state is NoticeState.RETRACTED:
            told = tuple(sorted(deciding_notices(notices, state), key=notice_order))
            cited_as = cited_as_retraction(index, view.reference)
            found.append(RetractedView(view, told, cited_as, later_than(index, notices, state)))
    return tuple(found)
