"""What a heading says: its number, and the role of the section it opens, in English and Chinese. Pure, no I/O."""

import re

from state.manuscript import SectionKind
from state.words import Word
from tasks.language.scripts import CJK, fold_width

_CHINESE_DIGITS = "一二三四五六七八九十百〇零"
_NUMBERS: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(rf"第\s*[{_CHINESE_DIGITS}\d]+\s*[章篇]\s*[:：、.]?\s*"), 1),
    (re.compile(rf"第\s*[{_CHINESE_DIGITS}\d]+\s*部分\s*[:：、.]?\s*"), 1),
    (re.compile(rf"第\s*[{_CHINESE_DIGITS}\d]+\s*节\s*[:：、.]?\s*"), 2),
    (
        re.compile(
            r"(?:chapter|part)\s+(?:\d+|[IVXLC]+|one|two|three|four|five|six|seven|eight|nine|ten)\b\s*[.:—–-]?\s*",
            re.IGNORECASE,
        ),
        1,
    ),
    (re.compile(r"(?:appendix|annex)\s+[A-Z\d]{1,2}\b\s*[.:—–-]?\s*", re.IGNORECASE), 1),
    (re.compile(rf"附\s*录\s*[A-Z\d{_CHINESE_DIGITS}]?\s*[:：、.]?\s*"), 1),
    (re.compile(rf"[（(][{_CHINESE_DIGITS}]+[)）]\s*"), 2),
    (re.compile(rf"[{_CHINESE_DIGITS}]+\s*[、.．]\s*"), 1),
    (re.compile(r"(?=[IVX])(?:X{0,2}(?:IX|IV|V?I{0,3}))[.)]\s+"), 1),
)
_DECIMAL = re.compile(rf"(\d{{1,2}}(?:\s?[.．]\s?\d{{1,2}}){{0,4}})\s*([.．、)]?)(\s+|(?=[{CJK}]))")

_WORDS: tuple[tuple[SectionKind, str], ...] = (
    (
        SectionKind.REFERENCES,
        r"references?(?: list| cited)?|list of references|references and notes|notes and references|"
        r"bibliograph(?:y|ies)"
        r"|(?:literature|works|sources) cited|cited (?:literature|references|works)|literature|reference list"
        r"|参\s*考\s*文\s*献|(?:主要|主要的)?参考文献(?:表|目录|列表)?|引用文献|引文|文\s*献",
    ),
    (
        SectionKind.ABSTRACT,
        r"abstract|summary|(?:structured|graphical) abstract|摘\s*要|(?:中文|英文|中英文)摘\s*要|内容提要|提\s*要",
    ),
    (
        SectionKind.INTRODUCTION,
        r"introduction|general introduction|introduction and background|background|background and (?:aims?|"
        r"objectives?|rationale)"
        r"|preface|foreword|motivation|rationale|(?:literature|related) (?:review|works?)|review of (?:the )?literature"
        r"|前\s*言|引\s*言|绪\s*论|绪\s*言|导\s*论|导\s*言|序\s*言|引\s*论|(?:研究)?背\s*景|研究背景(?:与|和|及)(?:研究)?意义|选题背景(?:与|和|及)意义"
        r"|文献综述|相关(?:工作|研究)|国内外研究(?:现状|进展)(?:综述)?|研究现状",
    ),
    (
        SectionKind.METHODS,
        r"(?:\w+(?: \w+)? (?:and|&) )?(?:materials?|patients?|subjects?|participants?|data|methods?|"
        r"procedures?|experimental|study population|design)"
        r" (?:and|&) (?:the )?(?:materials?|methods?|methodology|methodologies|procedures?|design)"
        r"|(?:research |study |general |experimental |data |our |online |star ?[★*]? ?|the )?(?:methods?|"
        r"methodology|methodologies)"
        r"|methods? (?:and|&) materials?|(?:methods?|materials?),? (?:and|&) \w+|methods? summary|"
        r"materials, methods,? and \w+"
        r"|experimental(?: (?:section|procedures?|methods?|design|details|set-?up|part))?|"
        r"study design(?: and \w+)?|research design"
        r"|statistical (?:analys[ie]s|methods?)|statistics|data analys[ie]s|statistical analysis plan"
        r"|(?:研究|实验|试验|材料|资料|对象|仪器|理论|数据|病例|临床资料|一般资料|试剂)?(?:材料|资料|对象|试剂|数据|仪器|病例)?(?:与|和|及|、)?(?:研究|实验|试验|"
        r"统计学?|统计分析|数据分析)?方\s*法"
        r"|实验(?:部分|材料与方法|设计|材料)|材料(?:与|和|及)方法|研究设计|研究方案|统计学?(?:处理|分析|方法|学方法)|数据(?:统计)?分析方法|研究对象",
    ),
    (
        SectionKind.RESULTS,
        r"results?(?: and (?:discussions?|analys[ie]s|findings|interpretation))?|findings|(?:experimental|"
        r"main|simulation|numerical|empirical) results"
        r"(?: and (?:discussions?|analys[ie]s))?"
        r"|(?:研究|实验|试验|主要|仿真|实证)?结\s*果(?:(?:与|和|及)(?:分析|讨论))?",
    ),
    (
        SectionKind.DISCUSSION,
        r"discussions?(?: and (?:conclusions?|limitations|implications|outlook))?|general discussion|"
        r"(?:strengths and )?limitations"
        r"|讨\s*论(?:(?:与|和|及)(?:结论|展望|分析))?|分析(?:与|和|及)讨论|综合讨论",
    ),
    (
        SectionKind.CONCLUSION,
        r"(?:general |overall |main )?conclusions?(?: and (?:outlook|future works?|perspectives?|"
        r"recommendations?|discussion))?"
        r"|concluding remarks|summary and (?:conclusions?|outlook)|outlook|future works?"
        r"|结\s*论|总\s*结|小\s*结|结\s*语|结束语|全文总结|本章小结|(?:总结|结论)(?:与|和|及)(?:展望|建议)|(?:全文|研究)(?:总结|结论)(?:(?:与|和|及)展望)?|展\s*望",
    ),
    (
        SectionKind.APPENDIX,
        r"appendi(?:x|ces)|annex(?:es)?|supplement(?:ary|al)? (?:materials?|information|data|methods)|"
        r"supporting information"
        r"|附\s*录|附\s*件|补充材料",
    ),
    (
        SectionKind.OTHER,
        r"acknowledge?ments?|(?:author|authors'?|credit author) contributions?(?: statement)?|"
        r"funding(?: (?:information|sources?|statement))?"
        r"|(?:conflicts?|declarations?|competing|declaration of competing) (?:of )?interests?(?: statement)?|"
        r"data (?:and code )?availability(?: statement)?"
        r"|ethics(?: (?:approval|statement))?(?: and consent to participate)?|abbreviations|keywords?|"
        r"key words|(?:figure|table) (?:legends?|captions?)|tables?|figures?|declarations|(?:author|"
        r"corresponding author)s?(?:['’]s?)? information|corresponding authors?|authors?|affiliations?|"
        r"highlights|nomenclature|contents|table of contents"
        r"|综\s*述|致\s*谢|鸣\s*谢|作者贡献(?:声明)?|利益冲突(?:声明)?|基金(?:项目|资助)?|关键词|缩略(?:语|词)(?:表|对照表)?|攻读.{0,6}学位期间.*|作者简介|"
        r"个人简历|声\s*明|目\s*录",
    ),
)
_KINDS = tuple((kind, re.compile(rf"(?:{words})", re.IGNORECASE)) for kind, words in _WORDS)
_LOOSE: tuple[tuple[SectionKind, re.Pattern[str]], ...] = (
    (
        SectionKind.REFERENCES,
        re.compile(
            r"^(?:(?:supplement(?:ary|al)?|supporting|additional|further|other|selected|key|main|full|online|appendix|"
            r"web|chinese|english|foreign|literature) )*(?:references?|bibliography)"
            r"(?: (?:list|cited|in (?:chinese|english|other languages)|(?:for|of|to) (?:the )?(?:supplement\w*|"
            r"appendi\w+|supporting) ?\w*))?(?: ?\([^)]{1,30}\))?$"
            r"|^(?:[中英外日]文|国[内外]|补充|附录|主要|其他|附)+的?参考文献$|^参考文献\s?[(（].{1,10}[)）]$",
            re.IGNORECASE,
        ),
    ),
    (
        SectionKind.METHODS,
        re.compile(
            r"\b(?:materials? and methods?|patients and methods?)\b|材料与方法|资料与方法|实验方法$|统计学方法",
            re.IGNORECASE,
        ),
    ),
)


_OWN_WORKS = re.compile(
    r"(?:(?:lists?|register) of )?(?:(?:the )?(?:own|my|selected|scientific|author|candidate)(?:['’]?s|s['’])? )?"
    r"(?:publications?|papers|articles)(?: list| and (?:presentations|patents|awards|conferences|manuscripts))?"
    r"(?: (?:of|by|from) (?:the |this )?(?:author|(?:doctoral |phd )?candidate|student|thesis|dissertation)"
    r"|(?: published| written| completed)? during (?:the |my |his |her )?(?:course|doctoral|ph\.?d|master|degree|stud|"
    r"candida).{0,40})?"
    r"|(?:author['’]?s )?curriculum vit(?:ae|æ)(?: of (?:the )?author| and (?:list of )?publications?)?"
    r"|(?:eigene )?(?:publikationen|veröffentlichungen)|lebenslauf"
    r"|(?:publikations|veröffentlichungs|schriften)(?:liste|verzeichnis)"
    r"|(?:攻读|在学|在读|在校|就读|读博|读研|博士|硕士|研究生|学位).{0,12}期间.{0,40}"
    r"|(?:(?:作者|个人|本人|主要|已|公开|近年)*发表(?:的|及录用的?|和录用的?)?(?:学术|期刊|相关)*(?:论文|文章|成果)|"
    r"(?:作者|个人)简历|简\s*历)(?:[、及和与,，].{0,40})?"
    r"|(?:作者|个人)简介[、及和与,，].{1,40}",
    re.IGNORECASE,
)
_MAY_BE_CITED = re.compile(r"(?:publications?|papers|articles|publikationen|veröffentlichungen)", re.IGNORECASE)
"""Headings of own works that elsewhere are the heading of the works cited."""


class HeadingNumber(Word):
    """A heading's printed number: `2.1 ` is depth 2, and the heading's own words start at `end`."""

    depth: int
    end: int
    decimal: bool
    """True for `2.1`, which a list item may begin with as well; False for `第二章` or `Chapter 2`."""


def heading_number(text: str) -> HeadingNumber | None:
    """The number a heading begins with, or None."""
    for pattern, depth in _NUMBERS:
        if match := pattern.match(text):
            return HeadingNumber(depth=depth, end=match.end(), decimal=False)
    if match := _DECIMAL.match(fold_width(text)):
        parts = re.split(r"[.．]", match.group(1))
        return HeadingNumber(depth=len(parts), end=match.end(), decimal=True)
    return None


def heading_words(text: str) -> str:
    """A heading without its number and without a closing colon."""
    number = heading_number(text)
    words = text[number.end :] if number else text
    return words.strip().rstrip(":：.").strip(" *_【】[]")


def section_kind(heading: str) -> SectionKind | None:
    """The role a heading names, or None where its words say nothing (decisions 2.4).

    `Acknowledgements` and the like are OTHER, which is not None: they end a section they do not belong to.
    """
    words = heading_words(heading)
    if not words:
        bare = re.match(r"\s*(?:appendix|annex|附\s*录)", heading, re.IGNORECASE)
        return SectionKind.APPENDIX if bare else None
    for kind, pattern in _KINDS:
        if pattern.fullmatch(words):
            return kind
    if re.match(r"\s*(?:appendix|annex)\b|\s*附\s*录", heading, re.IGNORECASE):
        return SectionKind.APPENDIX
    if names_own_works(heading) and not _MAY_BE_CITED.fullmatch(words):
        return SectionKind.OTHER
    for kind, pattern in _LOOSE:
        if pattern.search(words) and len(words) <= 60:
            return kind
    return None


def names_own_works(heading: str, *, beside_references: bool = False) -> bool:
    """Whether a heading announces the author's life or own publications: what is listed there is cited by nobody.

    `beside_references` says that the manuscript has a reference list under its own heading: only then is a bare
    `Publications` the author's own.
    """
    words = heading_words(heading)
    return _OWN_WORKS.fullmatch(words) is not None and (beside_references or not _MAY_BE_CITED.fullmatch(words))
