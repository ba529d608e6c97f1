"""PubMed: what its XML says, and its broken ways of saying nothing."""

from state.exchange import Body, Request
from state.lookup import Found, NotFound, NoticeType, Query, QueryKind, RegistryName, Unavailable, UnavailableReason
from tasks.registries.pubmed import PubMed, fetch_request
from tasks.registries.pubmed_titles import search_request, second_request, title_words
from tasks.registries.pubmed_xml import FetchError, parse_articles, parse_search, source_date
from tests.registries.services import Services, Work, ask, body

ARTICLE = """<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2027//EN" "https://example.org/pubmed.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">31000009</PMID>
<Article PubModel="Print-Electronic"><Journal><JournalIssue CitedMedium="Internet"><Volume>7</Volume><Issue>2</Issue>
<PubDate><MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate></JournalIssue><Title>Journal of invented
results</Title><ISOAbbreviation>J Inv Res</ISOAbbreviation></Journal>
<ArticleTitle>Effects of <i>Salix</i> extract on IL-1<sub>b</sub> &amp; sleep.</ArticleTitle>
<Pagination><StartPage>101</StartPage><EndPage>109</EndPage><MedlinePgn>101-9</MedlinePgn></Pagination>
<ELocationID EIdType="doi" ValidYN="Y">10.5555/ELoc.9</ELocationID>
<Abstract><AbstractText Label="BACKGROUND" NlmCategory="BACKGROUND">Willows are <b>old</b>.</AbstractText>
<AbstractText Label="RESULTS">Sleep improved by 12%.</AbstractText></Abstract>
<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Marlowe</LastName><ForeName>Ada B</ForeName>
<Initials>AB</Initials></Author>
<Author ValidYN="N"><LastName>Marlow</LastName></Author><Author><CollectiveName>Willow Study
Group</CollectiveName></Author></AuthorList>
<PublicationTypeList><PublicationType UI="x">Randomized Controlled Trial</PublicationType>
<PublicationType UI="D016441">Retracted Publication</PublicationType></PublicationTypeList>
<ArticleDate DateType="Electronic"><Year>1997</Year><Month>11</Month></ArticleDate></Article>
<CommentsCorrectionsList>
<CommentsCorrections RefType="CommentIn"><RefSource>J Inv Res. 2000;1:1</RefSource></CommentsCorrections>
<CommentsCorrections RefType="ErratumIn"><RefSource>J Inv Res. 1999 Mar;7(3):200</RefSource></CommentsCorrections>
<CommentsCorrections RefType="RetractionIn"><RefSource>J Inv Res. 2003 Feb 6;11(1):5. doi: 10.5555/notice.1.</RefSource>
<PMID Version="1">31000010</PMID></CommentsCorrections>
<CommentsCorrections RefType="RetractionOf"><RefSource>Another. 1990;1:1</RefSource></CommentsCorrections>
</CommentsCorrectionsList></MedlineCitation>
<PubmedData><History><PubMedPubDate PubStatus="entrez"><Year>2005</Year></PubMedPubDate></History>
<ArticleIdList><ArticleId IdType="pubmed">31000009</ArticleId></ArticleIdList>
<ReferenceList><Reference><ArticleIdList><ArticleId IdType="doi">10.5555/another</ArticleId></ArticleIdList></Reference>
</ReferenceList></PubmedData></PubmedArticle></PubmedArticleSet>"""

BOOK = """<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID Version="1">31000020</PMID><ArticleIdList/>
<Book><Publisher><PublisherName>Invented Press</PublisherName></Publisher><BookTitle book="x">A Harbour
Handbook</BookTitle><PubDate><Year>2015</Year></PubDate></Book><ArticleTitle>On moorings</ArticleTitle>
<AuthorList Type="authors"><Author><LastName>Quill</LastName><ForeName>Cora</ForeName></Author></AuthorList>
<ContributionDate><Year>2017</Year></ContributionDate><Abstract><AbstractText>Ropes.</AbstractText></Abstract>
</BookDocument></PubmedBookArticle></PubmedArticleSet>"""


def pmid(value: str) -> Query:
    return ask(RegistryName.PUBMED, QueryKind.PMID, value)


def test_an_article_is_read_in_full() -> None:
    articles = parse_articles(ARTICLE.encode())
    assert isinstance(articles, tuple)
    (record,) = articles
    assert record.title == "Effects of Salix extract on IL-1b & sleep."
    assert [(author.family, author.given) for author in record.authors] == [
        ("Marlowe", "Ada B"),
        ("Willow Study Group", None),
    ]
    assert (record.year, record.years) == (1998, (1997, 1998, 1999))
    assert (record.venue, record.venue_short) == ("Journal of invented results", "J Inv Res")
    assert (record.volume, record.issue, record.pages) == ("7", "2", "101-9")
    assert (record.doi, record.pmid, record.id) == ("10.5555/eloc.9", "31000009", "31000009")
    assert record.abstract == "BACKGROUND: Willows are old.\nRESULTS: Sleep improved by 12%."
    assert record.abstract_structured
    assert record.types == ("Randomized Controlled Trial", "Retracted Publication")


def test_notices_about_the_article_are_read_and_those_it_gives_are_not() -> None:
    articles = parse_articles(ARTICLE.encode())
    assert isinstance(articles, tuple)
    erratum, retraction = articles[0].notices
    assert (erratum.type, erratum.date) == (NoticeType.ERRATUM, "1999-03")
    assert (retraction.type, retraction.date) == (NoticeType.RETRACTION, "2003-02-06")
    assert (retraction.doi, retraction.pmid) == ("10.5555/notice.1", "31000010")


def test_a_publication_type_alone_is_a_retraction() -> None:
    content = ARTICLE.replace('RefType="RetractionIn"', 'RefType="CommentIn"').encode()
    articles = parse_articles(content)
    assert isinstance(articles, tuple)
    assert NoticeType.RETRACTION in {notice.type for notice in articles[0].notices}


def test_a_title_that_is_not_available_gives_way_to_the_vernacular_one() -> None:
    content = ARTICLE.replace(
        "<ArticleTitle>Effects of <i>Salix</i> extract on IL-1<sub>b</sub> &amp; sleep.</ArticleTitle>",
        "<ArticleTitle>[Not Available].</ArticleTitle><VernacularTitle>Weiden und Schlaf.</VernacularTitle>",
    ).encode()
    articles = parse_articles(content)
    assert isinstance(articles, tuple)
    assert articles[0].title == "Weiden und Schlaf."


def test_a_book_chapter_is_read() -> None:
    articles = parse_articles(BOOK.encode())
    assert isinstance(articles, tuple)
    assert (articles[0].title, articles[0].venue) == ("On moorings", "A Harbour Handbook")
    assert (articles[0].year, articles[0].years) == (2015, (2015, 2017))


def test_entities_are_neither_expanded_nor_fetched() -> None:
    bomb = ARTICLE.replace(
        '"https://example.org/pubmed.dtd">',
        '"https://example.org/pubmed.dtd" [<!ENTITY s SYSTEM "file:///etc/passwd">]>',
    ).replace("Effects of", "Effects &s; of")
    articles = parse_articles(bomb.encode())
    assert isinstance(articles, tuple)
    assert "root:" not in (articles[0].title or "")


def answered(*bodies: str, status: int = 200) -> object:
    """The lookup of one PMID when its single efetch brings this."""
    request = fetch_request(["31000009"])
    outcomes: dict[str, Body | Unavailable] = {request.fingerprint: body(request, status, bodies[0])}
    (settled,) = PubMed().plan([pmid("31000009")], outcomes).settled
    return settled.lookup


def test_an_empty_set_for_a_single_pmid_is_absence() -> None:
    assert answered("<PubmedArticleSet></PubmedArticleSet>") == NotFound()
    empty = "<eFetchResult><ERROR>ID list is empty! Possibly it has no correct IDs.</ERROR></eFetchResult>"
    assert answered(empty, status=400) == NotFound()


def test_trouble_in_an_error_element_is_not_absence() -> None:
    lookup = answered("<eFetchResult><ERROR>Unable to obtain query #1</ERROR></eFetchResult>")
    assert isinstance(lookup, Unavailable)
    assert lookup.reason is UnavailableReason.SERVER_ERROR


def test_an_error_in_another_document_is_not_absence() -> None:
    assert isinstance(answered("<x><ERROR>ID list is empty!</ERROR></x>"), Unavailable)


def test_two_hundred_pmids_go_in_one_request_and_only_the_missing_ones_again() -> None:
    queries = [pmid(str(31000001 + number)) for number in range(200)]
    services = Services()
    first = PubMed().plan(queries, {})
    assert len(first.requests) == 1
    outcomes: dict[str, Body | Unavailable] = {first.requests[0].fingerprint: services.answer(first.requests[0])}
    second = PubMed().plan(queries, outcomes)
    assert len(second.requests) == 200 - 3
    assert len(second.settled) == 3


def test_a_pmid_that_cannot_be_one_goes_alone() -> None:
    plan = PubMed().plan([pmid("36XX"), pmid("31000001"), pmid("31000002")], {})
    assert sorted(dict(request.params)["id"] for request in plan.requests) == ["31000001,31000002", "36XX"]


def doi(value: str) -> Query:
    return ask(RegistryName.PUBMED, QueryKind.DOI, value)


def searched(content: str, queries: list[Query], services: Services) -> dict[Query, object]:
    """Lookups when the first search brings this and everything else is answered well."""
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(6):
        plan = PubMed().plan(queries, outcomes)
        for request in plan.requests:
            first = not outcomes
            outcomes[request.fingerprint] = body(request, 200, content) if first else services.answer(request)
    return {settled.query: settled.lookup for settled in PubMed().plan(queries, outcomes).settled}


def test_a_search_that_lists_less_than_it_counts_makes_no_doi_absent() -> None:
    content = "<eSearchResult><Count>7</Count><IdList><Id>31000001</Id></IdList></eSearchResult>"
    lookups = searched(content, [doi("10.5555/tide.1"), doi("10.5555/tide.2")], Services())
    assert all(isinstance(lookup, Found) for lookup in lookups.values())


def test_an_article_with_another_doi_is_not_the_one_asked_for() -> None:
    content = "<eSearchResult><Count>1</Count><IdList><Id>31000001</Id></IdList></eSearchResult>"
    assert searched(content, [doi("10.5555/tide(9)")], Services()) == {doi("10.5555/tide(9)"): NotFound()}


def test_a_search_error_is_not_absence() -> None:
    content = "<eSearchResult><ERROR>Search Backend failed</ERROR><Count>0</Count><IdList/></eSearchResult>"
    assert isinstance(parse_search(content.encode()), Unavailable)


def test_dois_with_search_syntax_go_alone_and_others_together() -> None:
    plan = PubMed().plan([doi("10.5555/a"), doi("10.5555/b"), doi("10.1016/s0140-6736(97)11096-0")], {})
    assert sorted(dict(request.params)["term"] for request in plan.requests) == [
        '"10.1016/s0140-6736(97)11096-0"[AID]',
        '"10.5555/a"[AID] OR "10.5555/b"[AID]',
    ]
    assert all(request.form and request.method == "POST" for request in plan.requests)


def test_title_words_leave_out_what_pubmed_ignores() -> None:
    assert title_words("The effects of α-blockers: a “randomised” trial, with the use of X") == [
        "effects",
        "blockers",
        "randomised",
        "trial",
    ]


def test_a_title_without_words_is_still_asked() -> None:
    query = ask(RegistryName.PUBMED, QueryKind.TITLE, "A, B and C", "Nemo")
    assert dict(search_request(query).params)["term"] == '"A, B and C"[Title]'
    assert second_request(query) is None


def test_a_longer_title_cited_with_a_wrong_word_is_found_by_its_other_words() -> None:
    query = ask(RegistryName.PUBMED, QueryKind.TITLE, "Tidal rhythms in the sleep of grey harbour seals", None)
    services = Services()
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(4):
        outcomes.update((r.fingerprint, services.answer(r)) for r in PubMed().plan([query, GRASSES], outcomes).requests)
    settled = next(found for found in PubMed().plan([query, GRASSES], outcomes).settled if found.query == query)
    assert isinstance(settled.lookup, Found)
    assert settled.lookup.records[0].pmid == "31000001"


def test_a_short_title_cited_with_a_wrong_word_is_found_through_its_author() -> None:
    query = ask(RegistryName.PUBMED, QueryKind.TITLE, "Tidal sleep of grey seals", "Marlowe")
    services = Services()
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(4):
        outcomes.update((r.fingerprint, services.answer(r)) for r in PubMed().plan([query], outcomes).requests)
    (settled,) = PubMed().plan([query], outcomes).settled
    assert isinstance(settled.lookup, Found)
    assert settled.lookup.records[0].pmid == "31000001"
    assert len(settled.fingerprints) == 3


def test_titles_share_one_fetch() -> None:
    titles = ["Tidal rhythms in the sleep of harbour seals", "Salt tolerance of invented grasses: a field trial"]
    queries = [ask(RegistryName.PUBMED, QueryKind.TITLE, title) for title in titles]
    services = Services()
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(3):
        outcomes.update((r.fingerprint, services.answer(r)) for r in PubMed().plan(queries, outcomes).requests)
    fetches: list[Request] = [request for request in services.asked if request.path.endswith("efetch.fcgi")]
    assert {dict(request.params)["id"] for request in fetches} == {"31000001,31000002"}


SEALS = ask(RegistryName.PUBMED, QueryKind.TITLE, "Tidal rhythms in the sleep of harbour seals", "Marlowe")
GRASSES = ask(RegistryName.PUBMED, QueryKind.TITLE, "Salt tolerance of invented grasses: a field trial", "Okafor")
NOWHERE = ask(RegistryName.PUBMED, QueryKind.TITLE, "Nowhere described among imaginary lighthouses", "Nemo")


def terms(services: Services) -> list[str]:
    return [dict(request.params).get("term", "") for request in services.asked if "esearch" in request.path]


def test_titles_share_one_search_and_only_what_it_left_open_is_searched_alone() -> None:
    services = Services()
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(5):
        plan = PubMed().plan([SEALS, GRASSES, NOWHERE], outcomes)
        outcomes.update((request.fingerprint, services.answer(request)) for request in plan.requests)
    lookups = {settled.query: settled for settled in plan.settled}
    assert isinstance(lookups[SEALS].lookup, Found)
    assert [record.pmid for record in lookups[SEALS].lookup.records] == ["31000001"]
    assert lookups[NOWHERE].lookup == NotFound()
    common, own = terms(services)
    assert common.count(") OR (") == 8, "one, three and five ways"
    assert own.startswith("Nemo[Author] AND (nowhere[Title] OR described[Title]")
    assert len(lookups[NOWHERE].fingerprints) == 2, "absence rests on the common search and the author's"


def test_a_short_title_has_a_search_of_its_own() -> None:
    short = ask(RegistryName.PUBMED, QueryKind.TITLE, "Grey seals", "Marlowe")
    plan = PubMed().plan([SEALS, GRASSES, short], {})
    assert sorted(request.method for request in plan.requests) == ["GET", "POST"]
    assert dict(plan.requests[1].params)["term"] == "grey[Title] AND seals[Title]"


def test_a_common_search_that_lists_less_than_it_counts_settles_nothing() -> None:
    content = "<eSearchResult><Count>912</Count><IdList><Id>31000002</Id></IdList></eSearchResult>"
    lookups = searched(content, [SEALS, GRASSES], Services())
    assert all(isinstance(lookup, Found) for lookup in lookups.values())


def test_an_article_that_no_title_explains_makes_no_other_title_absent() -> None:
    """PubMed's index may spell a word otherwise than the title: the search of its own decides."""
    content = "<eSearchResult><Count>2</Count><IdList><Id>31000001</Id><Id>31000003</Id></IdList></eSearchResult>"
    unnamed = GRASSES.model_copy(update={"author": "Somebody"})
    services = Services()
    lookups = searched(content, [SEALS, unnamed], services)
    assert isinstance(lookups[unnamed], Found)
    assert [term for term in terms(services) if "salt[Title]" in term and "tidal[Title]" not in term]


def test_without_an_author_a_title_is_absent_only_by_its_own_search() -> None:
    services = Services()
    unsigned = NOWHERE.model_copy(update={"author": None})
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(5):
        plan = PubMed().plan([SEALS, unsigned], outcomes)
        outcomes.update((request.fingerprint, services.answer(request)) for request in plan.requests)
    assert {settled.lookup for settled in plan.settled if settled.query == unsigned} == {NotFound()}
    assert terms(services)[-1].startswith("nowhere[Title] AND described[Title]")


def test_of_many_listed_articles_the_most_similar_titles_are_kept() -> None:
    titles = ["Tidal rhythms in the sleep of harbour seals", "Tidal rhythms in the sleep of harbour seals and others"]
    titles += [f"Harbour and sleep: on seals, rhythms and tidal matters {number}" for number in range(6)]
    works = tuple(
        Work(f"10.5555/tide.{n}", title, "Marlowe", "Ada", 2000 + n, str(32000009 - n))
        for n, title in enumerate(reversed(titles))
    )
    services = Services(works=works)
    outcomes: dict[str, Body | Unavailable] = {}
    for _ in range(5):
        plan = PubMed().plan([SEALS, NOWHERE], outcomes)
        outcomes.update((request.fingerprint, services.answer(request)) for request in plan.requests)
    found = next(settled.lookup for settled in plan.settled if settled.query == SEALS)
    assert isinstance(found, Found)
    assert [(record.title or "").rstrip(".") for record in found.records[:2]] == titles[:2]
    assert len(found.records) == 5


def test_source_dates_are_read_as_far_as_they_go() -> None:
    assert source_date("Lancet. 2010 Feb 6;375(9713):445") == "2010-02-06"
    assert source_date("J Inv Res. 1999 Jan-Feb;3(1):2") == "1999-01"
    assert source_date("J Inv Res. 2011;3(1):2. doi: 10.5555/j.1998.2001") == "2011"
    assert source_date("no date") is None


def test_an_error_document_is_told_apart() -> None:
    assert parse_articles(b"<eFetchResult><ERROR>x</ERROR></eFetchResult>") == FetchError(message="x")
