"""The VERIFY heuristics of 000 (its Step 2) as flags on a reference: reasons to look, never verdicts.

Of its six, these cannot be told from a reference alone, and are not pretended to be: a match to the prompt that is too
convenient (there is no prompt), statistics fabricated in the text (that is the claim's business), and co-authors who
cannot have worked together (nobody publishes who met whom). What is left is computed from the print and the answers;
no flag rests on a service that could not be asked.
"""

import re
from collections.abc import Iterator
from enum import StrEnum

from state.manuscript import Reference
from state.resolution import Field, Identity, PageState, Resolution


class Flag(StrEnum):
    """Each has a sentence in templates: `flags.VALUE`."""

    INVENTED_DOI_PATTERN = "invented_doi_pattern"
    DOI_NOT_REGISTERED = "doi_not_registered"
    AUTHOR_DOI_PAIR_SUSPICIOUS = "author_doi_pair_suspicious"
    YEAR_DISCREPANCY = "year_discrepancy"
    FUTURE_YEAR = "future_year"
    RECENT_AND_NOT_FOUND = "recent_and_not_found"
    EXCESSIVE_SPECIFICITY = "excessive_specificity"
    PLACEHOLDER_AUTHORS = "placeholder_authors"
    COMMON_NAMES_ONLY = "common_names_only"
    INCOMPLETE_DETAILS = "incomplete_details"
    URL_GONE = "url_gone"


_MADE_UP_DOI = re.compile(
    r"^10\.(?:0000|1234|12345|9999|99999|5555)/"
    r"|01234567|12345678|98765432|abcdef|(?:x{4,}|(\d)\1{6,})|placeholder|example|dummy",
    re.IGNORECASE,
)
"""Prefixes that nobody publishes under (10.5555 is Crossref's for tests), and runs that are typed, not assigned."""
_PLACEHOLDER = re.compile(
    r"^(?:(?:john|jane|j)\.? doe|doe,? (?:john|jane|j)\.?|(?:richard|r)\.? roe|first(?:name)? ?(?:author|last(?:name)?)"
    r"|(?:second|third|last|test|some|another|a|b)\.? author|author (?:one|two|three|[a-c1-3])|lorem ipsum|foo bar"
    r"|name surname|surname name|x{2,}|张三|李四|王五|赵六|某某)$",
    re.IGNORECASE,
)
_COMMON = frozenset(
    (
        *("smith", "johnson", "williams", "brown", "jones", "miller", "davis", "wilson", "anderson", "taylor"),
        *("thomas", "moore", "martin", "jackson", "thompson", "white", "harris", "clark", "lewis", "walker"),
    )
)
"""English ones alone: three authors called Wang, Li and Zhang are nothing out of the common."""
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*\s?%?(?![\w])")
_UNIDENTIFIED = frozenset({Identity.NONE, Identity.OTHER_NOWHERE, Identity.DOUBTFUL, Identity.STRANGER})
_LEAST_COMMON = 3
"""So many authors, all of common names, are worth a look; two are two people."""


def flags_of(reference: Reference, resolution: Resolution, year_of_run: int) -> tuple[Flag, ...]:
    """The flags of a reference, in the order of `Flag`, each at most once. `year_of_run` is the year of the run's as-of
    time."""
    return tuple(flags_with_values(reference, resolution, year_of_run))


def flags_with_values(reference: Reference, resolution: Resolution, year_of_run: int) -> dict[Flag, str]:
    """The same, each with the printed value it rests on."""
    found = dict(_of_the_print(reference, year_of_run))
    found |= dict(_of_the_answers(reference, resolution, year_of_run))
    if _holds_doi(reference, resolution) or resolution.identity is Identity.UNKNOWN:
        found.pop(Flag.INVENTED_DOI_PATTERN, None)
    return {flag: found[flag] for flag in Flag if flag in found}


def _of_the_print(reference: Reference, year_of_run: int) -> Iterator[tuple[Flag, str]]:
    if reference.doi and _MADE_UP_DOI.search(reference.doi):
        yield (Flag.INVENTED_DOI_PATTERN, reference.doi)
    if reference.year and reference.year > year_of_run:
        yield (Flag.FUTURE_YEAR, str(reference.year))
    for author in reference.authors:
        name = f"{author.given} {author.family}" if author.given else author.family
        if _PLACEHOLDER.match(" ".join(name.split())):
            yield (Flag.PLACEHOLDER_AUTHORS, name)
            break
    names = ("doi", "pmid", "pmcid", "arxiv", "isbn", "bibcode", "who_iris", "url")
    if any(getattr(reference, name) for name in names):
        return  # an identifier alone is a whole reference
    missing = [name for name in ("authors", "year", "title") if not getattr(reference, name)]
    missing += [] if reference.volume or reference.pages else ["volume", "pages"]
    if missing:
        yield (Flag.INCOMPLETE_DETAILS, ",".join(missing))


def _of_the_answers(reference: Reference, resolution: Resolution, year_of_run: int) -> Iterator[tuple[Flag, str]]:
    if resolution.identity is Identity.UNKNOWN:
        return
    if resolution.doi_unregistered:
        yield (Flag.DOI_NOT_REGISTERED, reference.doi or "")
    standing = {d.field: d for d in resolution.discrepancies if d.stands}
    record = resolution.record
    at_doi = bool(record and reference.doi and record.doi and record.doi.lower() == reference.doi.lower())
    if at_doi and (resolution.author_agrees is False or Field.FIRST_AUTHOR in standing):
        yield (Flag.AUTHOR_DOI_PAIR_SUSPICIOUS, reference.first_author or "")
    if Field.YEAR in standing and standing[Field.YEAR].detail.lstrip("+-") != "1":  # print and online differ by one
        yield (Flag.YEAR_DISCREPANCY, f"{standing[Field.YEAR].printed}/{standing[Field.YEAR].recorded}")
    if resolution.page is not None and resolution.page.state is PageState.GONE:
        yield (Flag.URL_GONE, resolution.page.url)
    if resolution.identity not in _UNIDENTIFIED or resolution.unavailable:
        return
    recent = reference.year is not None and year_of_run - 1 <= reference.year <= year_of_run
    if recent and resolution.identity is Identity.NONE:
        yield (Flag.RECENT_AND_NOT_FOUND, str(reference.year))
    if number := _number_of_nobody(reference, resolution, year_of_run):
        yield (Flag.EXCESSIVE_SPECIFICITY, number)
    families = [author.family.casefold() for author in reference.authors]
    if len(families) >= _LEAST_COMMON and all(family in _COMMON for family in families):
        yield (Flag.COMMON_NAMES_ONLY, ", ".join(author.family for author in reference.authors))


def _number_of_nobody(reference: Reference, resolution: Resolution, year_of_run: int) -> str:
    """A number in the printed title that no title near it has: a percentage, a decimal, or a count of three digits and
    more. Years and small numbers are the stuff of titles."""
    records = [resolution.record, resolution.elsewhere, *(c.record for c in resolution.candidates)]
    known = {n.group().replace(" ", "") for r in records if r for n in _NUMBER.finditer(r.title or "")}
    for match in _NUMBER.finditer(reference.title or ""):
        number = match.group().replace(" ", "")
        digits = re.sub(r"\D", "", number)
        is_year = len(number) == 4 and number.isdigit() and 1500 <= int(number) <= year_of_run + 30
        telling = number.endswith("%") or "." in number or len(digits) >= 3
        if telling and not is_year and number not in known:
            return number
    return ""


def _holds_doi(reference: Reference, resolution: Resolution) -> bool:
    """Whether a registry has a work under the printed DOI: then nobody typed it at random."""
    records = (resolution.record, resolution.elsewhere, *resolution.supporting)
    return any(r and r.doi and reference.doi and r.doi.lower() == reference.doi.lower() for r in records)
