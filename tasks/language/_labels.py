"""Digits that are no quantities: dates, labels, names, versions, addresses (decisions 2.7)."""

import re
from collections.abc import Iterator

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_YEAR = r"(?:1[5-9]|20)\d{2}"
_COUNTED_EN = (
    r"(?:patients?|participants?|subjects?|individuals?|persons?|people|adults?|children|women|men|cases?"
    r"|controls?|students?|respondents?|samples?|specimens?|studies|articles|papers|records|trials|teeth"
    r"|implants|eyes|mice|rats|animals|cells|hospitals|schools|households|items|points|beds|births|deaths"
    r"|pregnancies|citations|images|sequences|genes|species|sites|users|teachers|nurses|physicians|workers"
    r"|residents|veterans|infants|newborns|neonates|adolescents|donors|recipients|surgeries|procedures"
    r"|visits|events|observations|countries|villages|firms|words|documents|sentences)"
)
_COUNTED_ZH = r"(?:例|名|人|个|位|篇|项|次|种|只|株|元|份|所|家|组|条|件|台|张|户|尾|头|株|颗|枚|余|多|万|亿|倍|%|‰)"
_SMALL = r"(?:1[0-2]|[1-9])"
_STRONG_LABEL = (
    r"(?:fig(?:ure)?s?|tables?|tabs?|eqs?|eqns?|equations?|sections?|sects?|chapters?|chap|appendi(?:x"
    r"|ces)|refs?|references?|vols?|volumes?|pages?|versions?|ver|lemma|theorem|corollary|algorithm"
    r"|panels?|scheme|box|article|clause)"
)
_WEAK_LABEL = (
    r"(?:class(?:es)?|groups?|models?|study|experiments?|clusters?"
    r"|questions?|levels?|steps?|layers?|cases?|patients?|scenarios?|tasks?|waves?|cohorts?|arms?|sites?"
    r"|categor(?:y|ies)|tiers?|generations?|parts?|rules?|criteri(?:on|a)|aims?|objectives?|hypothes[ie]s"
    r"|examples?|interleukin|vitamin|factor|chromosomes?|omega|ω|level|figure|schedule|quartile|quintile"
    r"|tertile|dimension|theme|topic|sample|visits?)"
)
_SOFTWARE = (
    r"(?:SPSS|SAS|Stata|RevMan|Review Manager|GraphPad(?: Prism)?|Prism|MATLAB|Python|Windows|MedCalc"
    r"|NVivo|AMOS|ImageJ|EndNote|G\*Power|LISREL|Mplus|EViews|Excel|Android|iOS|Ubuntu|CUDA|PyTorch"
    r"|TensorFlow|Java|Office|ChatGPT|GPT|Llama|Claude|Gemini|Zotero|JMP|Minitab|Origin|CiteSpace"
    r"|VOSviewer|Gaussian|ANSYS|COMSOL|AutoCAD|ArcGIS|QGIS|BLAST|MEGA|STAR|Bowtie|AutoDock|Web|Industry"
    r"|SmartPLS|Python|Epidata|EpiData|EpiInfo)"
)
_STANDARD = (
    r"(?:ISO(?:/IEC)?|IEC|IEEE|ASTM|RFC|DIN|ANSI|GB(?:/T|/Z)?|YY(?:/T)?|WS(?:/T)?|NCT|PMID:?|PMCID:?|CRD"
    r"|ICD|DSM|ICH|CAS|EC|FDA|MCC|WHO/|COVID|SARS|Resolution|ORCID:?|ISBN:?|ISSN:?|arXiv:?)"
)

_PATTERNS = [
    # addresses and identifiers
    r"https?://\S+|www\.\S+|\bdoi:?\s{0,3}\S+|\b10\.\d{4,9}/\S+|[\w.+-]{1,64}@[\w.-]{1,100}",
    # dates
    rf"\b{_YEAR}-\d{{1,2}}-\d{{1,2}}\b|\b{_YEAR}/\d{{1,2}}/\d{{1,2}}\b|\b\d{{1,2}}/\d{{1,2}}/{_YEAR}\b"
    rf"|\b{_YEAR}\.\d{{1,2}}\.\d{{1,2}}\b",
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?\s{{0,3}}(?:[-–—]|to|and)\s{{0,3}})?\d{{1,2}}(?:st|nd|rd"
    rf"|th)?\s{{1,3}}(?:of\s{{1,3}})?(?-i:{_MONTH})(?:,?\s{{1,3}}{_YEAR})?(?![A-Za-z])",
    rf"\b(?-i:{_MONTH})\s{{1,3}}\d{{1,2}}(?:st|nd|rd|"
    rf"th)?(?:\s{{0,3}}[-–—]\s{{0,3}}\d{{1,2}})?(?:,?\s{{1,3}}{_YEAR})?(?![\d.%])"
    rf"|\b(?-i:{_MONTH}),?\s{{1,3}}{_YEAR}\b",
    rf"(?:{_YEAR}年)?(?<!\d)\d{{1,2}}月(?!龄)(?:\d{{1,2}}[日号])?(?:\s{{0,3}}(?:[-–—~]|至"
    rf"|到)\s{{0,3}}(?:\d{{1,2}}月)?\d{{1,2}}[日号])?|(?<=[-–—~至到])\d{{1,2}}月(?!龄)(?:\d{{1,2}}[日号])?",
    rf"(?<!\d){_YEAR}\s{{0,3}}年?\s{{0,3}}(?:[-–—~]{{1,2}}|至|到|、|和|与|及)\s{{0,3}}{_YEAR}\s{{0,3}}年?|"
    rf"(?<!\d){_YEAR}\s{{0,3}}年(?:代"
    rf"|底|初|末|度|以来|间)?",
    rf"(?<![\d.,]){_YEAR}s\b|(?<![\d.,]){_YEAR}\s{{0,3}}[-–—/]\s{{0,3}}(?:{_YEAR}|\d{{2}})(?![\d%.,]\d|"
    rf"\d)(?!\s{{0,3}}{_COUNTED_EN})",
    r"\b\d{1,2}:\d{2}(?::\d{2})?\s{0,3}(?:am|pm|a\.m\.|p\.m\.)",
    # levels of a confidence interval
    r"\b\d{2}(?:\.\d{1,6})?\s{0,3}%\s{0,3}-?\s{0,3}(?:CIs?|CrIs?|C\.I\.|HDI|HPD|PI|UI|LoA|confidence|credib(?:le|ility)"
    r"|prediction|uncertainty|limits of agreement|的?(?:置信|可信|预测)区间?)",
    r"\b(?:CI|CrI|置信区间|可信区间)\s{0,3}[:：,(（]?\s{0,3}9[059](?:\.\d)?\s{0,3}%",
    # printed labels: their number may have parts ("Section 3.2", "Fig. 2a"), and a plural label a list
    rf"(?<![A-Za-z]){_STRONG_LABEL}\.?\s{{0,3}}\(?[SA]?\d{{1,6}}(?:[.\-–]\d{{1,6}}){{0,20}}[a-z]?\b(?!\s{{0,3}}%)(?:(?:\s{{0,3}}[,–-]\s{{0,3}}"
    rf"|\s{{0,3}}(?:and|&)\s{{0,3}})[SA]?\d{{1,6}}(?:\.\d{{1,6}}){{0,20}}[a-z]?\b(?!\s{{0,3}}(?:%|"
    rf"{_COUNTED_EN})|\.\d)){{0,20}}",
    r"(?<![A-Za-z])(?:phases?|types?|grades?|stages?)\s{0,3}-?\s{0,3}\d[a-z]?(?:\s{0,3}(?:[-–,/]|or|and|"
    r"to)\s{0,3}\d[a-z]?){0,20}"
    r"(?![\d.%]|[-\s]?(?:years?|months?|weeks?|days?)\b)",
    rf"(?<![A-Za-z]){_WEAK_LABEL}\s{{0,3}}-?\s{{0,3}}{_SMALL}[a-z]?(?:\s{{0,3}}(?:[-–,/]|or|and"
    rf"|to)\s{{0,3}}{_SMALL}[a-z]?){{0,20}}\b(?!\s{{0,3}}(?:%|of\b|{_COUNTED_EN}|[a-zμ]{{1,3}}/)|\.\d|"
    rf"-?\s{{0,3}}(?:years?|months?"
    rf"|weeks?|days?|h|hours?|min|mg|g|kg|mL|ml|mm|cm)\b)",
    r"\b(?:nos?|pp?)\.\s{0,3}\d{1,6}(?:\s{0,3}[-–]\s{0,3}\d{1,6})?(?![.\d])",
    r"第\s{0,3}\d{1,6}(?:\s{0,3}[-–—~至到、]\s{0,3}\d{1,6}){0,20}",
    r"(?<![量代发外年报列])表\s{0,3}[SA]?\d{1,6}(?:[-.–]\d{1,6}){0,20}|"
    r"(?<![意地试企])图\s{0,3}[SA]?\d{1,6}(?:[-.–]\d{1,6}){0,20}[a-z]?"
    r"|(?:公式|方程|式|附录|附表|附图|文献|算法|定理|定义|引理|案例|步骤|实验|模型|方案|问题"
    r"|假设)\s{0,3}[(（]?\d{1,6}(?:[-.–]\d{1,6}){0,20}(?!\s{0,3}(?:例|名|人|个|%|\d))",
    r"(?<!\d)\d{1,6}(?:\s{0,3}[-–—~、/]\s{0,3}\d{1,6}){0,20}\s{0,3}(?:型|级|期(?!间)|号|版|代|维)",
    # names
    rf"(?-i:\b{_SOFTWARE})(?:\s{{0,3}}(?:Statistics|software|软件|系统|version|版本|for\s{{1,3}}Windows|v\.?|ver\.?"
    rf"|R)){{0,20}}[\s,-]{{0,5}}\d{{1,6}}(?:\.\d{{1,6}}){{0,20}}(?![\d%])|\bR\s{{1,3}}(?:version\s{{1,3}}|"
    rf"软件\s{{0,3}})?[2-9]\.\d{{1,6}}(?:\.\d{{1,6}}){{0,20}}"
    rf"|\bv\.?\s{{0,3}}\d{{1,6}}(?:\.\d{{1,6}})+",
    rf"(?-i:\b{_STANDARD})[\s-]*\d[\d.-]{{0,40}}(?:[:-]{_YEAR})?",
    r"\b\d{1,6}(?:\.\d{1,6}){2,9}\b|\b\d(?:,\d{1,2}){1,6}-[A-Za-z]|\b25\(OH\)D\d?|\b24/7\b",
    r"\b\d{1,6}(?:st|nd|rd|th)\b|(?<!\d)\d{1,6}\s{0,3}世纪(?:\s{0,3}\d{1,6}\s{0,3}年代)?|\d{2}\s{0,3}年代|"
    r"双\s?11|双十一|工业\s?\d\.\d",
    # list labels
    r"^\s{0,3}[(]\d{1,2}[)]\s|(?:^|[;；。.]\s?)[(]\d{1,2}[)](?!\s{0,3}[=<>])|^\s{0,3}\d{1,2}[.、)]\s",
]
_NO_QUANTITY = [re.compile(pattern, re.IGNORECASE | re.ASCII) for pattern in _PATTERNS]

_BARE_YEAR = re.compile(rf"(?<![\d.,/^]){_YEAR}(?![\d%‰]|[.,]\d)", re.ASCII)
_AFTER_COUNT = re.compile(
    rf"\s{{0,3}}{_COUNTED_ZH}|[a-zμ]|(?:\s{{1,3}}[a-z-]+){{0,2}}\s{{1,3}}{_COUNTED_EN}\b|\s{{0,3}}(?:mg|g|"
    rf"kg|ml|mL|L|km|m|cm|mm|h"
    rf"|kcal|IU|Hz|units?|USD|dollars|million|thousand)\b",
    re.ASCII,
)
_BEFORE_COUNT = re.compile(r"(?:[=<>≤≥±$¥€£+~]|\btotal of|\bn of|共计?|总计|合计)\s{0,3}$", re.ASCII | re.IGNORECASE)


def no_quantities(text: str) -> Iterator[tuple[int, int]]:
    """Spans of digits that are dates, labels, names or addresses. `text` is folded (see `numbers.fold`)."""
    for pattern in _NO_QUANTITY:
        for match in pattern.finditer(text):
            yield match.span()
    for match in _BARE_YEAR.finditer(text):
        counted = _AFTER_COUNT.match(text, match.end()) or _BEFORE_COUNT.search(
            text[max(0, match.start() - 12) : match.start()]
        )
        if not counted:
            yield match.span()
