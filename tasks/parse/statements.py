"""The words by which a sentence states a result, or says something general, in English and Chinese. Data, no decisions.

Written from what authors write, not from any labelled set. Each pattern is searched in a clause freed of its markers.
"""

import re


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


def _any_word(*parts: str) -> re.Pattern[str]:
    """The same for patterns that all begin with a Latin letter at a word's beginning: looked for nowhere else."""
    return re.compile(rf"\b(?=[a-z])(?:{'|'.join(parts)})", re.IGNORECASE)


_EFFECT = (
    r"(?:increas|decreas|reduc|improv|lower|rais|elevat|enhanc|attenuat|inhibit|suppress|promot|accelerat|"
    r"delay|prolong|shorten|worsen|exacerbat|impair|"
    r"doubl|tripl|halv|declin|diminish|outperform|exceed|surpass|prevent|protect|induc|activat|upregulat|"
    r"downregulat|mediat|trigger|phosphorylat|correlat|"
    r"predict|dropp|weaken|strengthen|modulat|abolish|rescu|restor|benefit|aggravat|alleviat|facilitat|"
    r"hamper|stimulat|regulat|differ|sustain|driv|bind|impair|degrad|cleav|caus|block|limit|disrupt|"
    r"interfer|interact|disturb|threaten|weigh|shift|extend|deplet|erod|undermin|hinder|boost|harm|alter|narrow|widen|"
    r"deter|determin|damag|destroy|curb|dampen|crowd|amplif|stabili[sz]|deteriorat)"
)
_PLAIN_VERBS = (
    r"(?:reduce|improve|enhance|suppress|inhibit|promote|impair|induce|restore|worsen|shorten|prolong|"
    r"accelerate|attenuate|"
    r"stimulate|regulate|weaken|strengthen|alleviate|aggravate|exacerbate|disturb|raise|slow|predict|"
    r"mediate|cause|prevent|lower|undermine|hinder|boost|alter|narrow|widen|deter|damage|deplete|erode|harm|curb)"
)
_COMPARATIVES = (
    r"(?:higher|lower|longer|shorter|better|worse|greater|smaller|larger|faster|slower|stronger|weaker|fewer|more|less|"
    r"safer|older|younger|rarer|milder)"
)
RESULT = _any_word(
    rf"(?<!to )(?<!and )(?<!or )(?<!, )(?<!that )(?<!which )\b{_PLAIN_VERBS} (?!by\b|of\b|is\b|are\b|for\b|in\b)[a-z]",
    r"(?<!the )(?<!an )(?<!a )(?<!to )(?<!and )\b(?:increase|decrease) (?!by\b|of\b|in\b|is\b|was\b|over\b|"
    r"with\b|observed|seen)[a-z]",
    rf"(?<!to )\b{_EFFECT}e? (?:the|a|an|its|their|both|all)\b",
    rf"\b(?:is|are|was|were|remain(?:s|ed)?|became) (?:\w+ly |much |no )?{_COMPARATIVES}\b(?! (?:and more|"
    rf"or less|important|common|popular))",
    rf"\b(?:gives?|gave|has|have|had|shows?|showed|yield(?:s|ed)?|reach(?:es|ed)?) (?:\w+ly |much |a |"
    rf"an )?{_COMPARATIVES}\b",
    rf"(?<!to be )\b(?!caused by\b|limited\b|driven\b|based\b|blocked\b|regulated\b|mediated\b|bound\b|"
    rf"used\b){_EFFECT}(?:e[sd]|s|ed)\b(?! (?:attention|interest|awareness|use\b|demand))",
    rf"\b(?:can|may|could|might|does|did|do|will|would|not|also|significantly|substantially|markedly|"
    rf"directly|independently|further|strongly) {_EFFECT}e?\b",
    r"\b(?:increase|decrease|reduction|decline|improvement|rise|fall|drop|difference|gain|loss)s? (?:in|"
    r"of|between)\b|\b(?:speeds? up|slows? down|makes? (?:\w+ ){1,4}(?:\w+able|impossible|easier|harder|\w+er)|"
    r"rose|fell|grew|led to|leads to|lead to|resulted in|results in|contributes? to|"
    r"contributed to)\b",
    r"\b(?:higher|lower|greater|smaller|longer|shorter|faster|slower|better|worse|superior|inferior|"
    r"comparable|equivalent|non-?inferior|stronger|weaker|more|less|fewer|larger|safer|earlier|"
    r"similar) (?:\w+[ -]){0,6}?(?:than|compared)\b",
    r"\b(?:longer|shorter|faster|slower|better|worse|higher|lower|greater|(?:more|less) (?:often|"
    r"frequently|likely|slowly|quickly|severe|severely|accurate|accurately))\W*$",
    r"\b(?:is|are|was|were|been) (?:also |now |still |steadily )?(?:rising|falling|growing|declining|"
    r"increasing|decreasing)\b|(?<!to )\b(?:increase|decrease|reduce|lower|raise|improve|prevent) the\b",
    r"\b(?:superior|inferior|equivalent|comparable|non-?inferior|unrelated|linked|related) to\b|"
    r"\b(?:associated|correlated) with\b|\bin association with\b|\bassociation (?:between|of)\b|"
    r"\bcorrelation between\b",
    r"\b(?:significant(?:ly)?|odds ratio|hazard ratio|relative risk|risk factors? for|no (?:effect|"
    r"difference|benefit|evidence|association)|compared (?:with|to)|statistically|twice (?:as|the)|"
    r"dose-dependent(?:ly)?|independent predictors?)\b",
    r"\b(?:more|less) \w+ly\W*$|\b(?:one|two|three|four|nine) (?:in|out of) (?:two|three|four|five|six|seven|"
    r"eight|nine|ten|"
    r"twelve|twenty|\d)",
    r"\b(?:found(?! (?:its|their) (?:way|place))|showed|shown|shows|reported|demonstrate[sd]?|revealed?|"
    r"observed|indicate[sd]?|confirmed|"
    r"evidence (?:that|suggests|shows|indicates)|estimated|concluded)\b",
)
RESULT_ZH = _any(
    r"显著|明显(?:高于|低于|降低|升高|增加|减少|改善|优于|提高|下降|上升|缩短|延长|增强|减弱|抑制)|升高|"
    r"降低(?!成本)|下降|减少|减轻了|提高了|改善了|增强了|缩短|延长|减弱|"
    r"上升(?!为|到|至国家)|抑制|促进了|诱导|激活|上调|下调|介导|加速|延缓",
    r"正相关|负相关|受损|受阻|受限(?!于)|(?:与|和)[^。，；]{1,40}?(?:密切|显著|独立|呈|"
    r"存在)?[^。，；]{0,6}(?:相关(?!研究|文献|领域|工作|内容|知识|的研究|部门)|有关|关联)|"
    r"(?:危险|保护|风险)因素|高于|低于|优于|劣于|大于|小于|多于|少于|超过|差异(?:有|无|具有)|无统计学|独立预测",
    r"(?:可|能|能够|可以|会|可有效|将)(?:有效|显著|明显|进一步|直接|够)?(?:地)?(?:提高|降低|改善|减少|缓解|减轻|"
    r"促进|抑制|增强|增加|诱导|延缓|预测|预防|导致|引起|"
    r"缩短|延长|阻断)|导致[^。，；]{2,}|引起[^。，；]{2,}",
    r"发现|表明|显示|证实|证明|提示|观察到|报道|报告|揭示|达到?\s?\d",
    r"消失|丧失|失活|有助于|有利于|不利于|有益于",
    r"越(?!来越)[^。；]{1,16}越|更(?:大|小|高|低|快|慢|强|弱|好|差|易|长|短|多|少)|变(?:窄|宽|慢|快|差|好|大|小|"
    r"薄|厚)|(?:越|较)(?:大|小|高|低)[^。，；]{0,6}$",
    r"(?:缓解|削弱|加剧|恶化|破坏|损害|损伤|改善|抑制|促进|提升|提高|增强|增加|减小|增大|缩小|扩大|阻碍|推动|"
    r"加快|加重|影响|调控|挤出|弥补|稀释)了|"
    r"(?:会|能|能够|可|可以|可能|将|易|容易)(?:[^。，；]{0,6}?)(?:削弱|加剧|恶化|破坏|损害|损伤|提升|减小|增大|"
    r"缩小|扩大|阻碍|推动|倒逼|加快|加重|挤出|激发|诱发|增大|损伤|"
    r"修复|抵抗|耐受|清除|结合|逆转|影响)|(?:使|令|致使)[^。，；]{1,20}(?:缩|增|减|升|降|提|改善|变|恶化|加快|"
    r"延|丧失|失效|受|失去)",
)
EVIDENCE = _any(
    r"\b(?:two|three|recent|previous|earlier|large|prospective|"
    r"retrospective|randomi[sz]ed|cohort|multicent\w+|meta-?analys[ie]s|trial|study|survey|registry|"
    r"experiments?|cross-sectional|case.control)\b[^.;]{0,60}\b(?:found|showed?n?|reported|demonstrated?|"
    r"revealed?|observed|indicated?|suggest(?:s|ed)?|confirmed|concluded|estimated|identified)\b",
    r"\bin (?:a|an|one|another|the) (?:[\w-]+ ){0,8}(?:study|trial|cohort|survey|meta-analysis|analysis|"
    r"registry|series|experiment|report)\b",
    r"(?:一项|有|某|该|另一?项|另有|国外|国内|近期|最新|多中心|随机|队列|荟萃|Meta|meta|前瞻性|回顾性|既往|动物|"
    r"体外|临床|流行病学)[^。；，]{0,24}(?:研究|"
    r"分析|试验|实验|调查|报道|数据|资料|统计)[^。；]{0,12}(?:发现|表明|显示|证实|提示|指出|报道|认为|证明|揭示)",
)
GENERAL = _any_word(
    r"\b(?:wide(?:ly|spread)|well[- ](?:known|established|documented|recogni[sz]ed|accepted|studied|"
    r"described|understood)|extensively|(?:commonly|frequently|traditionally|generally|often|routinely|"
    r"typically|usually|increasingly|mostly|mainly) (?:used|studied|applied|encountered|seen|observed|"
    r"recogni[sz]ed|accepted|regarded|considered|employed|performed|prescribed|adopted|treated|known|"
    r"found in|affect\w*|occur\w*)|increasing(?:ly)? (?:attention|interest|used|recogni[sz]ed|popular|"
    r"important|common|being)|"
    r"(?:attract|receiv|gain|draw|garner)\w* (?:\w+ ){0,5}(?:attention|interest|popularity|traction)|"
    r"interest\b[^.;]{0,50}\b(?:grow[ns]?|growing|increas\w+|risen|surged)|growing (?:interest|body|attention|"
    r"concern|number)|major (?:public )?(?:health )?(?:problem|concern|"
    r"challenge|issue|burden|cause)|"
    r"(?:important|key|central|crucial|essential|pivotal|critical|vital|fundamental) (?:\w+ )?(?:roles?|"
    r"parts?|components?|topics?|issues?|problems?|tasks?|challenges?|steps?)|"
    r"hot ?(?:spot|topic)|active area|long (?:been|history)|of (?:great|growing|considerable|"
    r"increasing) (?:interest|importance|concern)|remains? (?:a |an |one |the |poorly |largely |unclear|"
    r"unknown|controversial|challenging|debated|limited|to be)|"
    r"little is known|poorly understood|not (?:yet |fully |well )+understood|under(?:-)?studied|"
    r"(?:is|are|remains?|represents?|constitutes?|became|has become|have become) (?:\w+ )?(?:a |an |the |"
    r"one of the |among the )?(?:most |second |third )?(?:most )?(?:\w+ ){0,2}(?:common|prevalent|leading|"
    r"frequent|popular|widespread|important|promising|active|serious|challenging|devastating|chronic|"
    r"complex|heterogeneous|multifactorial|ubiquitous)\b)",
    r"\b(?:reviewed|overviews?|see|reviews?|for (?:a|an|further|more)|surveyed|textbooks?|monographs?|"
    r"introduced in|tutorial|history of|handbook|summari[sz]ed (?:in|by|elsewhere)|discussed (?:in|by|"
    r"elsewhere)|overview)\b",
)
GENERAL_ZH = _any(
    r"广泛(?:应用|使用|关注|存在|用于|研究|认可|分布|重视)|备受关注|受到.{0,14}(?:关注|重视|青睐)|"
    r"引起.{0,14}(?:关注|重视|兴趣)|日益(?:受到|成为|严重|增多|"
    r"突出|广泛|凸显)|越来越(?:多|受|广泛|成为|重要)|研究热点|热点(?:之一|问题|方向)?|重要(?:的)?(?:作用|意义|"
    r"地位|角色|课题|问题|组成部分|内容|方向|手段|环节|基础|"
    r"途径|研究方向)|关键(?:作用|角色|问题|环节)|众所周知|普遍认为|公认|"
    r"(?:是|为|成为|已成为|作为)[^。，；]{0,24}(?:最|较为|十分)?(?:常见|多见|主要|重要|普遍|严重|流行|活跃|典型|"
    r"经典|基本)(?:的|之一)?|"
    r"常见(?:的)?(?:疾病|病|肿瘤|并发症|类型|问题)|主要(?:的)?(?:死因|病因|原因|挑战|问题)之一|公共卫生问题|"
    r"难点|挑战|尚不(?:清楚|明确|完全)|仍不清楚|"
    r"尚未(?:完全)?(?:阐明|明确|统一)|存在争议|主流|国家战略|由来已久|历史悠久|前景|潜力|趋势",
    r"综述|概述|参见|详见文献|见文献|教材|专著|已有(?:较多|大量|许多|很多|诸多)|做了(?:大量|许多)|"
    r"近年来[^。]{0,20}(?:发展|进展|兴起)|"
    r"取得(?:了)?[^。]{0,12}(?:进展|成果|突破)",
)
REVIEWED = _any(
    r"\b(?:reviewed (?:in|by|elsewhere|extensively)|(?:for|see)[^.;]{0,25}\b(?:reviews?|overviews?|"
    r"surveys?)\b|(?:have|has) been (?:\w+ly )?(?:reviewed|surveyed)|background (?:reading|information)|"
    r"further reading|textbooks?|recent reviews?)\b",
    r"(?:详见|参见|见)(?:相关)?(?:综述|文献|专著)|综述(?:了|见|文献|对|已|文章)|已有(?:较多|大量|许多|相关|"
    r"多篇)?综述|(?:进行|作|做)(?:了|过)?[^。，]{0,10}综述|教材|专著",
)
REFERRED = _any(
    r"\breaders? (?:is|are|may be|can be) referred\b|\b(?:reviews?|overviews?|introductions?|accounts?|surveys?|"
    r"treatments?|"
    r"summar(?:y|ies)|discussions?|histor(?:y|ies)) (?:of|on|to)\b[^.;]{0,70}\b(?:is|are|was|can be|"
    r"may be) (?:given|found|"
    r"provided|presented|offered|available)\b",
    r"(?:介绍|论述|综述|推导|讨论|阐述|评述|进展|细节)[^。，；]{0,8}(?:参考|参见|参阅|详?见)(?!.{0,6}方法)",
)
"""The reader is sent elsewhere to read on."""
SEVERAL = _any(
    r"\b(?:several|many|numerous|multiple|various|a number of|most|some|other|previous|earlier|prior|"
    r"recent|two|three|four|five|different|existing)\b[^.;]{0,30}\b(?:studies|trials|reports|authors|"
    r"groups|works|investigators|surveys|meta-analyses|cohorts|experiments|papers|researchers)\b",
    r"(?:多项|许多|大量|不少|诸多|众多|一些|部分|多个|多数|若干|既往|已有|国内外|多篇|几项|数项|两项|"
    r"三项)[^。，；]{0,10}(?:研究|学者|文献|报道|试验|证据|调查|资料)",
)
EXPECTED = _any(
    r"\b(?:assuming|assumed|expected|expecting|anticipat\w+|based on (?:a|an|the) (?:\w+ ){0,5}(?:rates?|"
    r"means?|effects?|incidence|prevalence|proportions?|data|results|reported))\b",
    r"假设|假定|预期|预计|根据(?:既往|以往|前期|文献)[^。]{0,12}(?:率|数据|结果|报道)",
)
