"""Conferences and book series: which meeting does a printed name denote?

The table is our own: an acronym, then names (folded) of which one must occur in the printed name.
"""

import re
from functools import lru_cache

_TABLE = """
neurips|neural information processing systems|nips|neural inf process syst|neural inf proc syst
icml|international conference on machine learning|int conf mach learn
iclr|international conference on learning representations|learning representations|int conf learn represent
cvpr|computer vision and pattern recognition|comput vis pattern recognit|comput vision pattern recognit
iccv|international conference on computer vision|int conf comput vis
eccv|european conference on computer vision|eur conf comput vis
accv|asian conference on computer vision
bmvc|british machine vision conference
wacv|winter conference on applications of computer vision|winter conf appl comput vis
icpr|international conference on pattern recognition
icip|international conference on image processing
aaai|aaai conference on artificial intelligence|association for the advancement of artificial intelligence
aaai|national conference on artificial intelligence|aaai conf artif intell
ijcai|international joint conference on artificial intelligence
ijcai|international joint conferences on artificial intelligence
ecai|european conference on artificial intelligence
acl|annual meeting of the association for computational linguistics|annual meeting of the acl
emnlp|empirical methods in natural language processing
naacl|north american chapter of the association for computational linguistics|naacl hlt
eacl|european chapter of the association for computational linguistics
aacl|asia pacific chapter of the association for computational linguistics
coling|international conference on computational linguistics
conll|computational natural language learning
lrec|language resources and evaluation
semeval|international workshop on semantic evaluation
wmt|conference on machine translation|workshop on statistical machine translation
colm|conference on language modeling
kdd|knowledge discovery and data mining|sigkdd
pakdd|pacific asia conference on knowledge discovery and data mining
icdm|international conference on data mining
sdm|siam international conference on data mining
cikm|information and knowledge management
wsdm|web search and data mining
www|web conference|world wide web conference|international world wide web|international conference on world wide web
sigir|research and development in information retrieval
ecir|european conference on information retrieval
recsys|recommender systems
iswc|international semantic web conference
sigmod|management of data
vldb|very large data bases|very large databases|vldb endowment
icde|international conference on data engineering
pods|principles of database systems
chi|human factors in computing systems
cscw|computer supported cooperative work
uist|user interface software and technology
hri|human robot interaction
iui|intelligent user interfaces
ubicomp|pervasive and ubiquitous computing|ubiquitous computing
aistats|artificial intelligence and statistics|artif intell stat
uai|uncertainty in artificial intelligence|uncertainty artif intell
colt|conference on learning theory|computational learning theory
alt|algorithmic learning theory
acml|asian conference on machine learning
ecml|european conference on machine learning|machine learning and knowledge discovery in databases|ecml pkdd
ijcnn|international joint conference on neural networks
icann|international conference on artificial neural networks
aamas|autonomous agents and multiagent systems|autonomous agents and multi agent systems
icaps|automated planning and scheduling
kr|principles of knowledge representation
gecco|genetic and evolutionary computation conference
mlsys|machine learning and systems|sysml
corl|conference on robot learning|annual conference on robot learning
rss|robotics science and systems
icra|international conference on robotics and automation
iros|intelligent robots and systems
facct|fairness accountability and transparency|fat
aies|ai ethics and society
interspeech|interspeech|annual conference of the international speech communication association
icassp|acoustics speech and signal processing
asru|automatic speech recognition and understanding
slt|spoken language technology
ismir|music information retrieval
icme|international conference on multimedia and expo
acmmm|acm multimedia|international conference on multimedia
siggraph|computer graphics and interactive techniques
miccai|medical image computing and computer assisted intervention
isbi|international symposium on biomedical imaging
ipmi|information processing in medical imaging
midl|medical imaging with deep learning
chil|conference on health inference and learning
mlhc|machine learning for healthcare
embc|engineering in medicine and biology society
recomb|computational molecular biology
ismb|intelligent systems for molecular biology
stoc|symposium on theory of computing
focs|foundations of computer science
soda|symposium on discrete algorithms
icalp|automata languages and programming
itcs|innovations in theoretical computer science
podc|principles of distributed computing
lics|logic in computer science
popl|principles of programming languages
pldi|programming language design and implementation
oopsla|object oriented programming systems languages and applications
icse|international conference on software engineering
fse|foundations of software engineering
ase|automated software engineering
issta|software testing and analysis
sosp|symposium on operating systems principles
osdi|operating systems design and implementation
nsdi|networked systems design and implementation
eurosys|european conference on computer systems
asplos|architectural support for programming languages and operating systems
isca|international symposium on computer architecture
hpca|high performance computer architecture
sigcomm|special interest group on data communication
infocom|international conference on computer communications
mobicom|mobile computing and networking
globecom|global communications conference
isit|international symposium on information theory
itw|information theory workshop
ccs|computer and communications security
usenixsecurity|usenix security symposium
ndss|network and distributed system security
oakland|symposium on security and privacy
crypto|annual international cryptology conference
eurocrypt|theory and applications of cryptographic techniques
cdc|conference on decision and control
dac|design automation conference
iccad|international conference on computer aided design
ipdps|parallel and distributed processing symposium
"""

_WORDLIKE_ACRONYMS = "fat alt ase crypto acl chi kr rss sdm slt pods soda cdc dac oakland ccs www"
_WORDLIKE = frozenset(_WORDLIKE_ACRONYMS.split())
"""Acronyms that are words or other things too: they count in capitals only."""


def _read() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for line in _TABLE.strip().splitlines():
        acronym, *names = line.split("|")
        found.setdefault(acronym, []).extend(names)
    return {acronym: tuple(names) for acronym, names in found.items()}


_CONFERENCES = _read()
_SERIES = re.compile(
    r"^(?:proceedings of machine learning research|proc mach learn res|pmlr|jmlr workshop|lecture notes in|lect notes"
    r"|lncs|lnai|acm international conference proceeding series|ceur workshop"
    r"|communications in computer and information|advances in intelligent systems"
    r"|leibniz international proceedings|lipics|procedia|ifac"
    r"|methods in molecular biology|advances in experimental medicine|springer proceedings"
    r"|iop conference series|aip conference proceedings)\b"
)
_APART = re.compile(r"\b(?:workshops?|findings|companion|demonstrations?|tutorials?|doctoral)\b", re.IGNORECASE)
_MEETING = re.compile(
    r"\b(?:proc|proceedings|conference|conf|workshop|symposium|symp|congress|meeting|会议)\b",
    re.IGNORECASE,
)
_GENERAL_WORDS = (
    "proceedings proc annual international int conference conf conferences th st nd rd ieee acm cvf symposium symp"
    " workshop meeting congress the of on for in and a advances series vol volume first second third"
)
_GENERAL = frozenset(_GENERAL_WORDS.split())


@lru_cache(maxsize=16384)
def conferences_of(name: str, folded: str) -> frozenset[str]:
    """The acronyms of the conferences that `name` (and its folded form) denotes; none for a journal."""
    words = set(re.findall(r"[a-z0-9]+", name.lower()))
    capitals = {w.lower() for w in re.findall(r"\b[A-Z]{2,}\b", name)}
    spelled = f" {folded} {' '.join(re.findall(r'[a-z0-9]+', name.lower()))} "
    found = {
        acronym
        for acronym, names in _CONFERENCES.items()
        if acronym in (capitals if acronym in _WORDLIKE else words)
        or any((n in capitals if n in _WORDLIKE else f" {n} " in spelled) for n in names)
    }
    if "icml" in found and "international conference on machine learning and" in spelled and "icml" not in words:
        found.discard("icml")  # "… Machine Learning and Applications" and its like are other meetings
    if len(found) > 1 and "kdd" in found and "pakdd" in found:
        found.discard("kdd")
    return frozenset(found)


def is_series(folded: str) -> bool:
    """Is this a series of proceedings or books, which says nothing of the meeting?"""
    return bool(_SERIES.match(folded))


def is_meeting(name: str) -> bool:
    """Does the name call itself a conference, workshop or proceedings?"""
    return bool(_MEETING.search(name))


def same_conference(a: str, b: str, folded_a: str, folded_b: str) -> bool | None:
    """Do two names denote one conference? None where that cannot be told: a series against a meeting, the workshops or
    findings of a conference against the conference itself, two meetings with much in common. False for a meeting
    against a journal, too."""
    first, second = conferences_of(a, folded_a), conferences_of(b, folded_b)
    if first and second:
        if not first & second:
            return False
        return True if bool(_APART.search(a)) == bool(_APART.search(b)) else None
    series = is_series(folded_a), is_series(folded_b)
    if any(series):
        other_is_meeting = bool(first or second) or all(series) or is_meeting(a if series[1] else b)
        return None if other_is_meeting else False
    if first or second:
        return False
    words_a, words_b = (
        {w for w in x.split() if w not in _GENERAL and not w[0].isdigit()} for x in (folded_a, folded_b)
    )
    if not (is_meeting(a) and is_meeting(b)) or not words_a or not words_b:
        return False
    if words_a == words_b:
        return True
    return None if len(words_a & words_b) * 2 >= len(words_a | words_b) else False
