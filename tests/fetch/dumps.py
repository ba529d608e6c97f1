"""Dumps of works that do not exist, as small as can be, in the form of each registry."""

import gzip
import io
import json
import tarfile
from pathlib import Path
from typing import Any


def crossref_work(number: int, title: str = "", **more: Any) -> dict[str, Any]:
    return {
        "DOI": f"10.5555/invented.{number}",
        "title": [title or f"Tidal lanterns and the drift of harbour moss, part {number}"],
        "author": [{"family": "Ravensdale", "given": "Odile"}, {"family": "Mwangi", "given": "Tariq"}],
        "container-title": ["Annals of Harbour Botany"],
        "issued": {"date-parts": [[2014]]},
        "type": "journal-article",
    } | more


def openalex_work(number: int, title: str) -> dict[str, Any]:
    return {
        "id": f"https://openalex.org/W{number}",
        "doi": f"https://doi.org/10.5555/open.{number}",
        "title": title,
        "publication_year": 2016,
        "authorships": [{"raw_author_name": "Ilse Falkenrath"}],
        "ids": {"pmid": f"https://pubmed.ncbi.nlm.nih.gov/{number}"},
        "is_retracted": True,
    }


def datacite_entry(number: int, title: str) -> dict[str, Any]:
    attributes = {
        "doi": f"10.5555/data.{number}",
        "titles": [{"title": title}],
        "creators": [{"familyName": "Oduya", "givenName": "Bram"}],
        "publicationYear": 2020,
    }
    return {"id": f"10.5555/data.{number}", "type": "dois", "attributes": attributes}


def lines(*works: Any) -> bytes:
    return "".join(f"{work if isinstance(work, str) else json.dumps(work)}\n" for work in works).encode()


def pubmed_xml(*articles: tuple[int, str], deleted: tuple[int, ...] = ()) -> bytes:
    shown = "".join(
        f"""<PubmedArticle><MedlineCitation><PMID Version="1">{pmid}</PMID><Article><Journal><JournalIssue><PubDate>
        <Year>2018</Year></PubDate></JournalIssue><Title>Tern Studies</Title></Journal>
        <ArticleTitle>{title}</ArticleTitle>
        <AuthorList><Author><LastName>Saarinen</LastName><ForeName>Edda</ForeName></Author></AuthorList></Article>
        </MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">10.5555/tern.{pmid}</ArticleId>
        </ArticleIdList></PubmedData></PubmedArticle>\n"""
        for pmid, title in articles
    )
    gone = "".join(f"<PMID Version='1'>{pmid}</PMID>" for pmid in deleted)
    gone = f"<DeleteCitation>{gone}</DeleteCitation>" if deleted else ""
    dtd = '<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "https://dtd.example/pubmed.dtd">'
    return f'<?xml version="1.0" encoding="utf-8"?>\n{dtd}<PubmedArticleSet>{shown}{gone}</PubmedArticleSet>'.encode()


DBLP = b"""<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp>
<article mdate="2020-01-02" key="journals/ihb/Gruen11"><author>J&ouml;rg Gr&uuml;nwald 0003</author>
<author>Zo&euml; Tessier</author><title>Counting <i>k</i>-fold Knots &amp; L&aelig;vo Braids.</title><year>2011</year>
<journal>Inv. J. Knots</journal><volume>3</volume><number>2</number><pages>1-9</pages>
<ee>https://doi.org/10.5555/KNOT.11</ee></article>
<www key="homepages/g/Gruen"><author>J&ouml;rg Gr&uuml;nwald 0003</author><title>Home Page</title></www>
<inproceedings key="conf/ink/Sato12"><author>Yara Sandoval</author><title>Schedules for Idle Looms.</title>
<year>2012</year><booktitle>INK</booktitle></inproceedings>
</dblp>
"""

BIB = """@article{moss, author = {Calderwood, Ada}, title = {Moss on the north face of bells},
  year = {2009}, journal = {Belfry Notes}, doi = {10.5555/bell.1}}
@article{zh, author = {王, 伟}, title = {雾中灯塔的光学研究进展}, year = {2015}, journal = {灯塔学报}}
"""
RIS = "TY  - JOUR\nAU  - Kessler, Hana\nTI  - Echoes kept in empty cisterns\nPY  - 2007\nJO  - Cistern Q\nER  - \n"
NBIB = "PMID- 7700001\nTI  - Warm gravel and the sleep of toads.\nFAU - Uzun, Elif\nDP  - 2013 May\nJT  - Toad Rev\n"


def packed(content: bytes) -> bytes:
    return gzip.compress(content)


def archive(path: Path, members: dict[str, bytes], mode: str = "w") -> Path:
    with tarfile.open(path, mode) as made:  # type: ignore[call-overload]
        for name, content in members.items():
            about = tarfile.TarInfo(name)
            about.size = len(content)
            made.addfile(about, io.BytesIO(content))
    return path
