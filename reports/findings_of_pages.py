"""Findings about the page a reference prints: gone, or kept as a copy. Neither says anything about the work itself."""

from collections.abc import Iterator

from reports.finding import make
from state.finding import Finding
from state.lookup import RegistryName
from state.manuscript import Reference
from state.resolution import PageState, Resolution

_COPIES = "web.archive.org/"


def page_findings(reference: Reference, resolution: Resolution) -> Iterator[Finding]:
    """What to do about the page: nothing while it is alive, or while its fate is not known."""
    page = resolution.page
    if page is None:
        return
    lacking = [name.value for name in page.absent_at if name is not RegistryName.WAYBACK]
    values = {"url": page.url, "services": ",".join(lacking)}
    if page.state is PageState.GONE:
        yield make("REF-PAGE-GONE", values, reference=reference)
    elif page.state is PageState.ARCHIVED and not page.url.partition("://")[2].lower().startswith(_COPIES):
        copy = {"copy": page.copy_url or "", "date": page.date or ""}
        yield make("REF-PAGE-ARCHIVED", values | copy, reference=reference)
