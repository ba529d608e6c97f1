"""Which works are in none of the services that can be asked, as a rule."""

import re

from state.manuscript import Reference

_UNLISTED_TYPES = frozenset(
    {"thesis", "phdthesis", "mastersthesis", "bachelorsthesis", "thes", "report", "techreport", "rprt", "unpublished"}
)
_CHINESE = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")


def is_often_unlisted(reference: Reference) -> bool:
    """Is it a thesis, a report, or a work in Chinese without a DOI? That it is found nowhere says little."""
    by_type = (reference.entry_type or "").lower() in _UNLISTED_TYPES
    return by_type or (not reference.doi and bool(_CHINESE.search(reference.title or "")))


_UNLISTED_WORDS = re.compile(
    r"@\w*thesis|@techreport|\b(?:dissertation|thesis|technical report|working paper)\b|\[D\]", re.IGNORECASE
)


def is_often_unlisted_entry(title: str | None, doi: str | None, raw: str) -> bool:
    """The same of an entry of which only this is kept."""
    return bool(_UNLISTED_WORDS.search(raw)) or (not doi and bool(_CHINESE.search(title or "")))
