"""NCBI's E-utilities for PubMed: efetch, esearch and the citation matcher."""

from collections import defaultdict
from typing import Any

from tests.standin.derived import words
from tests.standin.exchange import Ask, Reply, integer, json_reply, text_reply
from tests.standin.pubmed_terms import Hits, TermIndex
from tests.standin.pubmed_xml import HEADER, REF_TYPES, article, escape
from tests.standin.world import Work, World, WorldNotice

DEFAULT_RETMAX = 20
XML = "text/xml"
FETCH_ERROR = (
    '<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE eEfetchResult PUBLIC "-//NLM//DTD efetch 20131226//EN" '
    '"https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20131226/efetch.dtd">\n'
    "<eFetchResult>\n\t<ERROR>{}</ERROR>\n</eFetchResult>\n"
)
SEARCH_HEADER = (
    '<?xml version="1.0" encoding="UTF-8" ?>\n<!DOCTYPE eSearchResult PUBLIC "-//NLM//DTD esearch 20060628//EN" '
    '"https://eutils.ncbi.nlm.nih.gov/eutils/dtd/20060628/esearch.dtd">\n'
)


class PubMed:
    """`/entrez/eutils/{efetch.fcgi,esearch.fcgi,ecitmatch.cgi}`."""

    name = "pubmed"

    def __init__(self, world: World) -> None:
        self._works = [w.seen_by("pubmed") for w in world if w.held("pubmed") and w.pmid]
        self._by_pmid = {w.pmid: w for w in reversed(self._works)}
        self._terms = TermIndex(self._works)
        self._notices = _notices(self._works)
        self._articles: dict[str, str] = {}

    def answer(self, ask: Ask) -> Reply:
        tool = ask.path.removeprefix("/entrez/eutils/")
        if tool == "efetch.fcgi":
            return self._fetch(ask)
        if tool == "esearch.fcgi":
            return self._search(ask)
        if tool == "ecitmatch.cgi":
            return self._match(ask)
        return text_reply("<html><body><h1>404 Not Found</h1></body></html>", 404, "text/html")

    def _fetch(self, ask: Ask) -> Reply:
        listed = [pmid.strip() for value in (v for n, v in ask.params if n == "id") for pmid in value.split(",")]
        asked = {"pmid": [pmid for pmid in listed if pmid]}
        if not asked["pmid"]:
            return _xml(FETCH_ERROR.format("Supplied id parameter is empty."), 200, asked)
        if not any(pmid.isascii() and pmid.isdigit() and int(pmid) for pmid in listed):
            return _xml(FETCH_ERROR.format("ID list is empty! Possibly it has no correct IDs."), 400, asked)
        pmids = dict.fromkeys(pmid.lstrip("0") for pmid in asked["pmid"])
        articles = "\n".join(self._article(pmid) for pmid in pmids if pmid in self._by_pmid)
        return _xml(f"{HEADER}<PubmedArticleSet>\n{articles}</PubmedArticleSet>", 200, asked)

    def _article(self, pmid: str) -> str:
        if pmid not in self._articles:
            self._articles[pmid] = article(self._by_pmid[pmid], self._notices.get(pmid, []))
        return self._articles[pmid]

    def _search(self, ask: Ask) -> Reply:
        term = ask.get("term") or ""
        hits = self._terms.search(term)
        asked = {("doi" if name == "aid" else name): values for name, values in hits.terms.items()}
        newest = sorted(hits.positions, key=lambda p: -int(self._works[p].pmid or 0))
        if ask.get("sort") == "relevance":
            newest.sort(key=lambda p: -round(hits.relevance[p], 6))
        pmids = [self._works[p].pmid or "" for p in newest]
        start, count = integer(ask.get("retstart"), 0), integer(ask.get("retmax"), DEFAULT_RETMAX)
        page = pmids[start : start + count]
        if ask.get("retmode") == "json":
            return json_reply(_search_json(hits, pmids, page, start), 200, asked)
        return _xml(_search_xml(hits, pmids, page, start), 200, asked)

    def _match(self, ask: Ask) -> Reply:
        lines = [line for line in (ask.get("bdata") or "").replace("\n", "\r").split("\r") if line.strip()]
        answers = [f"{line.strip()}{'' if line.endswith('|') else '|'}{self._cited(line)}" for line in lines]
        return text_reply("\n".join(answers) + "\n", 200, asked={"citation": lines})

    def _cited(self, line: str) -> str:
        journal, year, volume, page, author = ([part.strip() for part in line.split("|")] + [""] * 5)[:5]
        if journal and not any(_same_journal(work, journal) for work in self._works):
            return "NOT_FOUND;INVALID_JOURNAL"
        found = [
            work.pmid or ""
            for work in self._works
            if (not journal or _same_journal(work, journal))
            and (not year or year in (str(work.year), str(work.online_year)))
            and (not volume or volume == work.volume)
            and (not page or page == (work.pages or "").split("-")[0])
            and (not author or _has_author(work, author))
        ]
        if len(found) > 1:
            return f"AMBIGUOUS ({len(found)} citations)"
        return found[0] if found else "NOT_FOUND"


def _notices(works: list[Work]) -> dict[str, list[tuple[Work, WorldNotice]]]:
    """By a notice's PMID: the works it is about."""
    notices: dict[str, list[tuple[Work, WorldNotice]]] = defaultdict(list)
    for work in works:
        for notice in work.notices:
            if notice.pmid and notice.pmid != work.pmid and "pubmed" in notice.where and notice.type in REF_TYPES:
                notices[notice.pmid].append((work, notice))
    return notices


def _same_journal(work: Work, name: str) -> bool:
    return words(name) in (words(work.journal or ""), words(work.journal_short or ""))


def _has_author(work: Work, author: str) -> bool:
    """`mann bj` finds Mann; the citation matcher looks at any author."""
    tokens = words(author)
    names = [words(family) for family, _ in work.authors]
    return any(tokens[: len(name)] == name for name in names if name)


def _xml(text: str, status: int, asked: dict[str, list[str]]) -> Reply:
    return Reply(text.encode(), status, XML, asked=asked)


def _search_json(hits: Hits, pmids: list[str], page: list[str], start: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "count": str(len(pmids)),
        "retmax": str(len(page)),
        "retstart": str(start),
        "idlist": page,
        "translationset": [],
        "querytranslation": hits.translation,
    }
    if hits.not_found or hits.unknown_fields:
        result["errorlist"] = {"phrasesnotfound": hits.not_found, "fieldsnotfound": hits.unknown_fields}
    if hits.quoted_not_found or not pmids:
        messages = [] if pmids else ["No items found."]
        quoted = hits.quoted_not_found
        result["warninglist"] = {"phrasesignored": [], "quotedphrasesnotfound": quoted, "outputmessages": messages}
    return {"header": {"type": "esearch", "version": "0.3"}, "esearchresult": result}


def _search_xml(hits: Hits, pmids: list[str], page: list[str], start: int) -> str:
    ids = "<IdList>\n" + "".join(f"<Id>{pmid}</Id>\n" for pmid in page) + "</IdList>" if page else "<IdList/>"
    errors = "".join(f"<PhraseNotFound>{escape(text)}</PhraseNotFound>" for text in hits.not_found)
    errors += "".join(f"<FieldNotFound>{escape(text)}</FieldNotFound>" for text in hits.unknown_fields)
    quoted = (f"<QuotedPhraseNotFound>{escape(t)}</QuotedPhraseNotFound>" for t in hits.quoted_not_found)
    warnings = "".join(quoted) + ("" if pmids else "<OutputMessage>No items found.</OutputMessage>")
    return (
        f"{SEARCH_HEADER}<eSearchResult><Count>{len(pmids)}</Count><RetMax>{len(page)}</RetMax>"
        f"<RetStart>{start}</RetStart>{ids}<TranslationSet/>"
        f"<QueryTranslation>{escape(hits.translation)}</QueryTranslation>"
        + (f"<ErrorList>{errors}</ErrorList>" if errors else "")
        + (f"<WarningList>{warnings}</WarningList>" if warnings else "")
        + "</eSearchResult>\n"
    )
