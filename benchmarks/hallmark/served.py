"""The world the stand-in serves: HALLMARK's true works, each at the services that would have it, among distractors."""

import re
from collections.abc import Iterable
from typing import Any, Final

from benchmarks.hallmark.entries import TrueWork, balanced
from tasks.readers.bibtex.latex import plain
from tests.standin.world import HOLDERS, Work, World, work_from_json

ARXIV_DOI: Final = "10.48550/arxiv."
_VERSION = re.compile(r"v\d+$")
_PARTICLES: Final = frozenset(
    ("al", "bin", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "la", "le", "ten", "van", "von")
)
_AFTER_THE_NAME: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})
_SELF_ARCHIVED: Final = {
    "datacite": {"journal": "arXiv"},
    "openalex": {"journal": "arXiv (Cornell University)"},
    "semantic_scholar": {"journal": "arXiv.org"},
}
"""What these services say of a work that appeared nowhere but at arXiv."""


_SPELLED: Final = {
    "CVPR": (
        "{year} IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)",
        "Computer Vision and Pattern Recognition",
    ),
    "ICCV": (
        "{year} IEEE/CVF International Conference on Computer Vision (ICCV)",
        "IEEE International Conference on Computer Vision",
    ),
    "ECCV": ("Lecture Notes in Computer Science", "European Conference on Computer Vision"),
    "AAAI": (
        "Proceedings of the AAAI Conference on Artificial Intelligence",
        "AAAI Conference on Artificial Intelligence",
    ),
    "NeurIPS": ("Neural Information Processing Systems", "Neural Information Processing Systems"),
    "ICML": ("International Conference on Machine Learning", "International Conference on Machine Learning"),
    "ICLR": (
        "International Conference on Learning Representations",
        "International Conference on Learning Representations",
    ),
    "ACL": (
        "Proceedings of the {year} Annual Meeting of the Association for Computational Linguistics",
        "Annual Meeting of the Association for Computational Linguistics",
    ),
    "NAACL": (
        "Proceedings of the {year} Conference of the North American Chapter of the Association for Computational "
        "Linguistics",
        "North American Chapter of the Association for Computational Linguistics",
    ),
    "Mach. Learn.": ("Machine Learning", "Machine-mediated learning"),
    "J. Mach. Learn. Res.": ("Journal of Machine Learning Research", "Journal of machine learning research"),
    "Trans. Mach. Learn. Res.": ("Transactions on Machine Learning Research", "Trans. Mach. Learn. Res."),
}
"""What Crossref and OpenAlex, and Semantic Scholar, call the venues that DBLP names by acronym or abbreviation."""


def world_of(works: Iterable[TrueWork], *, spelled: bool = False) -> World:
    """The world of these works. A DOI at arXiv is DataCite's: DataCite, arXiv and OpenAlex have the work, and where it
    also appeared at a conference DBLP and Semantic Scholar. Any other DOI is at Crossref, OpenAlex, Semantic Scholar
    and DBLP. A work without DOI (NeurIPS, ICML, ICLR, JMLR) is at DBLP, OpenAlex and Semantic Scholar alone.

    Names are served without BibTeX's signs, as services have them. Four works name ten authors `and others`: who the
    others are is not known, and a record of ten would be wrong, so theirs have none.

    `spelled`: venues under the names that each service gives them, and not everywhere under DBLP's, as HALLMARK has
    them.
    """
    return World(_work(work, spelled) for work in works)


def _work(work: TrueWork, spelled: bool) -> Work:
    at_arxiv = (work.doi or "").startswith(ARXIV_DOI)
    # arXiv registers a preprint's DOI once, without version; `true_works` names it as the entries print it.
    doi = _VERSION.sub("", work.doi or "") if at_arxiv else work.doi
    held = {"openalex"}
    if at_arxiv:
        held |= {"datacite", "arxiv"}
    elif work.doi:
        held.add("crossref")
    if work.venue:
        held |= {"semantic_scholar", "dblp"}
    row: dict[str, Any] = {
        "title": work.title,
        "authors": [] if "others" in work.authors else [family_and_given(plain(balanced(n))) for n in work.authors],
        "year": work.year,
        "journal": work.venue or ("arXiv" if at_arxiv else None),
        "doi": doi,
        "agency": "DataCite" if at_arxiv else "Crossref" if work.doi else None,
        "held_by": [name for name in HOLDERS if name in held],
    }
    if at_arxiv:
        row["arxiv"] = (doi or "").removeprefix(ARXIV_DOI)
        row["types"] = ["Preprint" if not work.venue else "Journal Article"]
        row["as_held"] = {"datacite": _SELF_ARCHIVED["datacite"]} if work.venue else _SELF_ARCHIVED
    if spelled and work.venue in _SPELLED:
        long, short = (name.format(year=work.year) for name in _SPELLED[work.venue])
        names = {"crossref": {"journal": long}, "openalex": {"journal": long}, "semantic_scholar": {"journal": short}}
        row["as_held"] = names | row.get("as_held", {})
    return work_from_json(row)


def family_and_given(name: str) -> list[str]:
    """A name as it is displayed, as services that part it would: `Gijs de Geus` is `de Geus`, `Gijs`."""
    words = name.split()
    end = len(words) - 1 if len(words) > 2 and words[-1].lower().rstrip(".") in _AFTER_THE_NAME else len(words)
    start = max(end - 1, 0)
    while start > 1 and words[start - 1].lower() in _PARTICLES and words[start - 1].islower():
        start -= 1
    if start > 2 and words[start - 1] == "y":
        start -= 2
    return [" ".join(words[start:]), " ".join(words[:start])]
