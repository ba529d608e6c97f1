"""Which services a reference itself points to: is it biomedical, at arXiv, at a repository of DataCite's, a preprint?

Decided for each reference alone, by what it prints, so that a resumed run asks what an unbroken one would.
"""

import re
from functools import lru_cache

from state.manuscript import Reference
from tasks.language.identifiers import clean_arxiv, clean_doi, is_preprint_doi

_BIOMEDICAL = re.compile(
    r"med(?:ic|\.|\b)|clin(?:ic|\.|\b)|surg|\bdisease|patient|therap|cancer|tumou?r|carcino|oncol|cardi|neuro|psych"
    r"|pharma|\bdrug|\bcells?\b|\bgenes?\b|genet|genom|protein|biol|bioch|immun|infect|virus|viral|bacter|microb"
    r"|health|hospital|nurs|dent(?:al|ist|\b)|oral\b|odont|orthod|pediatr|paediatr|obstet|gyn[ae]+c|radiol|pathol"
    r"|physiol|toxicol|epidemi|lancet|\bjama\b|\bbmj\b|n engl j|nejm|vaccin|diabet|renal|kidney|hepat|liver|lung"
    r"|arthr|\bjoint|orthop|fractur|\bhips?\b|\bknees?\b|children|adults|\bwomen|infant|elderly|randomi[sz]ed|placebo"
    r"|(?:bio|med)rxiv|pregnan|prevalence|screening|diagnos|treatment|injur|\bpain\b|symptom|prognos|surviv"
    r"|trial|mortality|syndrome|\bbone|muscle|brain|blood|serum|\bmice\b|\brats?\b|human|nutri|rehab|anatom|endocr"
    r"|医|病|药|疗|临床|患者|护理|手术|癌|瘤|细胞|基因|蛋白|感染|免疫|口腔|牙|颌|心脏|肝|肾|肺|骨|血|糖尿|健康|卫生|营养",
    re.IGNORECASE,
)
_BIOMEDICAL_DOI = ("10.3760/", "10.3877/", "10.16035/", "10.1056/", "10.1136/", "10.1001/", "10.7326/", "10.1371/")


def is_biomedical(reference: Reference) -> bool:
    """Is PubMed a required service for this reference (decisions 1.6)?

    With a PMID, or by words of its journal and title, or its DOI's prefix.
    """
    if reference.pmid:
        return True
    words = f"{reference.journal or ''} {reference.title or ''}"
    return bool(_BIOMEDICAL.search(words)) or (clean_doi(reference.doi) or "").startswith(_BIOMEDICAL_DOI)


_ARXIV = re.compile(r"\barxiv\b|\bcorr\b", re.IGNORECASE)
_PREPRINT = re.compile(r"preprint|\b(?:bio|med|chem|psya)rxiv\b|research square|\bssrn\b", re.IGNORECASE)
_REPOSITORY = re.compile(
    r"\bzenodo\b|\bfigshare\b|\bdryad\b|\bdataverse\b|\bpangaea\b|\bmendeley data\b|\bosf\.io\b|\bdatacite\b"
    r"|\bopen science framework\b",
    re.IGNORECASE,
)
_REPOSITORY_DOI = (
    "10.5281/",
    "10.6084/",
    "10.5061/",
    "10.7910/",
    "10.17605/",
    "10.17632/",
    "10.1594/",
    "10.3886/",
    "10.5255/",
    "10.4121/",
    "10.4230/",
)
"""Zenodo, figshare, Dryad, Harvard Dataverse, OSF, Mendeley Data, PANGAEA, ICPSR, UK Data Service, 4TU, Dagstuhl."""


def arxiv_number(reference: Reference) -> str | None:
    """The number at arXiv that the reference prints: alone, in an address there, or in arXiv's DOI; else None."""
    doi = clean_doi(reference.doi) or ""
    places = (
        reference.arxiv,
        doi if doi.startswith("10.48550/") else None,
        reference.url if "arxiv.org/" in (reference.url or "").lower() else None,
        reference.journal if _ARXIV.search(reference.journal or "") else None,
    )
    return next((number for number in map(clean_arxiv, places) if number), None)


def names_arxiv(reference: Reference) -> bool:
    """Does the reference say that its work is at arXiv? Then arXiv's answer is needed before it is found nowhere."""
    return arxiv_number(reference) is not None or bool(_ARXIV.search(reference.journal or ""))


def names_datacite(reference: Reference) -> bool:
    """Does it name a repository whose DOIs DataCite registers? Then DataCite's answer is needed as well."""
    doi = clean_doi(reference.doi) or ""
    words = f"{reference.journal or ''} {reference.url or ''}"
    return doi.startswith(_REPOSITORY_DOI) or bool(_REPOSITORY.search(words))


def names_preprint(reference: Reference) -> bool:
    """Is the work cited as a preprint, by its DOI or where it is said to have appeared?"""
    return is_preprint_doi(reference.doi) or bool(_PREPRINT.search(reference.journal or ""))


_PARTS = frozenset(
    {"incollection", "inbook", "inproceedings", "conference", "chapter", "paper-conference", "chap", "cpaper"}
)
_BOOKS = frozenset({"book", "mvbook", "collection", "proceedings", "edbook", "monograph", "booklet"})


def is_part(reference: Reference) -> bool:
    """Is the work a part of a book, whose ISBN is the book's and not its own?"""
    return (reference.entry_type or "").lower() in _PARTS


def is_book(reference: Reference) -> bool:
    """Is the work a book, which Open Library may hold where journals' registries do not?"""
    kind = (reference.entry_type or "").lower()
    return kind in _BOOKS or (bool(reference.isbn) and not is_part(reference) and not reference.volume)


_COMPUTING = re.compile(
    r"\b(?:neurips|nips|icml|iclr|cvpr|iccv|eccv|wacv|aaai|ijcai|emnlp|naacl|eacl|coling|sigir|kdd|sigmod|vldb|icde"
    r"|sigcomm|usenix|osdi|sosp|asplos|isca|sigkdd|sigchi|siggraph|icra|iros|aistats|interspeech|icassp|miccai|uai|colt"
    r"|stoc|focs|soda|popl|pldi|icse|fse|ndss|www|tacl|jmlr|tmlr|tpami|acl|chi|lncs|pmlr|corr)\b"
    r"|comput|informatic|software|algorithm|machine learning|artificial intelligence|neural (?:network|information)"
    r"|pattern (?:recognition|analysis)|data mining|database|\bieee\b|\bacm\b|robot|human factors in comput|cybern"
    r"|learning representations|natural language|computational linguistics|deep learning|reinforcement learning"
    r"|language models?\b|transformers?\b|convolutional|federated|graph neural|generative adversarial|diffusion model"
    r"|object detection|semantic segmentation|few-shot|zero-shot|self-supervised|contrastive learning|word embedding"
    r"|knowledge graph|neural net|adversarial (?:attack|training|example|robust)|large-scale (?:data|optim)"
    r"|计算机|软件学报|人工智能|机器学习|神经网络|深度学习|算法|数据挖掘",
    re.IGNORECASE,
)
_COMPUTING_DOI = ("10.1109/", "10.1145/", "10.1609/", "10.18653/", "10.24963/", "10.4230/")


def is_computing(reference: Reference) -> bool:
    """Is DBLP a required service for this reference (decisions 1.6)? By words of its venue and title, or its DOI's
    prefix."""
    words = f"{reference.journal or ''} {reference.title or ''}"
    return _says_computing(words) or (clean_doi(reference.doi) or "").startswith(_COMPUTING_DOI)


@lru_cache(maxsize=16384)
def _says_computing(words: str) -> bool:
    return bool(_COMPUTING.search(words))
