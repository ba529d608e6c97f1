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
    r"https?://\S+|www\.\S+|\bdoi:?\s*\S+|\b10\.\d{4,9}/\S+|\S+@\S+\.\w+",
    # dates
    rf"\b{_YEAR}-\d{{1,2}}-\d{{1,2}}\b|\b{_YEAR}/\d{{1,2}}/\d{{1,2}}\b|\b\d{{1,2}}/\d{{1,2}}/{_YEAR}\b"
    rf"|\b{_YEAR}\.\d{{1,2}}\.\d{{1,2}}\b",
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?\s*(?:[-–—]|to|and)\s*)?\d{{1,2}}(?:st|nd|rd"
    rf"|th)?\s+(?:of\s+)?(?-i:{_MONTH})(?:,?\s+{_YEAR})?(?![A-Za-z])",
    rf"\b(?-i:{_MONTH})\s+\d{{1,2}}(?:st|nd|rd|th)?(?:\s*[-–—]\s*\d{{1,2}})?(?:,?\s+{_YEAR})?(?![\d.%])"
    rf"|\b(?-i:{_MONTH}),?\s+{_YEAR}\b",
    rf"(?:{_YEAR}年)?(?<!\d)\d{{1,2}}月(?!龄)(?:\d{{1,2}}[日号])?(?:\s*(?:[-–—~]|至"
    rf"|到)\s*(?:\d{{1,2}}月)?\d{{1,2}}[日号])?|(?<=[-–—~至到])\d{{1,2}}月(?!龄)(?:\d{{1,2}}[日号])?",
    rf"(?<!\d){_YEAR}\s*年?\s*(?:[-–—~]{{1,2}}|至|到|、|和|与|及)\s*{_YEAR}\s*年?|(?<!\d){_YEAR}\s*年(?:代"
    rf"|底|初|末|度|以来|间)?",
    rf"(?<![\d.,]){_YEAR}s\b|(?<![\d.,]){_YEAR}\s*[-–—/]\s*(?:{_YEAR}|\d{{2}})(?![\d%.,]\d|\d)(?!\s*{_COUNTED_EN})",
    r"\b\d{1,2}:\d{2}(?::\d{2})?\s*(?:am|pm|a\.m\.|p\.m\.)",
    # levels of a confidence interval
    r"\b\d{2}(?:\.\d+)?\s*%\s*-?\s*(?:CIs?|CrIs?|C\.I\.|HDI|HPD|PI|UI|LoA|confidence|credib(?:le|ility)"
    r"|prediction|uncertainty|limits of agreement|的?(?:置信|可信|预测)区间?)",
    r"\b(?:CI|CrI|置信区间|可信区间)\s*[:：,(（]?\s*9[059](?:\.\d)?\s*%",
    # printed labels: their number may have parts ("Section 3.2", "Fig. 2a"), and a plural label a list
    rf"(?<![A-Za-z]){_STRONG_LABEL}\.?\s*\(?[SA]?\d+(?:[.\-–]\d+)*[a-z]?\b(?!\s*%)(?:(?:\s*[,–-]\s*"
    rf"|\s*(?:and|&)\s*)[SA]?\d+(?:\.\d+)*[a-z]?\b(?!\s*(?:%|{_COUNTED_EN})|\.\d))*",
    r"(?<![A-Za-z])(?:phases?|types?|grades?|stages?)\s*-?\s*\d[a-z]?(?:\s*(?:[-–,/]|or|and|to)\s*\d[a-z]?)*"
    r"(?![\d.%]|[-\s]?(?:years?|months?|weeks?|days?)\b)",
    rf"(?<![A-Za-z]){_WEAK_LABEL}\s*-?\s*{_SMALL}[a-z]?(?:\s*(?:[-–,/]|or|and"
    rf"|to)\s*{_SMALL}[a-z]?)*\b(?!\s*(?:%|of\b|{_COUNTED_EN}|[a-zμ]{{1,3}}/)|\.\d|-?\s*(?:years?|months?"
    rf"|weeks?|days?|h|hours?|min|mg|g|kg|mL|ml|mm|cm)\b)",
    r"\b(?:nos?|pp?)\.\s*\d+(?:\s*[-–]\s*\d+)?(?![.\d])",
    r"第\s*\d+(?:\s*[-–—~至到、]\s*\d+)*",
    r"(?<![量代发外年报列])表\s*[SA]?\d+(?:[-.–]\d+)*|(?<![意地试企])图\s*[SA]?\d+(?:[-.–]\d+)*[a-z]?"
    r"|(?:公式|方程|式|附录|附表|附图|文献|算法|定理|定义|引理|案例|步骤|实验|模型|方案|问题"
    r"|假设)\s*[(（]?\d+(?:[-.–]\d+)*(?!\s*(?:例|名|人|个|%|\d))",
    r"\d+(?:\s*[-–—~、/]\s*\d+)*\s*(?:型|级|期(?!间)|号|版|代|维)",
    # names
    rf"(?-i:\b{_SOFTWARE})(?:\s*(?:Statistics|software|软件|系统|version|版本|for\s+Windows|v\.?|ver\.?"
    rf"|R))*[\s,-]*\d+(?:\.\d+)*(?![\d%])|\bR\s+(?:version\s+|软件\s*)?[2-9]\.\d+(?:\.\d+)*"
    rf"|\bv\.?\s*\d+(?:\.\d+)+",
    rf"(?-i:\b{_STANDARD})[\s-]*\d[\d.-]*(?:[:-]{_YEAR})?",
    r"\b\d+(?:\.\d+){2,}\b|\b\d(?:,\d{1,2})+-[A-Za-z]|\b25\(OH\)D\d?|\b24/7\b",
    r"\b\d+(?:st|nd|rd|th)\b|\d+\s*世纪(?:\s*\d+\s*年代)?|\d{2}\s*年代|双\s?11|双十一|工业\s?\d\.\d",
    # list labels
    r"^\s*[(]\d{1,2}[)]\s|(?:^|[;；。.]\s?)[(]\d{1,2}[)](?!\s*[=<>])|^\s*\d{1,2}[.、)]\s",
]
_NO_QUANTITY = [re.compile(pattern, re.IGNORECASE | re.ASCII) for pattern in _PATTERNS]

_BARE_YEAR = re.compile(rf"(?<![\d.,/^]){_YEAR}(?![\d%‰]|[.,]\d)", re.ASCII)
_AFTER_COUNT = re.compile(
    rf"\s*{_COUNTED_ZH}|[a-zμ]|(?:\s+[a-z-]+){{0,2}}\s+{_COUNTED_EN}\b|\s*(?:mg|g|kg|ml|mL|L|km|m|cm|mm|h"
    rf"|kcal|IU|Hz|units?|USD|dollars|million|thousand)\b",
    re.ASCII,
)
_BEFORE_COUNT = re.compile(r"(?:[=<>≤≥±$¥€£+~]|\btotal of|\bn of|共计?|总计|合计)\s*$", re.ASCII | re.IGNORECASE)


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
