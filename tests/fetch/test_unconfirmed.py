"""A difference is held against nobody while a registry that may agree with the print is silent (1.1, 1.13)."""

import pytest

from state.lookup import Unavailable, UnavailableReason
from state.resolution import Field, FieldVerdict, Identity
from tests.fetch.world import CROSSREF, OPENALEX, S2, World, is_down, record, reference, resolve_one

TITLE = "Service life of slate roofs in coastal villages"
LATER = record(CROSSREF, TITLE, "Jurgens, Wilma", 2011, doi="10.5555/roof.1", abstract="Roofs were counted. " * 60)
PRINTED = reference(TITLE, "Jurgens, W", 2004, doi="10.5555/roof.1")


def year_of(found):
    return next(d for d in found.discrepancies if d.field is Field.YEAR)


def check_of(found):
    return next(c for c in found.checks if c.field is Field.YEAR)


def test_a_difference_is_not_confirmed_while_another_registry_is_silent():
    found = resolve_one(World((LATER,), down=is_down(OPENALEX)), PRINTED)
    assert found.identity is Identity.SAME
    assert year_of(found).unasked == (OPENALEX,)
    assert not year_of(found).stands
    assert check_of(found).verdict is FieldVerdict.UNDECIDED
    assert (check_of(found).printed, check_of(found).recorded) == ("2004", "2011")
    assert {note.query.registry for note in found.unavailable} == {OPENALEX}


def test_it_stands_when_the_others_have_answered():
    found = resolve_one(World((LATER,)), PRINTED)
    assert year_of(found).stands
    assert check_of(found).verdict is FieldVerdict.DIFFERS
    assert not found.unavailable


def test_nobody_is_waited_for_where_nothing_differs():
    right = reference(TITLE, "Jurgens, W", 2011, doi="10.5555/roof.1")
    found = resolve_one(World((LATER,), down=is_down(OPENALEX)), right)
    assert not found.discrepancies
    assert not found.unavailable


def test_semantic_scholar_is_not_waited_for():
    found = resolve_one(World((LATER,), down=is_down(S2)), PRINTED)
    assert year_of(found).stands


@pytest.mark.parametrize("reason", UnavailableReason)
def test_a_service_that_was_never_set_up_is_not_waited_for(reason):
    class Mute(World):
        def lookup(self, query):
            silent = Unavailable(reason=reason)
            return silent if query.registry is OPENALEX else super().lookup(query)

    found = resolve_one(Mute((LATER,)), PRINTED)
    assert year_of(found).stands is (reason is UnavailableReason.NOT_CONFIGURED)
