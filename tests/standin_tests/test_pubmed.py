"""The E-utilities as the stand-in imitates them."""

import io
from typing import Any

import httpx
from Bio import Entrez
from lxml import etree

from tests.standin import StandIn, Work, World

FETCH, SEARCH = "/pubmed/entrez/eutils/efetch.fcgi", "/pubmed/entrez/eutils/esearch.fcgi"


def found(client: httpx.Client, term: str, **more: str) -> list[str]:
    answer = client.get(SEARCH, params={"db": "pubmed", "term": term, "retmode": "json", **more})
    return list(answer.json()["esearchresult"]["idlist"])


def test_a_batch_leaves_out_unknown_ids_without_a_word(client: httpx.Client) -> None:
    answer = client.get(FETCH, params={"db": "pubmed", "id": "31000001,99999999,31000002", "retmode": "xml"})
    root = etree.fromstring(answer.content)
    assert root.xpath("//MedlineCitation/PMID/text()") == ["31000001", "31000002"]


def test_a_batch_of_unknown_ids_is_an_empty_set_with_status_200(client: httpx.Client) -> None:
    answer = client.get(FETCH, params={"id": "99999999"})
    assert (answer.status_code, len(etree.fromstring(answer.content))) == (200, 0)


def test_ids_that_are_no_numbers_are_an_error_with_status_400(client: httpx.Client) -> None:
    answer = client.get(FETCH, params={"id": "abc"})
    assert answer.status_code == 400
    assert etree.fromstring(answer.content).findtext("ERROR") == "ID list is empty! Possibly it has no correct IDs."


def test_the_form_and_the_query_give_the_same_bytes(client: httpx.Client) -> None:
    wanted = {"db": "pubmed", "id": "31000001,31000002", "retmode": "xml"}
    assert client.post(FETCH, data=wanted).content == client.get(FETCH, params=wanted).content


def test_biopython_reads_a_record_as_it_reads_pubmed(client: httpx.Client) -> None:
    answer = client.get(FETCH, params={"id": "31000001"})
    read: Any = Entrez.read
    [record] = read(io.BytesIO(answer.content), validate=False)["PubmedArticle"]
    article = record["MedlineCitation"]["Article"]
    assert [part.attributes["Label"] for part in article["Abstract"]["AbstractText"]] == ["BACKGROUND", "RESULTS"]
    assert str(article["Abstract"]["AbstractText"][1]) == "Sleep efficiency rose by 4.2% (p < 0.05) & awakenings fell."
    assert article["AuthorList"][2]["CollectiveName"] == "Dry Air Study Group"
    assert article["ELocationID"][0] == "10.5555/jim.2021.101"
    assert article["Journal"]["ISOAbbreviation"] == "J Invent Med"


def test_a_retracted_article_and_its_notice_point_at_each_other(client: httpx.Client) -> None:
    root = etree.fromstring(client.get(FETCH, params={"id": "31000003,31000004"}).content)
    article, notice = root
    assert [e.text for e in article.iter("PublicationType")] == ["Journal Article", "Retracted Publication"]
    assert article.xpath(".//CommentsCorrections[@RefType='RetractionIn']/PMID/text()") == ["31000004"]
    assert notice.xpath(".//CommentsCorrections[@RefType='RetractionOf']/PMID/text()") == ["31000003"]


def test_many_dois_are_found_in_one_search(client: httpx.Client) -> None:
    term = '"10.5555/jim.2021.101"[AID] OR "10.5555/none"[AID] OR 10.5555/JIM.2019.7[DOI]'
    answer = client.get(SEARCH, params={"term": term, "retmode": "json"}).json()["esearchresult"]
    assert answer["idlist"] == ["31000002", "31000001"]
    assert answer["warninglist"]["quotedphrasesnotfound"] == ['"10.5555/none"']


def test_a_quoted_title_needs_its_words_in_order(client: httpx.Client) -> None:
    assert found(client, '"humidity and sleep quality in adults"[Title]') == ["31000001"]
    assert found(client, '"sleep humidity"[Title]') == []


def test_words_authors_and_parentheses_combine(client: httpx.Client) -> None:
    assert found(client, "humidity[Title] AND (adults[Title] OR children[Title]) AND Okafor[Author]") == [
        "31000002",
        "31000001",
    ]
    assert found(client, "humidity[Title] AND Brandt U[Author]") == ["31000001"]
    assert found(client, "humidity[Title] NOT children[Title]") == ["31000001"]
    assert found(client, "sleep quality asthma[Title] AND 2019[dp]") == ["31000002"]


def test_relevance_puts_the_article_first_that_meets_most_words(client: httpx.Client) -> None:
    term = "Okafor[Author] AND (humidity[Title] OR adults[Title] OR asthma[Title])"
    assert found(client, term) == ["31000002", "31000001"]
    assert found(client, term, sort="relevance") == ["31000001", "31000002"]


def test_words_nobody_uses_are_named_in_the_error_list(client: httpx.Client) -> None:
    answer = client.get(SEARCH, params={"term": "abcxyz"})
    root = etree.fromstring(answer.content)
    assert root.findtext("Count") == "0"
    assert root.xpath("ErrorList/PhraseNotFound/text()") == ["abcxyz"]
    assert root.xpath("WarningList/OutputMessage/text()") == ["No items found."]


def test_twenty_ids_come_back_unless_more_are_asked_for(client: httpx.Client, server: StandIn) -> None:
    server.replace_world(World(Work(title=f"Study {n}", pmid=str(n), held_by=("pubmed",)) for n in range(1, 31)))
    assert len(found(client, "study[Title]")) == 20
    assert len(found(client, "study[Title]", retmax="100")) == 30


def test_the_citation_matcher_answers_line_by_line(client: httpx.Client) -> None:
    lines = [
        "j invent med|2021|12|101|okafor lm|A1|",
        "j invent med|2021|99|101|okafor lm|A2|",
        "j unheard of|2021|12|101||A3|",
        "j invent med||||okafor|A4|",
    ]
    answer = client.get("/pubmed/entrez/eutils/ecitmatch.cgi", params={"db": "pubmed", "bdata": "\r".join(lines)})
    assert [line.rpartition("|")[2] for line in answer.text.splitlines()] == [
        "31000001",
        "NOT_FOUND",
        "NOT_FOUND;INVALID_JOURNAL",
        "AMBIGUOUS (2 citations)",
    ]
