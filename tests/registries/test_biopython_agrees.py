"""Our reading of PubMed's XML against Biopython's, an independent one, on the answers of the stand-in."""

import io
import re
import urllib.request
from pathlib import Path

from Bio import Entrez

from tasks.registries.pubmed_xml import parse_articles
from tests.standin import StandIn, World

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_biopython_reads_the_same_articles() -> None:
    world = World.load(EXAMPLES / "works.json")
    pmids = sorted(work.pmid for work in world.works if work.pmid and "pubmed" in work.held_by)
    with StandIn(world) as server:
        address = f"{server.url}/pubmed/entrez/eutils/efetch.fcgi?db=pubmed&retmode=xml&id={','.join(pmids)}"
        content = urllib.request.urlopen(address).read()

    ours = parse_articles(content)

    # Biopython's parser needs a DTD that it brings itself.
    known = re.sub(rb"<!DOCTYPE[^>]*>", b'<!DOCTYPE PubmedArticleSet SYSTEM "pubmed_250101.dtd">', content)
    theirs = Entrez.read(io.BytesIO(known), validate=False)["PubmedArticle"]
    assert isinstance(ours, tuple)
    assert len(pmids) == len(ours) == len(theirs)
    for record, article in zip(ours, theirs, strict=True):
        citation = article["MedlineCitation"]
        paper = citation["Article"]
        assert str(citation["PMID"]) == record.pmid
        assert re.sub(r"</?\w+>", "", str(paper["ArticleTitle"])) == record.title
        families = [str(a.get("LastName", a.get("CollectiveName", ""))) for a in paper.get("AuthorList", [])]
        assert families == [author.family for author in record.authors]
        assert str(paper["Journal"]["Title"]) == record.venue
        assert [str(kind) for kind in paper["PublicationTypeList"]] == list(record.types)
        parts = [re.sub(r"</?\w+>", "", str(part)) for part in paper.get("Abstract", {}).get("AbstractText", [])]
        assert all(part in (record.abstract or "") for part in parts)
