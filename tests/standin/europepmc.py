"""Europe PMC's `/webservices/rest/search`: articles and preprints by DOI, PMID, PMCID or title."""

import re
from typing import Any

from tests.standin.boolean import matching
from tests.standin.derived import digest, initials, issn, online_date, print_date
from tests.standin.exchange import Ask, Reply, integer, json_reply
from tests.standin.ranking import Index, best_first, by_phrase, title_text
from tests.standin.world import Work, World

DEFAULT_PAGE, MAX_PAGE = 25, 1000
DOI = re.compile(r'DOI:"?([^"\s)]+)"?')
PMID = re.compile(r"EXT_ID:(\d+)")
PMCID = re.compile(r"PMCID:(PMC\d+)")
PHRASE = re.compile(r'TITLE:"([^"]*)"')
BY_AUTHOR = re.compile(r'AUTH:"([^"]*)"((?: AND TITLE:\w+)+)')
TYPES = {"retraction": "Retraction in", "erratum": "Erratum in", "expression_of_concern": "Expression of concern in"}


class EuropePmc:
    """What it holds is PubMed's (`MED`), else a preprint (`PPR`)."""

    name = "europepmc"

    def __init__(self, world: World) -> None:
        self._works = [w.seen_by("europepmc") for w in world if w.held("europepmc")]
        self._by_doi = {w.doi: n for n, w in reversed(list(enumerate(self._works))) if w.doi}
        self._by_pmid = {w.pmid: n for n, w in reversed(list(enumerate(self._works))) if w.pmid}
        self._by_pmcid = {w.pmcid: n for n, w in reversed(list(enumerate(self._works))) if w.pmcid}
        self._titles = Index(self._works, title_text)

    def answer(self, ask: Ask) -> Reply:
        if ask.path != "/webservices/rest/search":
            return Reply(b"<html><body>Not Found</body></html>", 404, "text/html")
        query = ask.get("query") or ""
        if not query:
            return json_reply({"errCode": 404, "errMsg": "The query parameter is missing"}, 404)
        if ask.get("format") != "json":
            return Reply(b'<?xml version="1.0"?><responseWrapper/>', 200, "application/xml")
        dois, pmids = [doi.lower() for doi in DOI.findall(query)], PMID.findall(query)
        pmcids = PMCID.findall(query)
        if dois or pmids or pmcids:
            places = [self._by_doi[doi] for doi in dois if doi in self._by_doi]
            places += [self._by_pmid[pmid] for pmid in pmids if pmid in self._by_pmid]
            places += [self._by_pmcid[pmcid] for pmcid in pmcids if pmcid in self._by_pmcid]
        else:
            places = self._search(query)
        size = integer(ask.get("pageSize"), DEFAULT_PAGE)
        if size > MAX_PAGE:
            return json_reply({"errCode": 400, "errMsg": f"pageSize must be at most {MAX_PAGE}"}, 400)
        results = [_result(self._works[place]) for place in dict.fromkeys(places)][:size]
        request = {"queryString": query, "resultType": ask.get("resultType") or "lite", "cursorMark": "*"}
        found = {"version": "6.9", "hitCount": len(set(places)), "request": {**request, "pageSize": size}}
        asked = {"doi": dois, "pmid": pmids, "pmcid": pmcids, "title": PHRASE.findall(query)}
        return json_reply({**found, "resultList": {"result": results}}, 200, asked)

    def _search(self, query: str) -> list[int]:
        if '"' not in query:
            bare = re.sub(r"TITLE:", " ", query)
            scores = self._titles.scores(re.sub(r"[()]|\b(?:AND|OR|NOT)\b", " ", bare))
            found = matching(bare, self._titles.with_all, set(range(len(self._works))))
            return [place for place, _ in best_first({place: scores.get(place, 0.0) for place in found})]
        by_author = [(author, terms.replace(" AND TITLE:", " ")) for author, terms in BY_AUTHOR.findall(query)]
        return by_phrase(self._works, self._titles, PHRASE.findall(query), by_author)


def _result(work: Work) -> dict[str, Any]:
    date = online_date(work) or print_date(work)
    preprint = work.pmid is None
    result: dict[str, Any] = {
        "id": f"PPR{digest(work, 'ppr') % 900_000 + 100_000}" if preprint else work.pmid,
        "source": "PPR" if preprint else "MED",
        "pmid": work.pmid,
        "pmcid": work.pmcid,
        "doi": work.doi,
        "title": f"{work.full_title}.",
        "authorString": ", ".join(f"{family} {initials(given)}".strip() for family, given in work.authors) + ".",
        "authorList": {"author": [_author(family, given) for family, given in work.authors]},
        "journalInfo": None if preprint else _journal(work),
        "bookOrReportDetails": {"publisher": work.journal, "yearOfPublication": work.year} if preprint else None,
        "pubYear": str(work.year) if work.year else None,
        "pageInfo": work.pages,
        "abstractText": _abstract(work),
        "language": "eng",
        "pubTypeList": {"pubType": ["Preprint"] if preprint else list(work.types)},
        "commentCorrectionList": _comments(work),
        "firstPublicationDate": "{}-{:02d}-{:02d}".format(*date) if date else None,
    }
    return {key: value for key, value in result.items() if value is not None}


def _author(family: str, given: str) -> dict[str, str]:
    if not given:
        return {"collectiveName": family}
    short = initials(given)
    return {"fullName": f"{family} {short}", "firstName": given, "lastName": family, "initials": short}


def _journal(work: Work) -> dict[str, Any]:
    journal = {"title": work.journal, "isoabbreviation": work.journal_short, "medlineAbbreviation": work.journal_short}
    code = {"issn": issn(work.journal)} if work.journal else {}
    known = {key: value for key, value in journal.items() if value}
    info = {"issue": work.issue, "volume": work.volume, "yearOfPublication": work.year}
    return {**{key: value for key, value in info.items() if value}, "journal": {**known, **code}}


def _abstract(work: Work) -> str | None:
    if work.sections:
        return "".join(f"<h4>{label.capitalize()}</h4>{text}" if label else text for label, text in work.sections)
    return work.abstract or None


def _comments(work: Work) -> dict[str, Any] | None:
    known = [n for n in work.notices if "europepmc" in n.where and n.type in TYPES]
    listed = [{"type": TYPES[n.type], "source": "MED", **({"id": n.pmid} if n.pmid else {})} for n in known]
    return {"commentCorrection": listed} if listed else None
