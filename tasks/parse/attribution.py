"""Whom a clause names as the one who found something: the author of an attributed finding (V.A3)."""

import re
from dataclasses import dataclass
from functools import lru_cache

from tasks.language.scripts import CJK, count_cjk, is_cjk
from tasks.parse import cues
from tasks.parse.studies import Study, study_in, study_in_chinese

_BETWEEN_EN = r"(?:['’]s?)?,?\s*(?:\((?:19|20)\d\d[a-z]?\)|in (?:19|20)\d\d|\d{4})?,?\s*"
_ADVERBS = (
    r"(?:(?:who|which|have|has|had|also|first|then|later|further|previously|recently|originally|in turn|"
    r"similarly|similarly,|\w+ly|in their (?:study|work|review|trial|paper)|in (?:a|an|their|the|"
    r"one) [^.,;]{1,70}?|using [^.,;]{1,60}?|,|for (?:the first time|example|instance)|all|both|"
    r"were the first to|did not|was the first to|in contrast)[\s,]+){0,4}"
)
_VERB_EN = re.compile(
    rf"{_BETWEEN_EN}{_ADVERBS}(?P<verb>{cues.FOUND_THAT}|find|show|report|demonstrate|observe|reveal|conclude)\b",
    re.IGNORECASE,
)
_BY_EN = re.compile(
    r"\b(?:(?P<verb>reported|shown|demonstrated|found|observed|noted|described|suggested|proposed|argued|"
    r"published|presented|developed|introduced|obtained|given|quoted|cited|measured|estimated|calculated|determined|concluded|confirmed|postulated|identified|"
    r"conducted|performed|defined|devised|modified|validated)\s(?:\w+\s)?by|according to|(?:study|work|"
    r"trial|findings?|results?|report|data|experiments?|analysis|review|meta-analysis|cohort|survey|"
    r"observations?) (?:of|by|from)|contrary to|unlike|similar to|as did|in contrast to|compared (?:with|"
    r"to)|consistent with|in line with|in (?:good |close |full |broad )?agreement with|contradict\w*|"
    r"following|after|method of|"
    r"protocol of|approach of|procedure of|extend(?:s|ed)?|adapted from|modified from)\s(?:that of |"
    r"those of |the (?:work|study|findings|results|report|method|protocol|approach) (?:of|by) |the |a )?$",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?:^|[.;:,]\s|\b(?:that|while|whereas|and|but|although|as|because|since|when|where)\s)\s*$", re.IGNORECASE
)
"""What stands before a name that is the subject of its clause: `Becker and Stein [4] were unable to …`."""
_ARTICLE = re.compile(r"^(?:An?|One|Another|Two|The|Some|Other|Earlier|Previous|Prior|Recent|Early)\b")
_COMPANY = re.compile(r"\bet\s+al\b|\b(?:colleagues|co-?workers|associates|collaborators|team)$")
_CLASSED = re.compile(r"\b(?:classif|grad|stag|diagnos|categori[sz]|defin)\w*\b[^.;]{0,40}$", re.IGNORECASE)
_MID_SENTENCE_NAME = re.compile(
    rf"[a-z\d],\s(?P<author>{cues.NAME})\s(?:had |has |also |later |first |already )?(?:reported|showed|"
    rf"shown|found|argued|noted|concluded|proposed|suggested|claimed|observed|demonstrated|pointed out|"
    rf"postulated)\b"
)
"""Amid a sentence a capital letter means a name: `As early as 1978, Ferrari had reported that …`."""
_FIRST_TO = re.compile(
    rf"\b(?P<author>{cues.NAME}) (?:was|were) (?:among )?the first to (?:suggest|show|describe|report|" rf"propose)\b"
)
_WORK_ITSELF = re.compile(
    r"(?:^\s*|[.;:,]\s+)(?:(?:in contrast|however|similarly|recently),\s)?(?:(?:the )?(?:references?|"
    r"refs?\.|authors? (?:of|in)|study in|work in|paper)\s?)?$",
    re.IGNORECASE,
)
_IN_THE_WORK = re.compile(r"(?:^|[.;:,]\s)In (?:(?:the )?(?:references?|refs?\.|paper|study|work)\s?)?$", re.IGNORECASE)
_METHOD_BY = re.compile(
    r"^(?:described|developed|introduced|devised|modified|validated|proposed|published)$", re.IGNORECASE
)
_FOLLOWED = re.compile(
    r"(?:following|after|(?:method|protocol|approach|procedure) of|adapted from|modified from)\s(?:the )?$",
    re.IGNORECASE,
)
_USED_ZH = re.compile(r"(?:参照|参考|按照?|依照|采用|使用|利用|借鉴|应用|沿用|遵循|运用|选用|仿照)(?:了|由)?\s?$")
_PER_ZH = re.compile(r"(?:根据|依据|基于)\s?$")
_NAMES_A_METHOD_ZH = re.compile(r"^.{0,30}(?:方法|法|公式|模型|算法|方案|步骤|量表|问卷|流程)")
_NAMES_A_TERM_ZH = re.compile(r"^.{0,20}(?:定义|标准|分类|分期|分级|分型|概念|准则)")
_VERB_ZH = re.compile(
    rf"^\s?(?:[(（]?(?:19|20)\d\d年?[)）]?)?\s?(?:[，,]?\s?(?:[^。；，,]{{0,24}}?)?)(?P<verb>{cues.FOUND_ZH})"
)
_VERB_AT_ONCE_ZH = re.compile(
    rf"^\s?(?:[(（]?(?:19|20)\d\d年?[)）]?)?\s?(?:则|也|还|亦|均|曾|首次|首先|进一步|通过[^。；，]{{1,24}}?|最早|最近|同样|先后|的[^。；，]{{1,20}}?|"
    rf"的一项研究|的结果|的报道|在[^。，；]{{1,24}}?|对[^。，；]{{1,24}}?|利用[^。，；]{{1,24}}?|采用[^。，；]{{1,24}}?|"
    rf"基于[^。，；]{{1,24}}?){{0,3}}(?P<verb>{cues.FOUND_ZH})"
)
_THEIRS_ZH = re.compile(
    r"\s?的(?:[^。，；]{0,6}?)(?:研究|报道|报告|结果|发现|观点|结论|试验|实验|调查|估计|测量|测定值?|看法|工作|数据)"
)
_SUBJECT_ZH = re.compile(r"(?:^|[，。；,;:：]|而|但|且|随后|此后|后来)\s?$")
_LEAD_ZH = re.compile(r"^[而但据由如与和及且又经按对在即如像以故则因此]+(?=[\u4e00-\u9fff]{2})")


@dataclass(frozen=True, slots=True)
class Attribution:
    """An author named in a clause, and what was attributed to them."""

    author: str
    use: str
    """`finding`, `method` or `definition`: what the clause takes from them."""
    rest: str
    """What follows the name and its verb."""
    subject: bool = True
    """Whether the author is who the clause is about, and not named in passing (`as described by …`)."""
    named: bool = True
    """False for `the authors of [5]`, `文献[5]`, `有学者`: told of one work, but by no name."""


@lru_cache(maxsize=512)
def attribution(before: str, after: str) -> Attribution | None:
    """The author a citation's clause names, or None. `before` and `after` are the clause around the marker."""
    if count_cjk(before[-12:] + after[:12]):
        return _chinese(before, after) or _unnamed_chinese(before, after)
    return _english(before, after) or _unnamed_english(before, after)


def _unnamed_english(before: str, after: str) -> Attribution | None:
    verb = _VERB_EN.match(after)
    if verb is not None and _WORK_ITSELF.search(before):
        return Attribution("its authors", "finding", _after_verb(after, verb), named=False)
    if _IN_THE_WORK.search(before) and (
        told := re.match(r"\s*,\s*(?:the (?:authors?|researchers)|it (?:is|was))\b", after)
    ):
        return Attribution("its authors", "finding", _clean(after[told.end() :]), named=False)
    first = _FIRST_TO.search(before)
    if first is not None and _is_name(first.group("author")):
        return Attribution(first.group("author"), "finding", _clean(before[first.end() :]))
    amid = _MID_SENTENCE_NAME.search(before)
    if amid is not None and _is_name(amid.group("author")):
        return Attribution(amid.group("author"), "finding", _clean(before[amid.end() :]))
    clause = f"{before.rstrip()} {after.lstrip()}"
    return _of_study(study_in(clause), clause)


def _unnamed_chinese(before: str, after: str) -> Attribution | None:
    verb = _VERB_AT_ONCE_ZH.match(after)
    if (
        verb is not None
        and re.search(r"(?:文献|文|研究|(?:^|[，。；,;]))\s?$", before)
        and not _USED_ZH.search(before[:-2])
    ):
        return Attribution("原作者", "finding", _told(after[verb.end() :], before + after), named=False)
    return _of_study(study_in_chinese(before + after), before + after)


def _of_study(study: Study | None, clause: str) -> Attribution | None:
    if study is None:
        return None
    rest = _told(re.sub(r"^\s*,?\s*(?:that\b|称)", "", study.rest), clause)
    who = _ARTICLE.sub(lambda match: match.group().lower(), _clean(_JOINED_ZH.sub("", study.who)))
    return Attribution(who, "finding", rest, subject=not study.compared, named=False)


def _english(before: str, after: str) -> Attribution | None:
    clause = f"{before.rstrip()} {after.lstrip()}"
    for match in cues.AUTHORS_EN.finditer(clause):
        author, lead, rest = match.group("author"), clause[: match.start()], clause[match.end() :]
        if not _is_name(author):
            continue
        verb = _VERB_EN.match(rest)
        by = _BY_EN.search(lead)
        if by is not None:
            return Attribution(author, _use_by(by, clause), _clean(clause), subject=False)
        if verb is not None:
            return Attribution(author, "finding", _after_verb(rest, verb))
        touching = len(lead) + len(author) >= len(before.rstrip()) - 2 and match.start() <= len(before)
        surely = touching or _COMPANY.search(author)
        if surely and (re.match(r"['’]s?\s", rest) or (_SUBJECT.search(lead) and re.match(r"\s*[a-z]", rest))):
            defines = re.match(r"\s*(?:\w+ly )?(?:defin|conceptuali[sz])", rest)
            return Attribution(author, "definition" if defines else "finding", _clean(rest))
    single = cues.SINGLE_NAME_EN.search(before)
    if single is not None and _is_name(single.group("author")):
        verb = _VERB_EN.match(after)
        if verb is not None and verb.end() < 70:
            return Attribution(single.group("author"), "finding", _after_verb(after, verb))
        by = _BY_EN.search(before[: single.start("author")])
        if by is not None and (by.group("verb") or by.group().lower().startswith(("according", "method", "protocol"))):
            return Attribution(single.group("author"), _use_by(by, clause), _clean(clause), subject=False)
    return None


def _use_by(by: re.Match[str], clause: str) -> str:
    verb = (by.group("verb") or "").lower()
    if (
        _CLASSED.search(clause[: by.start()])
        or verb == "defined"
        or re.search(r"\b(?:criteria|definition|classification)\b.{0,20}$", clause[: by.start()], re.IGNORECASE)
    ):
        return "definition"
    if _FOLLOWED.search(by.group()) or (
        _METHOD_BY.match(verb)
        and re.search(
            r"\b(?:method|protocol|as|procedure|technique|algorithm|approach|assay|model|software|scale|score|"
            r"questionnaire|test|formula|equation|framework|network)s?\b",
            clause[: by.start()],
            re.IGNORECASE,
        )
    ):
        return "method"
    return "finding"


def _is_name(author: str) -> bool:
    words = re.findall(r"[A-Za-z\u00c0-\u024f][\w'’\-\u00c0-\u024f]*", author)
    first = next((word for word in words if len(word) > 1), "")
    return first.lower() not in cues.NO_NAME and not (first.isupper() and len(first) > 2 and "et al" not in author)


def _after_verb(rest: str, verb: re.Match[str]) -> str:
    tail = rest[verb.end() :]
    return _clean(re.sub(r"^\s*,?\s*that\b", "", tail)) or _clean(rest)


def _clean(text: str) -> str:
    return " ".join(text.split()).strip(" ,.;:，。；：、")


_ASPECT_ZH = re.compile(r"^\s*(?:了(?!解(?![决释读析除]))|过(?=[一此该这类]))\s*")


_JOINED_ZH = re.compile(r"^[与和同据](?=[\u4e00-\u9fff]{2})")
_COMPARED_ZH = re.compile(r"[高低大小多少优劣早晚快慢好差源基由对关位处]于$")


def _told(rest: str, clause: str) -> str:
    """What follows a Chinese verb, without the 了 or 过 that belongs to it (提出了…); the whole clause where what
    follows only qualifies something (文献报道的90%)."""
    told = _clean(_ASPECT_ZH.sub("", rest))
    return _clean(clause) if told.startswith("的") else told


def _chinese(before: str, after: str) -> Attribution | None:
    clause = f"{before}{after}"
    found: list[tuple[str, str, str]] = []
    for match in cues.AUTHORS_ZH.finditer(clause):
        author = _from_surname(_LEAD_ZH.sub("", match.group("author")))
        if author is None:
            continue
        rest = clause[match.end() :]
        touching = abs(match.end() - len(before)) <= 1
        if touching or _VERB_AT_ONCE_ZH.match(rest) or _THEIRS_ZH.match(rest):
            found.append((clause[: match.start() + len(match.group("author")) - len(author)], author, rest))
    single = None if found else _single_chinese(before, after)
    if single is not None:
        found.append((before[: -len(single)] if before.endswith(single) else "", single, after))
    for lead, author, rest in found:
        if _USED_ZH.search(lead):
            return Attribution(author, "definition" if _NAMES_A_TERM_ZH.match(rest) else "method", _clean(clause))
        if _PER_ZH.search(lead):
            if _NAMES_A_TERM_ZH.match(rest):
                return Attribution(author, "definition", _clean(clause))
            if _NAMES_A_METHOD_ZH.match(rest):
                return Attribution(author, "method", _clean(clause))
        verb = _VERB_ZH.match(rest)
        if verb is not None:
            return Attribution(author, "finding", _told(rest[verb.end() :], clause) or _clean(rest))
        if _THEIRS_ZH.match(rest) or re.search(r"与\s?$|同\s?$|据\s?$", lead):
            return Attribution(author, "finding", _clean(clause))
        if single is not None or (_SUBJECT_ZH.search(lead) and not _NAMES_A_METHOD_ZH.match(rest[:8])):
            return Attribution(author, "finding", _clean(rest))
    return None


def _from_surname(author: str) -> str | None:
    """The name within `…王伟等`, beginning at its surname; None where the characters are no name (`高血压等`)."""
    if not is_cjk(author[0]):
        return author.strip()
    characters = re.match(rf"[{CJK}·]+?(?:[(（][A-Za-z .'-]+[)）])?(?=\s?(?:等|及其|和同事|团队|课题))", author)
    if characters is None:
        return None
    name = characters.group()
    if "·" in name or re.search(r"[A-Za-z]", name):
        return author
    for length in (3, 2):
        part = name[-length:]
        compared = _COMPARED_ZH.search(name[: len(name) - length + 1])
        if len(name) >= length and part[0] in cues.SURNAMES and not compared and not cues.NOT_A_NAME_ZH.search(part):
            return author[len(name) - length :]
    return None


def _single_chinese(before: str, after: str) -> str | None:
    """`王伟[5]发现` or `Smith[5]指出`: a name touching the marker, and a finding verb at once behind it."""
    if not (_VERB_AT_ONCE_ZH.match(after) or _THEIRS_ZH.match(after)) and not re.match(
        r"\s?(?:将|把|首次|曾|从[^。；，]{1,16}(?:出发|角度|视角)|通过|运用|基于)", after
    ):
        return None
    foreign = cues.FOREIGN_NAME_ZH.search(before)
    if foreign is not None:
        return foreign.group("author")
    latin = cues.SINGLE_NAME_ZH.search(before)
    if latin is not None and _is_name(latin.group("author")):
        return latin.group("author")
    textual = cues.TEXTUAL_NAME_ZH.match(before)
    name = textual.group("author") if textual else None
    titled = re.search(r"(?:学者|教授|博士)([\u4e00-\u9fff]{2,3})\s?$", before)
    name = titled.group(1) if titled else name
    if name and name[0] in cues.SURNAMES and not cues.NOT_A_NAME_ZH.search(name):
        return name
    return None
