"""The words by which a sentence tells what it cites a reference for, in English and Chinese (V.A3). Data, no decisions.

Written from what authors write, not from any labelled set. Each pattern is searched in a clause freed of its markers.
"""

import re


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


FOUND_THAT = (
    r"(?:found|showed|shown|reported|demonstrated|observed|revealed|concluded|noted|noticed|suggested|"
    r"identified|confirmed|"
    r"documented|described|argued|proposed|estimated|detected|indicated|established|claimed|stated|"
    r"pointed out|discovered|"
    r"hypothesi[sz]ed|postulated|emphasi[sz]ed|highlighted|attributed|calculated|measured|compared|"
    r"investigated|examined|studied|"
    r"analy[sz]ed|evaluated|assessed|followed|obtained|achieved|recorded|introduced|presented|developed|treated|"
    r"finds?|shows?|reports?|demonstrates?|observes?|reveals?|concludes?|suggests?|argues?|proposes?|notes?|claims?)"
)
FOUND_ZH = (
    r"(?:发现|报道|报告|指出|认为|证实|证明|提出|表明|观察到|显示|研究(?:了|发现|表明|显示|证实|认为)|揭示|得出|推测|强调|总结|统计|测得|分析(?:了|发现)?|比较了|"
    r"对.{1,40}?进行(?:了)?)"
)

NAME = r"(?:(?:van|von|de|del|della|di|da|dos|der|den|la|le|al-|el-)\s?)*[A-Z\u00c0-\u00de][\w'’\-\u00c0-\u024f]+"
"""A family name in Latin script. Case matters, so patterns that use it are compiled without IGNORECASE."""

AUTHORS_EN = re.compile(
    rf"(?P<author>(?:(?:[A-Z]\.\s?){{1,3}})?{NAME}(?:,?\s+(?:et\s+al\b\.?|and\s+(?:his |her |"
    rf"their )?(?:colleagues|co-?workers|others|associates|collaborators|team))"
    rf"|,\s{NAME},?\s(?:and|&)\s{NAME}|\s(?:and|&)\s{NAME}))"
)
"""Two names or one with company: surely authors."""
SINGLE_NAME_EN = re.compile(
    rf"(?:^|[.;:,]\s|\b(?:[Bb]y|[Tt]o|[Ii]n|[Oo]f|that|while|whereas|and|but)\s)(?P<author>{NAME})(?:['’]s)?\s?$"
)
"""One capitalised word right before the marker: a name if what follows says that it found something."""
AUTHORS_ZH = re.compile(
    r"(?P<author>(?:[\u4e00-\u9fff·]{2,6}[(（][A-Z][A-Za-z .'-]+[)）]|[\u4e00-\u9fff·]{2,4}|"
    r"(?:[A-Z][A-Za-z'’\-\u00c0-\u024f]+\s?){1,3}(?:(?:和|与|及|"
    r"&)\s?[A-Z][A-Za-z'’\-]+)?)\s?(?:等(?:人|学者|研究者|研究人员)?|及其同事|和同事|团队|课题组))"
)
SINGLE_NAME_ZH = re.compile(
    r"(?P<author>[A-Z][a-z\u00c0-\u024f][A-Za-z'’\-\u00c0-\u024f]+(?:\s?(?:和|与|"
    r"及)\s?[A-Z][A-Za-z'’\-]+)?)\s?(?:\(?（?(?:19|20)\d\d年?\)?）?)?\s?$"
)
SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓冯韩曹曾彭萧肖蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛闫段雷龙黎史陶贺顾毛郝龚邵万钱严赖覃洪武莫孔汤向常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝"
)
"""The commonest family names, over 99 % of bearers: what tells `王伟等` (a person) from `高血压等` (and so on)."""
TEXTUAL_NAME_ZH = re.compile(
    r"^(?:.{0,12}[，,；;])?(?P<author>[\u4e00-\u9fff]{2,3}|[\u4e00-\u9fff]{2,3}(?:和|与|及)[\u4e00-\u9fff]{2,3})\s?$"
)
"""A short run of characters right before the marker and a finding verb after it: `王伟[5]发现`."""
NOT_A_NAME_ZH = re.compile(
    r"研究|文献|学者|目前|资料|数据|调查|实验|试验|结果|分析|报道|报告|临床|国内|国外|近年|指南|证据|前期|有人|作者|该|本文|已有|现有|此前|以往|既往|"
    r"的|了|是|在|中|为|对|与其|综述|理论|模型|方法|患者|细胞|因此|此外|另外|同时|例如|其中|大量|多项|一项|部分"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NO_NAME = _words(
    """
    the this these those that a an in on at of for and or but we it our their his her its recent previous several
    many some most studies study trials trial patients table figure fig section chapter appendix europe china
    america africa asia japan however moreover furthermore although while whereas when where data results evidence
    reports research work authors india germany france italy spain australia canada
    """
)

DEFINITION = _any(
    r"\b(?:is|are|was|were|been|be|being|as)\s+(?:\w+ly\s+|commonly\s+|often\s+)?(?:defined|termed|"
    r"designated|referred to)\b",
    r"\bdefin(?:es|ed|ing)\b.{0,80}\bas\b|\bdefinitions?\b|\brefers? to\b|\bwe (?:define|defined|"
    r"use the term)\b|\bas defined (?:by|in)\b|\bthe term\b|\bdenotes?\b|\bwe mean\b|\b(?:a|"
    r"an) \w+ (?:\w+ )?defined (?:by|as)\b|\bcorrespond(?:s|"
    r"ed)? to (?:a|an) (?:score|value)\b|\b(?:scores?|values?|cut-?offs?|thresholds?) (?:of|above|below|"
    r"over|under|at|between|from|≥|≤|>|<)[^.;]{1,30} (?:indicat|denot|defin|were considered|"
    r"was considered|represent|correspond|classif)\w*|\b(?:is|are) understood (?:as|to be)\b|"
    r"\bso-called\b|\bWHO\b (?:\w+ ){0,3}(?:guidelines?|standards?|limits?|thresholds?|definitions?|"
    r"classification|criteria|recommendations?)\b",
    r"\b(?:met|meet(?:s|ing)?|fulfil(?:l(?:ed|ing|s)?)?|satisf(?:ied|y|ying)|accord(?:ing|ance) (?:to|"
    r"with)|based on|by|per|using|applying|following|on the basis of)\b[^.]{0,90}"
    r"\b(?:criteri(?:a|on)|classification|guidelines?|guidance|definitions?|consensus|staging(?: system)?|"
    r"grading(?: system)?|recommendations?|terminology|nomenclature|ICD|DSM|ISO|standards?|declaration|"
    r"statement|checklist)\b",
    r"\b(?:classified|graded|staged|diagnosed|categori[sz]ed|coded|confirmed|"
    r"reported)\b[^.]{0,40}\b(?:according to|in accordance with|based on|following|in line with|as per|by|"
    r"using|with)\b[^.]{0,90}"
    r"\b(?:criteri(?:a|on)|classification|guidelines?|system|version|edition|WHO|ICD|DSM|AJCC|TNM|CTCAE|"
    r"RECIST|PRISMA|CONSORT|STROBE|consensus|grades?)\b",
    r"\b(?:diagnostic|classification|inclusion|eligibility|response|Rome|Berlin|KDIGO|Sepsis-3|McDonald|"
    r"Jones|Duke|Amsel|Rotterdam)\s+(?:\w+\s+)?criteria\b",
    r"\bguidelines? (?:recommend|defin|state|advis|suggest|specif|require)\w*|\b(?:recommended|defined|"
    r"specified|required|advised|set|laid down) (?:by|in) (?:the )?(?:\w+[\s/-]){0,6}(?:guidelines?|"
    r"standards?|WHO|World Health Organi[sz]ation|consensus)\b",
    r"\bDeclaration of Helsinki\b|\b(?:PRISMA|CONSORT|STROBE|ARRIVE|STARD|TRIPOD|MOOSE|SPIRIT|"
    r"CARE)\b (?:\d{4} )?(?:statement|guidelines?|checklist|reporting)",
)
DEFINITION_ZH = _any(
    r"(?:被)?定义(?:为|是|如下|见)|是指|系指|指的是|即指|(?:得分|评分|分值|总分|分数)[^。；，]{0,16}(?:者为|判定为|视为|即为|表示|提示存在)|(?:概念|术语|"
    r"定义)(?:最早|首次|最初)?(?:由|是|源于|来自)|的(?:定义|概念)|称之?为|界定为|定义，",
    r"(?:诊断|分类|分型|分期|分级|纳入|判定|评定|疗效(?:判定|评价|评定)?|诊疗|命名|评价|国家|行业|国际)(?:与[\u4e00-\u9fff]{1,6})?(?:标准|准则|规范|体系)",
    r"指南|(?<!达成)(?<!尚无)(?<!形成)(?<!缺乏)(?<!未有)共识|《[^》]*(?:标准|规范|指南|共识|办法|规程)[^》]*》|赫尔辛基宣言|(?:符合|依据|根据|按照?|"
    r"参照|采用|参考|遵循|满足)[^。，]{0,40}(?:标准(?!化|曲线|方法|品|差|物质|溶液|程序|操作|流程|误)|准则|分期|分级|分型|分类法|分类系统|分类(?!器|模型|算法|"
    r"任务|问题|方法|准确|精度|变量|汇总|整理))",
    r"(?:依据|根据|按照?|参照|执行|符合|遵循)\s?《?(?:GB|ISO|WHO|DSM|ICD|YY|HJ)|(?:WHO|世界卫生组织|世卫组织|ICD|DSM|GB/?T?\s?\d|"
    r"ISO\s?\d)[^。]{0,30}(?:标准|定义|分类|分级|规定|编码)",
)

_TOOL = (
    r"(?:methods?|protocols?|procedures?|techniques?|algorithms?|software|packages?|toolbox|toolkit|"
    r"tools?|kits?|assays?|tests?|questionnaires?|scales?|scores?|"
    r"inventory|index|instruments?|models?|formulas?|formulae|equations?|regressions?|estimators?|"
    r"frameworks?|pipelines?|platform|libraries|library|approach(?:es)?|"
    r"statistics?|corrections?|classifiers?|networks?|databases?|registry|interviews?|surveys?|criteria|"
    r"staining|sequencing|PCR|ELISA|blotting?|spectrometry|"
    r"spectroscopy|chromatography|microscopy|imaging|MRI|CT|analys[ie]s|simulations?|architecture|loss|"
    r"optimi[sz]er|sampling|medium|buffer|primers?|system|checklist|apparatus|design|mapping|aligner|"
    r"plots?|function)"
)
_DONE = (
    r"(?:used|applied|employed|adopted|performed|conducted|carried out|calculated|computed|estimated|"
    r"assessed|measured|analy[sz]ed|evaluated|"
    r"implemented|extracted|determined|quantified|fitted|trained|prepared|synthesi[sz]ed|isolated|"
    r"cultured|induced|collected|administered|obtained|"
    r"identified|scored|rated|examined|tested|recorded|modelled|modeled|normali[sz]ed|aligned|generated|"
    r"constructed|built|established|validated|"
    r"adjusted|corrected|screened|sampled|stained|sequenced|amplified|purified|simulated|selected|"
    r"recruited|processed|mapped|solved|optimi[sz]ed|randomi[sz]ed|"
    r"imputed|pooled|segmented|reconstructed|registered|appraised|characteri[sz]ed|monitored|transfected|"
    r"harvested|fixed|tuned|initiali[sz]ed|counted|derived|translated)"
)
METHOD_STRONG = _any(
    r"\bas (?:previously|originally|first|fully|already)?\s?(?:described|reported|published|detailed|"
    r"outlined|proposed|recommended|suggested|specified)\b(?: (?:previously|elsewhere|by|in|earlier|"
    r"before))?",
    r"\b(?:previously|described) (?:described|published|reported|validated|established|"
    r"elsewhere) (?:method|protocol|procedure|technique|approach|assay|algorithm|elsewhere)?",
    r"\bdescribed (?:previously|elsewhere|in detail|earlier)\b",
    r"\b(?:according to|following|by|based on|using|with|adapted from|modified from|after|per|"
    r"in line with|on the basis of)\b (?:the |a |an |our )?(?:[\w'’–-]+ ){0,6}?(?:methods?|protocols?|"
    r"procedures?|techniques?|manufacturer\S*|algorithms?|formula|equation|approach)\b",
    r"\b(?:method|protocol|procedure|technique|algorithm|approach|formula|recipe|equation|test|score|"
    r"scale) (?:of|by|from|proposed by|described by|developed by|introduced by|due to|devised by)\b",
    r"\b(?:detail(?:s|ed)?|description) (?:of|on) (?:the |our |this )?(?:\w+ ){0,5}(?:methods?|"
    r"procedures?|protocols?|design)\b|\bmethods? (?:is|are|was|were|has been|"
    r"have been) (?:fully )?(?:described|detailed|given|reported|published)\b",
)
METHOD_USE = _any(
    rf"\b{_DONE}\b[^.;]{{0,60}}\b(?:using|with|by|via|through|by means of|on|in|from|following|"
    rf"according to|against|under)\b[^.;]{{0,110}}\b{_TOOL}\b",
    rf"\b{_TOOL}\b[^.;]{{0,90}}\b(?:was|were|is|are|has been|have been)\b (?:\w+ly |then |also |all |first )?{_DONE}\b",
    r"\b[Ww]e (?:\w+ly |then |also |first |further )?(?:use|used|build on|built on|base|based|rely on|"
    r"relied on|apply|applied|employ|employed|adopt|adopted|follow|followed|implement|implemented|chose|"
    r"choose|fit|fitted|adapt|adapted|extend|extended|train|trained|ran|run|compute|computed|calculated|"
    r"modified|administered)\b",
    rf"\b(?:using|by means of|with the (?:help|aid|use) of|via|employing|utili[sz]ing|"
    rf"applying)\b[^.;]{{0,100}}\b{_TOOL}\b",
    r"\b(?:was|were|is|are)\b (?:\w+ly |then |also |all )?(?:performed|conducted|carried out|implemented|"
    r"calculated|analy[sz]ed|computed|assessed|measured|evaluated|quantified|estimated|scored|rated|"
    r"determined|prepared|synthesi[sz]ed) (?:using|with|by|in|via|on|as|from|according)\b",
)
METHOD_ZH = _any(
    r"(?:参照|参考|按照?|依照|根据|依据|遵循|仿照|借鉴)[^。；，]{0,40}(?:方法|法|步骤|流程|方案|操作|说明书|程序|公式|文献|模型|算法|做法|设计)",
    r"(?:采用|使用|利用|应用|运用|选用|借助|通过|(?<!神)经(?!常|济|验|典|历)|(?<![应利使采运作适费信])用(?!于)|以(?!及|上|下|往|来|前|后|内|"
    r"外))[^。；，]{0,45}(?:法|方法|量表|问卷|软件|算法|模型|试剂盒|技术|检验|公式|评分|指数|平台|工具|程序|系统|策略|框架|网络|回归|分析|测序|染色|试验|函数|仪|"
    r"抽样|协议|数据库|方程|优化器|变换|手册|访谈|表)",
    r"(?:方法|步骤|操作|流程|制备|建模|构建|具体)[^。；]{0,12}(?:见|参见|参照|参考|详见|同)(?:文献|前文|报道)?|如(?:文献|前)(?:所述|报道|所示)|"
    r"文献(?:报道的|所述的?|中的|描述的)?方法|改良(?:的)?[^。，]{0,16}法|(?:量表|问卷|软件|模型|算法)(?:由|进行|计算|评[估价定]|测[量定])",
    r"(?:进行|予以|给予|加以)(?:评估|评价|测定|测量|检测|分析|计算|评分|染色|提取|分离|培养|建模|校正|验证|匹配|标准化|预处理|归一化|编码|分割|配准|训练|处理|估计|筛选|抽样)",
)
WE_USE_ZH = _any(
    r"(?:本文|本研究|我们|本实验|本课题|笔者|本组|研究(?:中|者)?)(?:中)?(?:采用|使用|利用|应用|运用|参照|按照|借鉴|选用|沿用|基于)"
)

_EFFECT = (
    r"(?:increas|decreas|reduc|improv|lower|rais|elevat|enhanc|attenuat|inhibit|suppress|promot|accelerat|"
    r"delay|prolong|shorten|worsen|exacerbat|impair|"
    r"doubl|tripl|halv|declin|diminish|outperform|exceed|surpass|prevent|protect|induc|activat|upregulat|"
    r"downregulat|mediat|trigger|phosphorylat|correlat|"
    r"predict|dropp|weaken|strengthen|modulat|abolish|rescu|restor|benefit|aggravat|alleviat|facilitat|"
    r"hamper|stimulat|regulat|differ|sustain|driv|bind|impair|degrad|cleav|caus|block|limit|disrupt|"
    r"interfer|interact|disturb|threaten|weigh|shift|extend)"
)
_PLAIN_VERBS = (
    r"(?:reduce|improve|enhance|suppress|inhibit|promote|impair|induce|restore|worsen|shorten|prolong|"
    r"accelerate|attenuate|"
    r"stimulate|regulate|weaken|strengthen|alleviate|aggravate|exacerbate|disturb|raise|slow|predict|"
    r"mediate|cause|prevent|lower)"
)
_COMPARATIVES = (
    r"(?:higher|lower|longer|shorter|better|worse|greater|smaller|larger|faster|slower|stronger|weaker|fewer|more|less|"
    r"safer|older|younger|rarer|milder)"
)
RESULT = _any(
    rf"(?<!to )(?<!and )(?<!or )(?<!, )(?<!that )(?<!which )\b{_PLAIN_VERBS} (?!by\b|of\b|is\b|are\b|for\b|in\b)[a-z]",
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
    r"of|between)\b|\b(?:rose|fell|grew|led to|leads to|lead to|resulted in|results in|contributes? to|"
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
    r"\b(?:found|showed|shown|shows|reported|demonstrate[sd]?|revealed?|observed|indicate[sd]?|confirmed|"
    r"evidence (?:that|suggests|shows|indicates)|estimated|concluded)\b",
)
RESULT_ZH = _any(
    r"显著|明显(?:高于|低于|降低|升高|增加|减少|改善|优于|提高|下降|上升|缩短|延长|增强|减弱|抑制)|升高|降低(?!成本)|下降|减少|减轻了|提高了|改善了|增强了|缩短|延长|减弱|"
    r"上升(?!为|到|至国家)|抑制|促进了|诱导|激活|上调|下调|介导|加速|延缓",
    r"正相关|负相关|受损|受阻|受限(?!于)|(?:与|和)[^。，；]{1,40}?(?:密切|显著|独立|呈|存在)?[^。，；]{0,6}(?:相关(?!研究|文献|领域|工作|内容|知识|的研究|部门)|有关|关联)|"
    r"(?:危险|保护|风险)因素|高于|低于|优于|劣于|大于|小于|多于|少于|超过|差异(?:有|无|具有)|无统计学|独立预测",
    r"(?:可|能|能够|可以|会|可有效|将)(?:有效|显著|明显|进一步|直接|够)?(?:地)?(?:提高|降低|改善|减少|缓解|减轻|促进|抑制|增强|增加|诱导|延缓|预测|预防|导致|引起|"
    r"缩短|延长|阻断)|导致[^。，；]{2,}|引起[^。，；]{2,}",
    r"发现|表明|显示|证实|证明|提示|观察到|报道|报告|揭示|达到?\s?\d",
)
EVIDENCE = _any(
    r"\b(?:a|an|one|the|this|another|our|two|three|recent|previous|earlier|large|prospective|"
    r"retrospective|randomi[sz]ed|cohort|multicent\w+|meta-?analys[ie]s|trial|study|survey|registry|"
    r"experiments?|cross-sectional|case.control)\b[^.;]{0,60}\b(?:found|showed?n?|reported|demonstrated?|"
    r"revealed?|observed|indicated?|suggest(?:s|ed)?|confirmed|concluded|estimated|identified)\b",
    r"\bin (?:a|an|one|another|the) (?:[\w-]+ ){0,8}(?:study|trial|cohort|survey|meta-analysis|analysis|"
    r"registry|series|experiment|report)\b",
    r"(?:一项|有|某|该|另一?项|另有|国外|国内|近期|最新|多中心|随机|队列|荟萃|Meta|meta|前瞻性|回顾性|既往|动物|体外|临床|流行病学)[^。；，]{0,24}(?:研究|"
    r"分析|试验|实验|调查|报道|数据|资料|统计)[^。；]{0,12}(?:发现|表明|显示|证实|提示|指出|报道|认为|证明|揭示)",
)
GENERAL = _any(
    r"\b(?:wide(?:ly|spread)|well[- ](?:known|established|documented|recogni[sz]ed|accepted|studied|"
    r"described|understood)|extensively|(?:commonly|frequently|traditionally|generally|often|routinely|"
    r"typically|usually|increasingly|mostly|mainly) (?:used|studied|applied|encountered|seen|observed|"
    r"recogni[sz]ed|accepted|regarded|considered|employed|performed|prescribed|adopted|treated|known|"
    r"found in|affect\w*|occur\w*)|increasing(?:ly)? (?:attention|interest|used|recogni[sz]ed|popular|"
    r"important|common|being)|"
    r"(?:attract|receiv|gain|draw|garner)\w* (?:\w+ ){0,5}(?:attention|interest|popularity|traction)|"
    r"growing (?:interest|body|attention|concern|number)|major (?:public )?(?:health )?(?:problem|concern|"
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
    r"广泛(?:应用|使用|关注|存在|用于|研究|认可|分布|重视)|备受关注|受到.{0,14}(?:关注|重视|青睐)|引起.{0,14}(?:关注|重视|兴趣)|日益(?:受到|成为|严重|增多|"
    r"突出|广泛|凸显)|越来越(?:多|受|广泛|成为|重要)|研究热点|热点(?:之一|问题|方向)?|重要(?:的)?(?:作用|意义|地位|角色|课题|问题|组成部分|内容|方向|手段|环节|基础|"
    r"途径|研究方向)|关键(?:作用|角色|问题|环节)|众所周知|普遍认为|公认|"
    r"(?:是|为|成为|已成为|作为)[^。，；]{0,24}(?:最|较为|十分)?(?:常见|多见|主要|重要|普遍|严重|流行|活跃|典型|经典|基本)(?:的|之一)?|"
    r"常见(?:的)?(?:疾病|病|肿瘤|并发症|类型|问题)|主要(?:的)?(?:死因|病因|原因|挑战|问题)之一|公共卫生问题|难点|挑战|尚不(?:清楚|明确|完全)|仍不清楚|"
    r"尚未(?:完全)?(?:阐明|明确|统一)|存在争议|主流|国家战略|由来已久|历史悠久|前景|潜力|趋势",
    r"综述|概述|参见|详见文献|见文献|教材|专著|已有(?:较多|大量|许多|很多|诸多)|做了(?:大量|许多)|近年来[^。]{0,20}(?:发展|进展|兴起)|"
    r"取得(?:了)?[^。]{0,12}(?:进展|成果|突破)",
)
REVIEWED = _any(
    r"\b(?:reviewed (?:in|by|elsewhere|extensively)|(?:for|see)[^.;]{0,25}\b(?:reviews?|overviews?|"
    r"surveys?)\b|(?:have|has) been (?:\w+ly )?(?:reviewed|surveyed)|background (?:reading|information)|"
    r"further reading|textbooks?|recent reviews?)\b",
    r"(?:详见|参见|见)(?:相关)?(?:综述|文献|专著)|综述(?:了|见|文献|对|已|文章)|已有(?:较多|大量|许多|相关|多篇)?综述|(?:进行|作|做)(?:了|过)?[^。，]{0,10}综述|教材|专著",
)
SEVERAL = _any(
    r"\b(?:several|many|numerous|multiple|various|a number of|most|some|other|previous|earlier|prior|"
    r"recent|two|three|four|five|different|existing)\b[^.;]{0,30}\b(?:studies|trials|reports|authors|"
    r"groups|works|investigators|surveys|meta-analyses|cohorts|experiments|papers|researchers)\b",
    r"(?:多项|许多|大量|不少|诸多|众多|一些|部分|多个|多数|若干|既往|已有|国内外|多篇|几项|数项|两项|三项)[^。，；]{0,10}(?:研究|学者|文献|报道|试验|证据|调查|资料)",
)
EXPECTED = _any(
    r"\b(?:assuming|assumed|expected|expecting|anticipat\w+|based on (?:a|an|the) (?:\w+ ){0,5}(?:rates?|"
    r"means?|effects?|incidence|prevalence|proportions?|data|results|reported))\b",
    r"假设|假定|预期|预计|根据(?:既往|以往|前期|文献)[^。]{0,12}(?:率|数据|结果|报道)",
)
