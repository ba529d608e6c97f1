"""The works that are printed: recorded Crossref and PubMed records that have volume and pages."""

import html
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.standin.world import Work, work_from_json

_TAG = re.compile(r"<[^<>]{1,80}>")


def read_works(registries: Path) -> tuple[Work, ...]:
    """Articles with title, authors, year, journal, volume and pages, each DOI once, in one order.

    Those of `pubmed_efetch` first, which have a PMID, then those of the recorded Crossref answers.
    """
    found: dict[str, Work] = {}
    for work in (*_from_pubmed(registries / "pubmed_efetch"), *_from_crossref(registries)):
        if work.doi and _is_whole(work):
            found.setdefault(work.doi, work)
    by_title = {work.full_title.lower(): work for work in reversed(found.values())}
    return tuple(work for work in found.values() if by_title[work.full_title.lower()] is work)


def _is_whole(work: Work) -> bool:
    named = work.authors and all(family and given for family, given in work.authors)
    words = re.findall(r"[^\W\d_]{2,}", work.full_title)
    return bool(named and work.year and work.journal and work.volume and work.pages and len(words) >= 4)


def _from_crossref(registries: Path) -> Iterator[Work]:
    for line in (registries / "responses_index.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["api"] != "crossref" or not row["file"].endswith(".json"):
            continue
        try:
            body = json.loads((registries / row["file"]).read_text("utf-8"))
        except ValueError:
            continue
        message = body.get("message") if isinstance(body, dict) else None
        if isinstance(message, dict):
            for item in message.get("items") or [message]:
                if isinstance(item, dict) and item.get("type") == "journal-article" and item.get("title"):
                    yield _crossref_work(item)


def _crossref_work(item: Mapping[str, Any]) -> Work:
    people = [(plain(a.get("family") or ""), plain(a.get("given") or "")) for a in item.get("author") or ()]
    printed = _year(item.get("published-print")) or _year(item.get("issued"))
    return work_from_json(
        {
            "title": plain(item["title"][0]),
            "subtitle": plain((item.get("subtitle") or [""])[0]) or None,
            "authors": people,
            "year": printed,
            "online_year": _year(item.get("published-online")),
            "journal": plain((item.get("container-title") or [""])[0]) or None,
            "journal_short": plain((item.get("short-container-title") or [""])[0]) or None,
            "volume": item.get("volume"),
            "issue": item.get("issue"),
            "pages": item.get("page"),
            "doi": item.get("DOI"),
        }
    )


def _year(date: Any) -> int | None:
    parts = (date or {}).get("date-parts") or [[None]]
    return parts[0][0] if parts[0] and isinstance(parts[0][0], int) else None


def _from_pubmed(folder: Path) -> Iterator[Work]:
    for path in sorted(folder.glob("*.xml")):
        try:
            root = ElementTree.fromstring(path.read_bytes())
        except ElementTree.ParseError:
            continue
        for article in root.iter("PubmedArticle"):
            yield from _pubmed_work(article)


def _pubmed_work(article: ElementTree.Element) -> Iterable[Work]:
    def text(path: str) -> str:
        found = article.find(path)
        return plain("".join(found.itertext())) if found is not None else ""

    title = text("MedlineCitation/Article/ArticleTitle").strip("[]").rstrip(".")
    year = text("MedlineCitation/Article/Journal/JournalIssue/PubDate/Year")
    if not title or not year.isdigit():
        return
    doi = next(
        (i.text for i in article.findall("PubmedData/ArticleIdList/ArticleId") if i.get("IdType") == "doi"), None
    )
    people = [
        (plain(one.findtext("LastName") or ""), plain(one.findtext("ForeName") or ""))
        for one in article.findall("MedlineCitation/Article/AuthorList/Author")
    ]
    yield work_from_json(
        {
            "title": title,
            "authors": people,
            "year": int(year),
            "journal": text("MedlineCitation/Article/Journal/Title"),
            "journal_short": text("MedlineCitation/Article/Journal/ISOAbbreviation"),
            "volume": text("MedlineCitation/Article/Journal/JournalIssue/Volume") or None,
            "issue": text("MedlineCitation/Article/Journal/JournalIssue/Issue") or None,
            "pages": text("MedlineCitation/Article/Pagination/MedlinePgn") or None,
            "doi": doi,
            "pmid": text("MedlineCitation/PMID"),
        }
    )


def plain(value: str) -> str:
    """One line without markup."""
    return " ".join(_TAG.sub("", html.unescape(value)).split())


def pages_in_full(pages: str) -> str:
    """`1123-9` as `1123-1129`; anything else as it is."""
    found = re.fullmatch(r"(\d+)\s*[-–]\s*(\d+)", pages)
    if not found:
        return pages
    first, last = found.groups()
    return f"{first}-{first[: len(first) - len(last)]}{last}" if len(last) < len(first) else f"{first}-{last}"
