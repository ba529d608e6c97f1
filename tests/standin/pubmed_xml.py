"""PubMed's XML records, in the shape efetch gives them."""

from html import escape as html_escape

from tests.standin.derived import MONTHS, digest, initials, issn, language, online_date, print_date
from tests.standin.world import Work, WorldNotice

HEADER = (
    '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" '
    '"https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">\n'
)
TYPE_IDS = {
    "Journal Article": "D016428",
    "Review": "D016454",
    "Randomized Controlled Trial": "D016449",
    "Meta-Analysis": "D017418",
    "Systematic Review": "D000078182",
    "Clinical Trial": "D016430",
    "Editorial": "D016421",
    "Letter": "D016422",
    "Retracted Publication": "D016441",
    "Retraction of Publication": "D016440",
    "Published Erratum": "D016425",
    "Expression of Concern": "D000077182",
}
REF_TYPES = {
    "retraction": ("RetractionIn", "RetractionOf"),
    "withdrawal": ("RetractionIn", "RetractionOf"),
    "removal": ("RetractionIn", "RetractionOf"),
    "expression_of_concern": ("ExpressionOfConcernIn", "ExpressionOfConcernFor"),
    "correction": ("ErratumIn", "ErratumFor"),
    "erratum": ("ErratumIn", "ErratumFor"),
}
"""A notice's type as it stands in the article's record and in the notice's own; a reinstatement stands in neither."""
RETRACTING = frozenset({"retraction", "withdrawal", "removal"})


def escape(text: str) -> str:
    return html_escape(text, quote=True)


def article(work: Work, notices_of: list[tuple[Work, WorldNotice]]) -> str:
    """One `<PubmedArticle>`. `notices_of`: the works this one is a notice about."""
    pmid = work.pmid or ""
    known = [n for n in work.notices if "pubmed" in n.where and n.type in REF_TYPES]
    revised = f"<DateRevised>{_date((2026, digest(work, 'revised') % 10 + 1, 1))}</DateRevised>"
    parts = [
        '<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM">',
        f'<PMID Version="1">{escape(pmid)}</PMID>{revised}',
        _article(work, known, bool(notices_of)),
        "<MedlineJournalInfo><Country>United States</Country>",
        f"<MedlineTA>{escape(work.journal_short or work.journal or '')}</MedlineTA>",
        f"<NlmUniqueID>{digest(Work(title=work.journal or ''), 'nlm') % 90_000_000 + 100_000}</NlmUniqueID>",
        "</MedlineJournalInfo><CitationSubset>IM</CitationSubset>",
        _corrections(known, notices_of),
        "</MedlineCitation><PubmedData><PublicationStatus>ppublish</PublicationStatus><ArticleIdList>",
        f'<ArticleId IdType="pubmed">{escape(pmid)}</ArticleId>',
        f'<ArticleId IdType="doi">{escape(work.doi)}</ArticleId>' if work.doi else "",
        "</ArticleIdList></PubmedData></PubmedArticle>",
    ]
    return "".join(parts)


def _article(work: Work, known: list[WorldNotice], is_notice: bool) -> str:
    online = online_date(work)
    return "".join(
        [
            f'<Article PubModel="{"Print-Electronic" if online else "Print"}">',
            _journal(work),
            f"<ArticleTitle>{escape(_title(work))}</ArticleTitle>",
            _pagination(work),
            f'<ELocationID EIdType="doi" ValidYN="Y">{escape(work.doi)}</ELocationID>' if work.doi else "",
            _abstract(work),
            _authors(work),
            f"<Language>{'chi' if language(work) == 'zh' else 'eng'}</Language>",
            _types(work, known, is_notice),
            f'<ArticleDate DateType="Electronic">{_date(online)}</ArticleDate>' if online else "",
            "</Article>",
        ]
    )


def _title(work: Work) -> str:
    title = work.full_title
    return title if title.endswith((".", "?", "!", "。")) else f"{title}."


def _journal(work: Work) -> str:
    date = print_date(work)
    published = f"<Year>{date[0]}</Year><Month>{MONTHS[date[1] - 1]}</Month>" if date else "<MedlineDate/>"
    return "".join(
        [
            f'<Journal><ISSN IssnType="Print">{issn(work.journal or "")}</ISSN><JournalIssue CitedMedium="Print">',
            f"<Volume>{escape(work.volume)}</Volume>" if work.volume else "",
            f"<Issue>{escape(work.issue)}</Issue>" if work.issue else "",
            f"<PubDate>{published}</PubDate></JournalIssue><Title>{escape(work.journal or '')}</Title>",
            f"<ISOAbbreviation>{escape(work.journal_short or work.journal or '')}</ISOAbbreviation></Journal>",
        ]
    )


def _pagination(work: Work) -> str:
    if not work.pages:
        return ""
    first, _, last = work.pages.partition("-")
    end = f"<EndPage>{escape(last)}</EndPage>" if last else ""
    start = f"<StartPage>{escape(first)}</StartPage>{end}"
    return f"<Pagination>{start}<MedlinePgn>{escape(work.pages)}</MedlinePgn></Pagination>"


def _abstract(work: Work) -> str:
    if work.sections:
        texts = "".join(_abstract_part(label, text) for label, text in work.sections)
        return f"<Abstract>{texts}</Abstract>"
    return f"<Abstract><AbstractText>{escape(work.abstract)}</AbstractText></Abstract>" if work.abstract else ""


def _abstract_part(label: str, text: str) -> str:
    names = f'Label="{escape(label)}" NlmCategory="{_category(label)}"' if label else ""
    return (
        f"<AbstractText {names}>{escape(text)}</AbstractText>"
        if names
        else f"<AbstractText>{escape(text)}</AbstractText>"
    )


def _category(label: str) -> str:
    """NLM's category of an abstract's part: one of five, or UNASSIGNED."""
    low = label.lower()
    for start, category in (("back", "BACKGROUND"), ("intro", "BACKGROUND"), ("aim", "OBJECTIVE")):
        if low.startswith(start):
            return category
    known = {"obj": "OBJECTIVE", "pur": "OBJECTIVE", "meth": "METHODS", "res": "RESULTS", "find": "RESULTS"}
    return next((value for start, value in known.items() if low.startswith(start)), _conclusions(low))


def _conclusions(low: str) -> str:
    return "CONCLUSIONS" if low.startswith(("concl", "interp")) else "UNASSIGNED"


def _authors(work: Work) -> str:
    if not work.authors:
        return ""
    rows = []
    for family, given in work.authors:
        if given:
            names = f"<ForeName>{escape(given)}</ForeName><Initials>{escape(initials(given))}</Initials>"
            rows.append(f'<Author ValidYN="Y"><LastName>{escape(family)}</LastName>{names}</Author>')
        else:
            rows.append(f'<Author ValidYN="Y"><CollectiveName>{escape(family)}</CollectiveName></Author>')
    return f'<AuthorList CompleteYN="Y">{"".join(rows)}</AuthorList>'


def _types(work: Work, known: list[WorldNotice], is_notice: bool) -> str:
    types = list(work.types)
    if any(n.type in RETRACTING for n in known) and "Retracted Publication" not in types:
        types.append("Retracted Publication")
    if is_notice and not {"Retraction of Publication", "Published Erratum", "Expression of Concern"} & set(types):
        types.append("Retraction of Publication")
    rows = (f'<PublicationType UI="{TYPE_IDS.get(t, "D000000")}">{escape(t)}</PublicationType>' for t in types)
    return f"<PublicationTypeList>{''.join(rows)}</PublicationTypeList>"


def _corrections(known: list[WorldNotice], notices_of: list[tuple[Work, WorldNotice]]) -> str:
    rows = [_correction(REF_TYPES[n.type][0], _notice_source(n), n.pmid) for n in known]
    rows += [_correction(REF_TYPES[n.type][1], _work_source(work), work.pmid) for work, n in notices_of]
    return f"<CommentsCorrectionsList>{''.join(rows)}</CommentsCorrectionsList>" if rows else ""


def _correction(ref_type: str, source: str, pmid: str | None) -> str:
    number = f'<PMID Version="1">{escape(pmid)}</PMID>' if pmid else ""
    said = f"<RefSource>{escape(source)}</RefSource>{number}"
    return f'<CommentsCorrections RefType="{ref_type}">{said}</CommentsCorrections>'


def _notice_source(notice: WorldNotice) -> str:
    """`2022 Mar 4. doi: 10.1/x.` — the journal is not known here."""
    parts = (notice.date or "").split("-")
    words = [parts[0], *(MONTHS[int(m) - 1] for m in parts[1:2]), *(str(int(d)) for d in parts[2:3])]
    doi = f" doi: {notice.doi}." if notice.doi else ""
    return f"Notice. {' '.join(words)}.{doi}"


def _work_source(work: Work) -> str:
    date = print_date(work)
    when = f"{date[0]} {MONTHS[date[1] - 1]}" if date else ""
    return f"{work.journal_short or work.journal or ''}. {when};{work.volume or ''}:{work.pages or ''}."


def _date(date: tuple[int, int, int]) -> str:
    return f"<Year>{date[0]}</Year><Month>{date[1]:02d}</Month><Day>{date[2]:02d}</Day>"
