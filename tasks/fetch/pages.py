"""Pages that references print: which address is one, who is asked about it, and what became of it.

A page is alive, archived or gone, never true or false, and a dead link says nothing about the work (decisions 1.13).
Pure: the same answers give the same questions. Only an address that everybody may see is sent to anybody.
"""

from state.lookup import Query, QueryKind, RegistryName, Unavailable, UnavailableReason
from state.resolution import Page, PageState
from tasks.fetch.page_addresses import is_page_reference, page_of, page_service, printed_page
from tasks.fetch.trail import Trail, query_of
from tasks.registries import wayback
from tasks.registries.pages import as_shown

__all__ = ["is_page_reference", "page_needed", "page_of", "page_queries", "page_service", "page_state"]


def page_queries(trail: Trail) -> tuple[Query, ...]:
    """What is still to be asked about the reference's page, by the answers so far; empty when nothing is.

    The service whose page it is goes first; the Wayback Machine is asked where that says it has it not, or could not be
    asked, or where there is none. Of a reference that names a work, an address that is no service's is not asked for:
    the Wayback Machine alone could not say that it is gone, and that it has a copy is nothing to act on.
    """
    url = trail.page
    if url is None:
        return ()
    service = page_service(url)
    if service is None:
        wanted = _at(RegistryName.WAYBACK, url) if trail.is_page else None
    else:
        wanted = _at(service, url)
        if trail.is_absent(wanted) or trail.is_unavailable(wanted):
            wanted = _at(RegistryName.WAYBACK, url)
    return () if wanted is None or wanted in trail.asked else (wanted,)


def page_state(trail: Trail) -> Page | None:
    """What became of the reference's page; None where it prints none, or one that nobody is asked for.

    ALIVE: its service has it. ARCHIVED: there is a copy, and the service lacks it or there is no service. GONE: the
    service lacks it, and there is no copy. UNKNOWN: the one that could say could not be asked, or the Wayback Machine
    alone has no copy; its absence alone never makes a page gone.
    """
    printed = printed_page(trail.reference)
    if printed is None:
        return None
    if not wayback.may_be_original(printed):
        return Page(url=as_shown(printed), state=PageState.UNKNOWN, withheld=True)
    service, copies = page_service(printed), _at(RegistryName.WAYBACK, printed)
    if service is None and not trail.is_page:
        return None
    own = _at(service, printed) if service else None
    asked = tuple(query for query in (own, copies) if query is not None and query in trail.asked)
    copy = next(iter(trail.records(copies)), None)
    return Page(
        url=printed,
        state=_state(trail, own, copies),
        copy_url=copy.url if copy else None,
        date=wayback.taken_on(copy) if copy else None,
        asked=tuple(query.registry for query in asked),
        absent_at=tuple(query.registry for query in asked if trail.is_absent(query)),
    )


def _state(trail: Trail, own: Query | None, copies: Query) -> PageState:
    if own is not None and trail.records(own):
        return PageState.ALIVE
    if own is not None and not trail.is_absent(own):
        return PageState.UNKNOWN
    if trail.records(copies):
        return PageState.ARCHIVED
    return PageState.GONE if own is not None and trail.is_absent(copies) else PageState.UNKNOWN


def page_needed(trail: Trail) -> tuple[Query, ...]:
    """Look-ups that could not be asked and on which the page's state depends: `resume` asks them again. A refusal that
    no setting would change is not among them: Hugging Face refuses whoever asks for what is not there, or is private.
    """
    state = page_state(trail)
    if state is None or state.state is not PageState.UNKNOWN:
        return ()
    return tuple(
        query
        for query in trail.asked
        if query.kind is QueryKind.PAGE and isinstance(out := trail.answers[query].lookup, Unavailable)
        if out.reason is not UnavailableReason.FORBIDDEN or out.setting is not None
    )


def _at(registry: RegistryName, url: str) -> Query:
    return query_of(registry, QueryKind.PAGE, url)
