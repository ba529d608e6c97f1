"""Whom a clause credits without a name: `a cohort study found`, `some authors argue`, 有研究显示 (V.A3).

A study so ascribed counts for one reference only; with several, nobody in particular is credited.
"""

import re
from dataclasses import dataclass

_OWN = r"(?!(?:this|these|our|the present|the current|present|current|we)\b)"
_STUDY = (
    r"(?:stud(?:y|ies)|trials?|research|work|experiments?|surveys?|cohorts?|(?:re-?|meta-?)?analys[ie]s|"
    r"reviews?|investigations?|reports?|simulations?|evaluations?|audits?|modelling|observations|follow-up data|"
    r"groups?|teams?|papers?|literature)"
)
_TOLD = (
    r"(?:found|show(?:ed|n|s)?|report(?:ed|s)|demonstrate[sd]?|reveal(?:ed|s)?|observe[sd]|indicate[sd]?|"
    r"suggest(?:ed|s)?|confirm(?:ed|s)|conclude[sd]?|estimate[sd]|identifie[sd]|document(?:ed|s)|note[sd]|"
    r"detected|argue[sd]?|established|put forward|proved|pointed|points|linked|failed to)"
)
_STUDY_TOLD = re.compile(
    rf"(?:^|[.;:,]\s|\b(?:that|and|but|while|whereas|although|as|since|because|which)\s){_OWN}"
    rf"(?P<who>(?:[\w'’-]+\s){{0,6}}(?:{_STUDY}|(?:one|another|that|the same|a second) (?:group|team)))\b"
    rf"(?:(?!\b(?:and|but|was|were|been|to|be)\s{_TOLD})[^.;]|\.\d){{0,90}}?"
    rf"(?<!was )(?<!were )(?<!been )(?<!to )(?<!be )\b{_TOLD}\b(?! in (?:the )?(?:appendix|table))",
    re.IGNORECASE,
)
_IN_A_STUDY = re.compile(
    rf"(?:^|[.;:,]\s|\b(?:and|but|while|whereas)\s)in (?P<who>(?:a|an|one|another|two|the only|that) "
    rf"(?:[\w'’,-]+\s){{0,8}}?(?:{_STUDY}|series|population))\b[^.;]{{0,70}},\s",
    re.IGNORECASE,
)
_SEEN_IN = re.compile(
    rf"\b(?:was|were|been|is|are|\w+ed) (?:also |then |previously |only )?(?:seen|found|observed|reported|noted|"
    rf"noticed|"
    rf"shown|described|confirmed|obtained|occurred|demonstrated)\b[^.;]{{0,50}}\bin (?P<who>(?:a|an|one|another) "
    rf"(?:[\w'’-]+\s){{0,8}}?(?:{_STUDY}|series))\b",
    re.IGNORECASE,
)
_LIKE_A_STUDY = re.compile(
    rf"\b(?:consistent with|in (?:line|keeping|accordance|(?:\w+ )?agreement) with|similar to|agree[sd]? (?:\w+ )?with|"
    rf"contrary to|in contrast to|unlike|comparable (?:to|with)|match(?:es|ed)?|confirm(?:s|ed)?|corroborate[sd]?|"
    rf"contradict(?:s|ed)?|(?:lower|higher|smaller|larger|shorter|longer|better|worse|more|less) than|echo(?:es|ed)?|"
    rf"support(?:s|ed)?|compared (?:with|to)|close to|reproduce[sd]?)\b[^.;]{{0,60}}?"
    rf"(?P<who>\b(?:a|an|one|another|the (?:only|largest|first)|that of|those of|previous|earlier|prior|recent)\b "
    rf"(?:[\w'’-]+\s){{0,6}}?(?:{_STUDY}|findings|results))\b",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    r"\b(?P<who>(?:some|other|certain|a few|the|these|those|its) (?:authors?|researchers?|scholars|"
    r"investigators|critics|experts|economists|theorists|historians))\s(?:of the [\w-]+ (?:trial|study) )?"
    r"(?:\w+ly |also |have |has )?(?:argued?|suggest(?:ed)?|believed?|claim(?:ed)?|contend(?:ed)?|"
    r"propos(?:ed?|e)|maintain(?:ed)?|concluded?|f(?:ou|i)nd|reported?|show(?:ed|n)?|noted?|observed?|"
    r"hold|held)\b",
    re.IGNORECASE,
)
_PEOPLE_ZH = re.compile(
    r"(?P<who>(?:有|也有|还有|另有|亦有|国内有|国外有|部分|一些|个别|上述|该文|原文|该)(?:的)?(?:学者|研究者|"
    r"作者|专家|人|研究人员|研究团队|"
    r"团队))[^。；，]{0,10}(?:认为|提出|指出|发现|主张|质疑|报道|证实|强调|建议|观察到|推测)"
)
_STUDY_ZH = r"(?:研究|试验|实验|调查|[Mm]eta分析|荟萃分析|系统评价|分析|报道|文献|随访|综述)"
_TOLD_ZH = r"(?:发现|表明|显示|证实|证明|提示|指出|报道|报告|认为|揭示|观察到|得出|称|估计|结果为)"
_STUDY_TOLD_ZH = re.compile(
    rf"(?:^|[，。；,;:：、]|但|而|且|据|已|又|也|并|同时|此外|另外|然而)"
    rf"(?P<who>(?!本|我们|笔者|上述结果)[^。；，,本]{{0,30}}?{_STUDY_ZH}(?:者|结果|结论|数据)?)"
    rf"(?:[^。；，,]{{0,16}}?|[^。；]{{0,30}}?，?结果){_TOLD_ZH}"
)
_REPORTED_ZH = re.compile(
    r"(?P<who>(?:有|国外|国内|国内外|既往|此前|文献|据|近期|早期|最新)(?:文献|研究|资料|已有)?)(?:报道|"
    r"报告)(?!的方法|方法|的步骤)"
)
_LIKE_A_STUDY_ZH = re.compile(
    rf"(?:与|和|同|跟)(?P<who>[^。；，]{{0,30}}?(?:{_STUDY_ZH}|学者|前人|结论))[^。；，]{{0,14}}?(?:一致|相似|"
    rf"相近|相符|相同|吻合|接近|"
    rf"类似|不同|不符|相反|相左|相悖|矛盾|存在差异)"
    rf"|(?:高于|低于|大于|小于|优于|略高于|略低于|支持了?|验证了|印证了)(?P<that>[^。；，]{{0,24}}?{_STUDY_ZH})"
)


@dataclass(frozen=True, slots=True)
class Study:
    """Words that stand for one work without a name, and what follows them in the clause."""

    who: str
    rest: str
    compared: bool = False
    """Whether it is held against what the clause itself tells (`in line with an earlier report`)."""


def study_in(clause: str) -> Study | None:
    """The study or the people an English clause credits with a result, without a name; None where there is none."""
    for cue in (_STUDY_TOLD, _IN_A_STUDY, _PEOPLE):
        match = cue.search(clause)
        if match is not None:
            return Study(match.group("who"), clause[match.end() :])
    match = _SEEN_IN.search(clause) or _LIKE_A_STUDY.search(clause)
    return Study(match.group("who"), clause, compared=True) if match is not None else None


def study_in_chinese(clause: str) -> Study | None:
    """The same for a Chinese clause."""
    match = _PEOPLE_ZH.search(clause) or _STUDY_TOLD_ZH.search(clause) or _REPORTED_ZH.search(clause)
    if match is not None:
        return Study(match.group("who"), clause[match.end() :])
    match = _LIKE_A_STUDY_ZH.search(clause)
    return Study(match.group("who") or match.group("that"), clause, compared=True) if match is not None else None
