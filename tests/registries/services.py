"""Eight small services with invented works, answering in the documented shapes."""

import json
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from urllib.parse import unquote
from xml.sax.saxutils import escape

from state.exchange import Body, Request
from state.lookup import Query, QueryKind, RegistryName
from tests.registries.book_services import BookServices, book_questions
from tests.registries.page_services import PageServices, page_questions

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
ISSN = "1234-567X"


@dataclass(frozen=True)
class Work:
    doi: str
    title: str
    family: str
    given: str
    year: int
    pmid: str | None = None
    arxiv: str | None = None
    in_batches: bool = True
    """False: only its single look-up finds it, as with merged DOIs."""

    @property
    def pmcid(self) -> str | None:
        return f"PMC{self.pmid}" if self.pmid else None


WORKS = (
    Work(
        "10.5555/tide.1",
        "Tidal rhythms in the sleep of harbour seals",
        "Marlowe",
        "Ada",
        2019,
        "31000001",
        "1905.00001",
    ),
    Work(
        "10.5555/tide.2",
        "Salt tolerance of invented grasses: a field trial",
        "Okafor",
        "Ben",
        2020,
        "31000002",
        "math/0309002",
    ),
    Work("10.5555/old,comma", "Notes on a comma in an identifier", "Quill", "Cora", 2001, "31000003"),
    Work(
        "10.5555/merged",
        "A work that batches leave out",
        "Drift",
        "Dora",
        2011,
        "31000004",
        "1105.0004",
        in_batches=False,
    ),
    Work("10.5555/noPubMed".lower(), "Ledgers of a fictional harbour town", "Ember", "Eli", 1998),
)


def body(request: Request, status: int, content: str | bytes) -> Body:
    raw = content if isinstance(content, bytes) else content.encode()
    return Body(fingerprint=request.fingerprint, status=status, content=raw, received_at=NOW)


@dataclass
class Services(PageServices, BookServices):
    """Answers requests and remembers them."""

    works: tuple[Work, ...] = WORKS
    asked: list[Request] = field(default_factory=list)

    def answer(self, request: Request) -> Body:
        self.asked.append(request)
        status, content = getattr(self, request.registry.value)(request, dict(request.params))
        return body(request, status, content)

    def _by_doi(self, doi: str) -> Work | None:
        return next((work for work in self.works if work.doi == doi.lower()), None)

    def _titled(self, text: str) -> list[Work]:
        wanted = set(re.findall(r"\w+", text.lower()))
        scored = [(len(wanted & set(re.findall(r"\w+", work.title.lower()))), work) for work in self.works]
        return [work for score, work in sorted(scored, key=lambda pair: -pair[0]) if score >= 3]

    def crossref(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        if request.path.startswith("/journals/"):
            if request.path != f"/journals/{ISSN}":
                return 404, "Resource not found."
            journal = {"title": "Journal of Invented Results", "publisher": "Nobody", "ISSN": [ISSN, "2049-3630"]}
            return 200, json.dumps({"status": "ok", "message-type": "journal", "message": journal})
        if request.path != "/works":
            work = self._by_doi(unquote(request.path.removeprefix("/works/")))
            if work is None:
                return 404, "Resource not found."
            return 200, json.dumps({"status": "ok", "message-type": "work", "message": crossref_work(work)})
        if "filter" in params:
            dois = [part.removeprefix("doi:") for part in params["filter"].split(",")]
            works = [w for w in self.works if w.doi in dois and w.in_batches][: int(params.get("rows", "20"))]
        else:
            works = self._titled(params["query.bibliographic"])[: int(params["rows"])]
        message = {"total-results": len(works), "items": [crossref_work(work) for work in works]}
        return 200, json.dumps({"status": "ok", "message-type": "work-list", "message": message})

    def openalex(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        if request.path != "/works":
            work = self._by_doi(unquote(request.path.removeprefix("/works/doi:")))
            if work is None:
                return 404, json.dumps({"error": "Not Found", "message": "Work not found"})
            return 200, json.dumps(openalex_work(work))
        if params.get("filter", "").startswith("title.search:"):
            works = self._titled(params["filter"])
        elif "filter" in params:
            dois = params["filter"].removeprefix("doi:").split("|")
            works = [work for work in self.works if work.doi in dois and work.in_batches]
        else:
            works = self._titled(params["search"])
        return 200, json.dumps({"meta": {"count": len(works)}, "results": [openalex_work(work) for work in works]})

    def semantic_scholar(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        if request.path.endswith("/batch"):
            found = [self._paper(identifier) for identifier in json.loads(request.body or "")["ids"]]
            if not any(found):
                return 400, json.dumps({"error": "No valid paper ids given"})
            return 200, json.dumps(found)
        if request.path.endswith("/search/bulk"):
            papers = [paper(work) for work in self._titled(params["query"])]
            return 200, json.dumps({"total": len(papers), "token": None, "data": papers})
        if request.path.endswith("/search"):
            papers = [paper(work) for work in self._titled(params["query"])]
            return 200, json.dumps({"total": len(papers), "offset": 0, **({"data": papers} if papers else {})})
        identifier = unquote(request.path.removeprefix("/graph/v1/paper/"))
        one = self._paper(identifier)
        return (200, json.dumps(one)) if one else (404, json.dumps({"error": f"Paper with id {identifier} not found"}))

    def _paper(self, identifier: str) -> dict[str, object] | None:
        kind, value = identifier.split(":", 1)
        works = [work for work in self.works if value in ((work.doi,) if kind == "DOI" else (work.pmid,))]
        return paper(works[0]) if works else None

    def datacite(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        if request.path != "/dois":
            work = self._by_doi(unquote(request.path.removeprefix("/dois/")))
            if work is None:
                said = {"status": "404", "title": "The resource you are looking for doesn't exist."}
                return 404, json.dumps({"errors": [said]})
            return 200, json.dumps({"data": datacite_work(work)})
        query = params["query"]
        if query.startswith("doi:("):
            works = [w for w in self.works if f'"{w.doi}"' in query and w.in_batches]
        else:
            works = self._titled(quoted(query))
        works = works[: int(params["page[size]"])]
        return 200, json.dumps({"data": [datacite_work(w) for w in works], "meta": {"total": len(works), "page": 1}})

    def arxiv(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        if "id_list" in params:
            numbers = params["id_list"].split(",")
            works = [w for w in self.works if w.arxiv in numbers and (w.in_batches or len(numbers) == 1)]
            if wrong := [number for number in numbers if not re.fullmatch(r"[a-z-]+/\d{7}|\d{4}\.\d{4,5}", number)]:
                return 400, feed([refused(wrong[0])], 1)
        else:
            works = self._titled(quoted(params["search_query"]))
        works = works[: int(params["max_results"])]
        return 200, feed([preprint(work) for work in works], len(works))

    def europepmc(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        query = params["query"]
        dois, pmids = re.findall(r'DOI:"([^"]*)"', query), re.findall(r"EXT_ID:(\d+)", query)
        pmcids = re.findall(r"PMCID:(PMC\d+)", query)
        if dois:
            works = [w for w in self.works if w.doi in dois and (w.in_batches or len(dois) == 1)]
        elif pmids:
            works = [w for w in self.works if w.pmid in pmids and (w.in_batches or len(pmids) == 1)]
        elif pmcids:
            works = [w for w in self.works if w.pmcid in pmcids and (w.in_batches or len(pmcids) == 1)]
        else:
            works = self._titled(quoted(query))
        results = [core_result(work) for work in works[: int(params["pageSize"])]]
        answer = {"version": "6.9", "hitCount": len(works), "request": {"queryString": query}}
        return 200, json.dumps({**answer, "resultList": {"result": results}})

    def dblp(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        """Blanks are AND, bars are OR, words are matched by their beginnings, `word$` exactly."""
        works = [work for work in self.works if all(dblp_has(work, part) for part in params["q"].split())]
        hits: dict[str, object] = {"@total": str(len(works)), "@sent": str(len(works)), "@first": "0"}
        found = [dblp_hit(work) for work in works]
        if found:
            hits["hit"] = found if len(found) > 1 else found[0]
        return 200, json.dumps({"result": {"query": "", "status": {"@code": "200", "text": "OK"}, "hits": hits}})

    def doi(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        if request.path.startswith("/api/handles/"):
            doi = unquote(request.path.removeprefix("/api/handles/"))
            if self._by_doi(doi) is None:
                return 404, json.dumps({"responseCode": 100, "handle": doi})
            return 200, json.dumps({"responseCode": 1, "handle": doi, "values": []})
        dois = [unquote(part) for part in request.path.removeprefix("/ra/").split(",")]
        return 200, json.dumps([self._agency(doi) for doi in dois])

    def _agency(self, doi: str) -> dict[str, str]:
        """Works that lists leave out are of an agency that is not known: any service may hold them."""
        numbers = {f"10.48550/arxiv.{work.arxiv}": work for work in self.works if work.arxiv}
        work = self._by_doi(doi) or numbers.get(doi)
        if work is None:
            return {"DOI": doi, "status": "DOI does not exist"}
        return {"DOI": doi, "RA": "Crossref"} if work.in_batches else {"DOI": doi, "status": "Unknown"}

    def pubmed(self, request: Request, params: dict[str, str]) -> tuple[int, str]:
        if request.path.endswith("/efetch.fcgi"):
            ids = params["id"].split(",")
            works = [work for work in self.works if work.pmid in ids and (work.in_batches or len(ids) == 1)]
            return 200, article_set(works)
        term = params["term"]
        if "[AID]" in term:
            dois = re.findall(r'"([^"]*)"\[AID\]', term)
            return 200, search_result([work for work in self.works if work.pmid and work.doi in dois], dois)
        words = set(re.findall(r"(\w+)\[Title\]", term))
        works = [work for work in self.works if work.pmid]
        if term.startswith("("):
            titles = [set(re.findall(r"(\w+)\[Title\]", part)) for part in term.split(" OR ")]
            return 200, search_result([w for w in works if any(t <= set(title_terms(w)) for t in titles)], [])
        if " OR " in term:
            author = re.match(r"(.*?)\[Author\]", term)
            assert author
            hits = [w for w in works if author.group(1) == w.family and words & set(title_terms(w))]
        else:
            hits = [work for work in works if words and words <= set(title_terms(work))]
        return 200, search_result(hits, [])


def quoted(query: str) -> str:
    """The first phrase of a query, or, where many titles are asked for together, all its words."""
    found = re.search(r'"([^"]*)"', query)
    return found.group(1) if found else re.sub(r"titles\.title:|TITLE:|ti:|\b(?:AND|OR)\b", " ", query)


def dblp_has(work: Work, alternatives: str) -> bool:
    words = [word.lower() for word in re.findall(r"\w+", f"{work.title} {work.given} {work.family}")]
    wanted = alternatives.lower().split("|")
    return any(word == w[:-1] if w.endswith("$") else word.startswith(w) for w in wanted for word in words)


def dblp_hit(work: Work) -> dict[str, object]:
    person = {"@pid": "00/1", "text": f"{work.given} {work.family} 0002"}
    return {
        "@score": "5",
        "@id": str(WORKS.index(work)),
        "info": {
            "authors": {"author": person},
            "title": f"{escape(work.title)}.",
            "venue": "J. Invented Results",
            "volume": "12",
            "number": "3",
            "pages": "45-67",
            "year": str(work.year),
            "type": "Journal Articles",
            "key": f"journals/jir/{work.family}{work.year}",
            "doi": work.doi.upper(),
            "ee": f"https://doi.org/{work.doi}",
            "url": f"https://dblp.org/rec/journals/jir/{work.family}{work.year}",
        },
    }


def title_terms(work: Work) -> list[str]:
    return re.findall(r"\w+", work.title.lower())


def crossref_work(work: Work) -> dict[str, object]:
    title, _, subtitle = work.title.partition(": ")
    return {
        "DOI": work.doi.upper(),
        "title": [f"<i>{title}</i>"],
        "subtitle": [subtitle] if subtitle else [],
        "author": [{"family": work.family, "given": work.given, "sequence": "first"}],
        "issued": {"date-parts": [[work.year, 5]]},
        "created": {"date-parts": [[work.year + 9, 1, 1]]},
        "container-title": ["Journal of Invented Results"],
        "short-container-title": ["J Inv Res"],
        "volume": "12",
        "issue": "3",
        "page": "45-67",
        "type": "journal-article",
    }


def openalex_work(work: Work) -> dict[str, object]:
    return {
        "id": f"https://openalex.org/W{1000 + WORKS.index(work)}",
        "doi": f"https://doi.org/{work.doi}",
        "title": work.title,
        "publication_year": work.year,
        "publication_date": f"{work.year}-05-01",
        "ids": {"pmid": f"https://pubmed.ncbi.nlm.nih.gov/{work.pmid}"} if work.pmid else {},
        "authorships": [{"author": {"display_name": f"{work.given} {work.family}"}}],
        "primary_location": {"source": {"display_name": "Journal of Invented Results"}},
        "biblio": {"volume": "12", "issue": "3", "first_page": "45", "last_page": "67"},
        "type": "article",
        "is_retracted": False,
        "abstract_inverted_index": {"Seals": [0], "sleep": [1, 3], "and": [2]},
    }


def paper(work: Work) -> dict[str, object]:
    return {
        "paperId": f"p{WORKS.index(work)}",
        "externalIds": {"DOI": work.doi, **({"PubMed": work.pmid} if work.pmid else {})},
        "title": work.title,
        "authors": [{"authorId": "1", "name": f"{work.given} {work.family}"}],
        "year": work.year,
        "journal": {"name": "Journal of Invented Results", "volume": "12", "pages": "45-67"},
        "abstract": None,
    }


def datacite_work(work: Work) -> dict[str, object]:
    title, _, subtitle = work.title.partition(": ")
    titles = [{"title": title}, *([{"title": subtitle, "titleType": "Subtitle"}] if subtitle else [])]
    attributes = {
        "doi": work.doi,
        "titles": titles,
        "creators": [
            {
                "name": f"{work.family}, {work.given}",
                "nameType": "Personal",
                "givenName": work.given,
                "familyName": work.family,
            }
        ],
        "publisher": "An Invented Repository",
        "container": {},
        "publicationYear": work.year,
        "dates": [{"date": f"{work.year}-05-01", "dateType": "Issued"}],
        "types": {"resourceTypeGeneral": "Dataset"},
        "descriptions": [{"description": "Seals sleep and sleep.", "descriptionType": "Abstract"}],
        "state": "findable",
    }
    return {"id": work.doi, "type": "dois", "attributes": attributes}


def feed(entries: list[str], total: int) -> str:
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        "<feed xmlns:opensearch='http://a9.com/-/spec/opensearch/1.1/' xmlns:arxiv='http://arxiv.org/schemas/atom' "
        "xmlns='http://www.w3.org/2005/Atom'><id>https://arxiv.org/api/x</id><title>arXiv Query</title>"
        f"<opensearch:totalResults>{total}</opensearch:totalResults>{''.join(entries)}</feed>"
    )


def refused(number: str) -> str:
    return (
        f"<entry><id>https://arxiv.org/api/errors#incorrect_id_format_for_{number}</id><title>Error</title>"
        f"<summary>incorrect id format for {number}</summary></entry>"
    )


def preprint(work: Work) -> str:
    return (
        f"<entry><id>http://arxiv.org/abs/{work.arxiv or '2001.99999'}v2</id><title>{escape(work.title)}</title>"
        f"<published>{work.year}-05-01T08:00:00Z</published><updated>{work.year + 1}-05-01T08:00:00Z</updated>"
        f"<summary>  Seals sleep and\n sleep.</summary><author><name>{work.given} {work.family}</name></author>"
        f"<arxiv:doi>{escape(work.doi)}</arxiv:doi></entry>"
    )


def core_result(work: Work) -> dict[str, object]:
    return {
        "id": work.pmid or f"{900 + WORKS.index(work)}",
        "source": "MED" if work.pmid else "AGR",
        "pmid": work.pmid,
        "pmcid": work.pmcid,
        "doi": work.doi,
        "title": f"{work.title}.",
        "authorList": {"author": [{"fullName": f"{work.family} A", "firstName": work.given, "lastName": work.family}]},
        "journalInfo": {
            "issue": "3",
            "volume": "12",
            "yearOfPublication": work.year,
            "journal": {"title": "Journal of Invented Results", "isoabbreviation": "J Inv Res"},
        },
        "pubYear": str(work.year),
        "pageInfo": "45-67",
        "abstractText": "<h4>Background</h4>Seals were watched.<h4>Results</h4>They slept.",
        "pubTypeList": {"pubType": ["Journal Article"]},
        "firstPublicationDate": f"{work.year}-05-01",
    }


def article_set(works: list[Work]) -> str:
    articles = "".join(
        f"<PubmedArticle><MedlineCitation><PMID Version='1'>{work.pmid}</PMID><Article>"
        f"<Journal><JournalIssue><Volume>12</Volume><PubDate><Year>{work.year}</Year></PubDate></JournalIssue>"
        f"<Title>Journal of Invented Results</Title></Journal><ArticleTitle>{escape(work.title)}.</ArticleTitle>"
        f"<AuthorList><Author><LastName>{work.family}</LastName><ForeName>{work.given}</ForeName></Author></AuthorList>"
        f"</Article></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType='doi'>{escape(work.doi)}</ArticleId>"
        f"</ArticleIdList></PubmedData></PubmedArticle>"
        for work in works
    )
    return f"<?xml version='1.0' ?><PubmedArticleSet>{articles}</PubmedArticleSet>"


def search_result(works: list[Work], dois: list[str]) -> str:
    ids = "".join(f"<Id>{work.pmid}</Id>" for work in works)
    missing = "".join(
        f"<PhraseNotFound>{escape(doi)}</PhraseNotFound>" for doi in dois if doi not in {work.doi for work in works}
    )
    errors = f"<ErrorList>{missing}</ErrorList>" if missing else ""
    return f"<eSearchResult><Count>{len(works)}</Count><IdList>{ids}</IdList>{errors}</eSearchResult>"


def ask(registry: RegistryName, kind: QueryKind, value: str, author: str | None = None) -> Query:
    return Query(registry=registry, kind=kind, value=value, author=author)


def questions(registry: RegistryName, kind: QueryKind) -> dict[Query, bool]:
    """Queries of one kind, and whether the services hold the answer."""
    if kind is QueryKind.PMID:
        asked = {work.pmid: True for work in WORKS if work.pmid} | {"39999999": False, "39999998": False}
        return {ask(registry, kind, str(value)): held for value, held in asked.items()}
    if kind is QueryKind.PMCID:
        asked = {work.pmcid: True for work in WORKS if work.pmcid} | {"PMC39999999": False, "PMC39999998": False}
        return {ask(registry, kind, str(value)): held for value, held in asked.items()}
    if kind is QueryKind.ARXIV:
        numbers = {work.arxiv: True for work in WORKS if work.arxiv} | {"1905.99999": False, "0000.0000": False}
        return {ask(registry, kind, str(number)): held for number, held in {**numbers, "1905.1": False}.items()}
    if kind is QueryKind.TITLE:
        titles = {(work.title, work.family): registry is not RegistryName.PUBMED or bool(work.pmid) for work in WORKS}
        titles[("Nowhere described behaviour among imaginary lighthouses", "Nemo")] = False
        return {ask(registry, kind, title, author): held for (title, author), held in titles.items()}
    if kind in (QueryKind.ISBN, QueryKind.BIBCODE, QueryKind.WHO_IRIS):
        return book_questions(registry, kind)
    if kind is QueryKind.PAGE:
        return page_questions(registry)
    if kind is QueryKind.ISSN:
        return {ask(registry, kind, ISSN): True, ask(registry, kind, "0000-0019"): False}
    found = {work.doi: registry is not RegistryName.PUBMED or bool(work.pmid) for work in WORKS}
    found |= {"10.5555/absent": False, "10.5555/absent,too": False, "10.5555/absent(97)x": False}
    return {ask(registry, kind, doi): held for doi, held in found.items()}
