"""ISSNs at Crossref: a journal, and no work."""

import json
from typing import Any

import pytest

from state.exchange import Plan
from state.lookup import Found, Lookup, NotFound, Query, QueryKind, RegistryName, Unavailable
from tasks.registries.crossref import Crossref
from tests.registries.services import body

QUERY = Query(registry=RegistryName.CROSSREF, kind=QueryKind.ISSN, value="1234-567X")


def answered(status: int, content: str) -> Lookup:
    request = Crossref().plan([QUERY], {}).requests[0]
    assert request.path == "/journals/1234-567X"
    plan: Plan = Crossref().plan([QUERY], {request.fingerprint: body(request, status, content)})
    return plan.settled[0].lookup


def journal(**changes: Any) -> str:
    message = {"title": "Journal of <i>Invented</i> Results", "ISSN": ["1234567x", "2049-3630", 7]} | changes
    return json.dumps({"status": "ok", "message-type": "journal", "message": message})


def test_a_journal_is_a_venue_and_no_work() -> None:
    lookup = answered(200, journal())
    assert isinstance(lookup, Found)
    (record,) = lookup.records
    assert (record.venue, record.issns) == ("Journal of Invented Results", ("1234-567X", "2049-3630"))
    assert record.title is None
    assert record.doi is None


def test_an_issn_that_crossref_lacks_is_not_found() -> None:
    assert answered(404, "Resource not found.") == NotFound()


@pytest.mark.parametrize(
    ("status", "content"),
    [
        (200, journal(ISSN=["2049-3630"])),
        (200, journal(title=None)),
        (200, journal().replace('"journal"', '"work"')),
        (404, journal()),
        (404, "<html>gone</html>"),
        (200, "Resource not found."),
        (200, '{"status": "ok", "message-type": "journal", "message": []}'),
    ],
)
def test_any_other_answer_is_no_absence(status: int, content: str) -> None:
    assert isinstance(answered(status, content), Unavailable)
