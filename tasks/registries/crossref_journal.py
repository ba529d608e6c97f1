"""Crossref's journals: `/journals/{issn}`. What is found is a journal: the record has its title as venue, and no work.

Source: api.crossref.org's documentation (`message-type` `journal`; `title`, `ISSN`). An ISSN that it does not have may
be a journal's all the same: Crossref knows those under which its members registered works.
"""

import re

from state.exchange import Lane, Request
from state.lookup import Query, Record, RegistryName
from tasks.registries.reading import Json, items, mapping, plain, text

_ISSN = re.compile(r"[0-9]{4}-[0-9]{3}[0-9X]")


def journal_request(query: Query) -> Request:
    return Request(registry=RegistryName.CROSSREF, path=f"/journals/{_issn(query.value) or ''}", lane=Lane.SINGLE)


def is_issn(value: str) -> bool:
    return _issn(value) is not None


def journal_of(message: Json, issn: str) -> Record | None:
    """The record of a journal that says it has this ISSN; None for anything else."""
    fields = mapping(message)
    title = plain(text(fields.get("title")))
    issns = tuple(dict.fromkeys(known for known in map(_issn, map(text, items(fields.get("ISSN")))) if known))
    if title is None or _issn(issn) not in issns:
        return None
    return Record(registry=RegistryName.CROSSREF, id=_issn(issn) or issn, venue=title, issns=issns)


def _issn(value: str | None) -> str | None:
    bare = (value or "").strip().upper()
    if re.fullmatch(r"[0-9]{7}[0-9X]", bare):
        bare = f"{bare[:4]}-{bare[4:]}"
    return bare if _ISSN.fullmatch(bare) else None
