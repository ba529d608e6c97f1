"""arXiv's `/api/query`: preprints by `id_list`, and `search_query` over titles and authors, as an Atom feed."""

import re
from xml.sax.saxutils import escape

from tests.standin.boolean import matching
from tests.standin.derived import online_date, print_date
from tests.standin.exchange import Ask, Reply, integer
from tests.standin.ranking import Index, best_first, by_phrase, title_text
from tests.standin.world import Work, World

ATOM = "application/atom+xml"
DEFAULT_RESULTS = 10
NUMBER = re.compile(r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Za-z]{2})?/\d{7})(?:v\d+)?", re.IGNORECASE)
PHRASE = re.compile(r'ti:"([^"]*)"')
BY_AUTHOR = re.compile(r'au:"([^"]*)"((?: AND ti:\w+)+)')
LINK = '  <link href="https://arxiv.org/api/query" type="application/atom+xml"/>\n'
MOMENT = "2026-11-01T00:00:00Z"


class Arxiv:
    """Works with a number at arXiv."""

    name = "arxiv"

    def __init__(self, world: World) -> None:
        self._works = [w.seen_by("arxiv") for w in world if w.held("arxiv") and w.arxiv]
        self._by_number = {str(w.arxiv): n for n, w in reversed(list(enumerate(self._works)))}
        self._titles = Index(self._works, title_text)

    def answer(self, ask: Ask) -> Reply:
        if ask.path != "/api/query":
            return Reply(b"<html><body>Not Found</body></html>", 404, "text/html")
        numbers = [number for number in (ask.get("id_list") or "").split(",") if number]
        query = ask.get("search_query") or ""
        asked = {"arxiv": numbers, "title": PHRASE.findall(query)}
        if wrong := next((number for number in numbers if not NUMBER.fullmatch(number)), None):
            return Reply(_refused(wrong).encode(), 400, ATOM, asked=asked)
        if query:
            places = self._search(query)
        else:
            bare = [re.sub(r"v\d+$", "", number.lower()) for number in numbers]
            places = [self._by_number[number] for number in bare if number in self._by_number]
        size, start = integer(ask.get("max_results"), DEFAULT_RESULTS), integer(ask.get("start"), 0)
        entries = [_entry(self._works[place]) for place in places[start : start + size]]
        title = f"arXiv Query: search_query={query}&id_list={','.join(numbers)}&start={start}&max_results={size}"
        return Reply(_feed(title, len(places), start, size, entries).encode(), 200, ATOM, asked=asked)

    def _search(self, query: str) -> list[int]:
        if '"' not in query:
            bare = re.sub(r"ti:", " ", query)
            scores = self._titles.scores(re.sub(r"[()]|\b(?:AND|OR|NOT)\b", " ", bare))
            found = matching(bare, self._titles.with_all, set(range(len(self._works))))
            return [place for place, _ in best_first({place: scores.get(place, 0.0) for place in found})]
        by_author = [(author, terms.replace(" AND ti:", " ")) for author, terms in BY_AUTHOR.findall(query)]
        return by_phrase(self._works, self._titles, PHRASE.findall(query), by_author)


def _feed(title: str, total: int, start: int, size: int, entries: list[str], *, refusal: bool = False) -> str:
    return (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" '
        'xmlns="http://www.w3.org/2005/Atom">\n'
        f"  <id>https://arxiv.org/{'' if refusal else 'api/stand-in'}</id>\n  <title>{escape(title)}</title>\n"
        f"  <updated>{MOMENT}</updated>\n{'' if refusal else LINK}"
        f"  <opensearch:itemsPerPage>{size}</opensearch:itemsPerPage>\n"
        f"  <opensearch:totalResults>{total}</opensearch:totalResults>\n"
        f"  <opensearch:startIndex>{start}</opensearch:startIndex>\n{''.join(entries)}</feed>\n"
    )


def _refused(number: str) -> str:
    where = f"https://arxiv.org/api/errors#incorrect_id_format_for_{escape(number)}"
    entry = (
        f"  <entry>\n    <id>{where}</id>\n    <title>Error</title>\n    <updated>{MOMENT}</updated>\n"
        f'    <link href="{where}" rel="alternate" type="text/html"/>\n'
        f"    <summary>incorrect id format for {escape(number)}</summary>\n"
        "    <author>\n      <name>arXiv api core</name>\n    </author>\n  </entry>\n"
    )
    return _feed("arXiv Search Results", 1, 0, 1, [entry], refusal=True)


def _entry(work: Work) -> str:
    date = online_date(work) or print_date(work) or (2000, 1, 1)
    moment = "{}-{:02d}-{:02d}T08:00:00Z".format(*date)
    people = "".join(
        f"    <author>\n      <name>{escape(f'{given} {family}'.strip())}</name>\n    </author>\n"
        for family, given in work.authors
    )
    published = work.doi if work.doi and not work.doi.startswith("10.48550/") else None
    doi = f"    <arxiv:doi>{escape(published)}</arxiv:doi>\n" if published else ""
    return (
        f"  <entry>\n    <id>http://arxiv.org/abs/{work.arxiv}v1</id>\n    <title>{escape(work.full_title)}</title>\n"
        f"    <updated>{moment}</updated>\n"
        f'    <link href="https://arxiv.org/abs/{work.arxiv}v1" rel="alternate" type="text/html"/>\n'
        f"    <summary>{escape(work.full_abstract)}</summary>\n"
        '    <category term="stat.AP" scheme="http://arxiv.org/schemas/atom"/>\n'
        f"    <published>{moment}</published>\n"
        f'    <arxiv:primary_category term="stat.AP"/>\n{people}{doi}  </entry>\n'
    )
