"""The words by which a sentence tells what it cites a reference for, in English and Chinese (V.A3). Data, no decisions.

Written from what authors write, not from any labelled set. Each pattern is searched in a clause freed of its markers.
"""

import re


def _any(*parts: str) -> re.Pattern[str]:
    return re.compile("|".join(parts), re.IGNORECASE)


def _any_word(*parts: str) -> re.Pattern[str]:
    """The same for patterns that all begin with a Latin letter at a word's beginning: looked for nowhere else."""
    return re.compile(rf"\b(?=[a-z])(?:{'|'.join(parts)})", re.IGNORECASE)


FOUND_THAT = (
    r"(?:found|showed|shown|reported|demonstrated|observed|revealed|concluded|noted|noticed|suggested|"
    r"identified|confirmed|"
    r"documented|described|argued|proposed|estimated|detected|indicated|established|claimed|stated|"
    r"pointed out|discovered|"
    r"hypothesi[sz]ed|postulated|emphasi[sz]ed|highlighted|attributed|calculated|measured|compared|"
    r"investigated|examined|studied|"
    r"analy[sz]ed|evaluated|assessed|followed|obtained|achieved|recorded|introduced|presented|developed|treated|"
    r"finds?|shows?|reports?|demonstrates?|observes?|reveals?|concludes?|suggests?|argues?|proposes?|notes?|claims?|"
    r"points? out|emphasi[sz]es?|stress(?:es|ed)|contend(?:s|ed)?|maintain(?:s|ed)|holds?|attributes?|describes?|"
    r"challenge[sd]|coined|rejects?|rejected|refute[sd]|opposed|trace[sd]|view(?:s|ed)|regard(?:s|ed)|believe[sd]|"
    r"predict(?:s|ed)|derive[sd]|linked|recommend(?:s|ed)|distinguish(?:es|ed)|criticis(?:es|ed)|questions|"
    r"questioned|warn(?:s|ed)?|sees|speaks of|interprets?)"
)
FOUND_ZH = (
    r"(?:发现|报道|报告|指出|认为|证实|证明|提出|表明|观察到|显示|研究(?:了|发现|表明|显示|证实|认为)|揭示|得出|"
    r"推测|强调|总结|统计|测得|分析(?:了|发现)?|比较了|"
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
    rf"(?:^|[.;:,]\s|\b(?:[Bb]y|[Aa]s|[Tt]o|[Ii]n|[Oo]f|that|while|whereas|and|but)\s)(?P<author>{NAME})(?:['’]s)?\s?$"
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
FOREIGN_NAME_ZH = re.compile(r"(?P<author>[\u4e00-\u9fff·]{2,8}[(（][A-Z][A-Za-z .'’-]+[)）])\s?$")
SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许邓冯韩曹曾彭萧肖蔡潘田董袁于余叶蒋杜苏魏程吕丁沈任姚卢傅钟姜崔谭廖范汪陆金石戴贾韦夏邱方侯邹熊孟秦白江阎薛闫段雷龙黎史陶贺顾毛郝龚邵万钱严赖覃洪武莫孔汤向常温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝"
)
"""The commonest family names, over 99 % of bearers: what tells `王伟等` (a person) from `高血压等` (and so on)."""
TEXTUAL_NAME_ZH = re.compile(
    r"^(?:.{0,12}[，,；;])?(?P<author>[\u4e00-\u9fff]{2,3}|[\u4e00-\u9fff]{2,3}(?:和|与|及)[\u4e00-\u9fff]{2,3})\s?$"
)
"""A short run of characters right before the marker and a finding verb after it: `王伟[5]发现`."""
NOT_A_NAME_ZH = re.compile(
    r"研究|文献|学者|目前|资料|数据|调查|实验|试验|结果|分析|报道|报告|临床|国内|国外|近年|指南|证据|前期|有人|"
    r"作者|该|本文|已有|现有|此前|以往|既往|"
    r"的|了|是|在|中|为|对|与其|综述|理论|模型|方法|患者|细胞|因此|此外|另外|同时|例如|其中|大量|多项|一项|部分"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


OPENERS = _words(
    """
    as since because although while whereas though if when once that thus hence therefore also here however moreover
    furthermore similarly likewise recently conversely additionally nevertheless nonetheless consequently indeed
    interestingly importantly surprisingly notably meanwhile subsequently finally later earlier then first second
    third both like unlike but and yet so instead overall previously originally specifically unfortunately
    """
)
"""Words that open a clause and are no name, though the sentence gives them a capital: `As [5] showed`."""
NO_NAME = OPENERS | _words(
    """
    the this these those that a an in on at of for and or but we it our their his her its recent previous several
    many some most studies study trials trial patients table figure fig section chapter appendix europe china
    america africa asia japan however moreover furthermore although while whereas when where data results evidence
    reports research work authors india germany france italy spain australia canada
    by to from with see cf compare contrary according following ref refs reference references after before during
    among between under over through per both neither either each one two three such other others there they
    """
)

_STANDARDS = (
    r"(?:(?:ISO|EN|DIN|ASTM|BS|IEC|ANSI|ACI|AASHTO|GB/?T?|JIS|Eurocode|NFPA|OECD)(?:[ /-]?[A-Z]{1,4})?[ -]?\d|"
    r"(?:PRISMA|CONSORT|STROBE|ARRIVE|STARD|MOOSE|SPIRIT|RECIST|m?RECIST|CTCAE|KDIGO|Sepsis-3|DSM|ICD|ICF|TNM|"
    r"AJCC|FIGO|"
    r"NYHA|Clavien|BI-RADS|PI-RADS|Child-Pugh|Nottingham|GOLD|GINA|ISUP|Helsinki)\b)"
)
"""Names and numbers of standards, criteria and reporting rules."""
_LEARNED = (
    r"[^.;]{0,40}\b(?:classifiers?|forests?|networks?|machines?|models?|algorithms?|software|learning|regressions?)\b"
)

DEFINITION = _any_word(
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
    rf"\b(?:follow(?:s|ed|ing)?|according to|accordance with|by|per|to|under|using|with|compl(?:y|ies|ied|iance) with|"
    rf"conform\w* (?:to|with)|based on|meets?|met)\b (?:the |an? )?(?:[\w-]+ ){{0,3}}?{_STANDARDS}",
    rf"\b(?:grad|stag|classif|diagnos)(?:ed|ied|ing|ying|ication|is|es)?\b[^.;]{{0,50}}\b(?:follow(?:s|ed|ing)|"
    rf"by|using|"
    rf"with|according to|based on|per|as proposed by)\b (?!{_LEARNED})[^.;]{{0,40}}\b(?:system|scheme|criteria|scale|"
    rf"classification|grades?|version)\b|\bgrading (?:system|scheme)\b",
    r"\b(?:is|are|was|were|be) (?:\w+ly |here |best |commonly )?(?:understood|conceived|conceptuali[sz]ed|construed|"
    r"taken) (?:of |here )?(?:as|to mean|to be)\b|\b(?:here|we) means?\b|\b(?:means|meant) (?:the|an?|that|having)\b|"
    r"\bin the sense (?:of|that)\b",
    r"\b(?:was|were|is|are) (?:considered|regarded as|deemed|counted as|rated as|judged|labelled|"
    r"called) (?:[\w-]+ ){1,4}?"
    r"(?:when|if|where)\b|\b(?:judged|assessed|evaluated|checked) against (?:the |an? )?(?:\w+ ){0,4}"
    r"(?:standards?|limits?|guidelines?|thresholds?|criteri(?:a|on))\b|\bas [A-Z]\w+ (?:has )?defin(?:es|ed)\b",
    r"\b(?:grad|stag|classif|diagnos|categori[sz])(?:ed|ied|ing|ying|ication)\b[^.;]{0,40}\b(?:according to|"
    r"in accordance with|following)\b",
    r"^(?!key|main|one)(?:[\w-]+ ){1,3}is the (?:belief|ability|capacity|extent|degree|tendency|perception|process|"
    r"propensity|willingness|proportion|ratio) (?:to|of|in|that|by)\b",
)
DEFINITION_ZH = _any(
    r"(?:被)?定义(?:为|是|如下|见)|是指|系指|指的是|即指|(?:得分|评分|分值|总分|分数)[^。；，]{0,16}(?:者为|"
    r"判定为|视为|即为|表示|提示存在)|(?:概念|术语|"
    r"定义)(?:最早|首次|最初)?(?:由|是|源于|来自)|的(?:定义|概念)|称之?为|界定为|定义，|"
    r"(?:^|"
    r"[，；])[\u4e00-\u9fffA-Za-z“”（）()]{2,16}(?<![所手拇食五中无特专泛])指(?![出标数南导向示挥责明引定望甲纹派令控代称征])|"
    r"^[^，。；]{2,16}，(?:即|也就是)[^。；]{6,}的[^。；，]{1,8}[。\s]*$|(?:诊断|判断|判定|分级|"
    r"评判)(?:的)?(?:依据|界值)|"
    r"^[^，。；]{2,14}(?:是|指)(?:个体|人们|一个?人|消费者|员工|学习者)[^。；]{0,40}的(?:信念|能力|过程|状态|"
    r"倾向|程度|感知|知觉|体验|评价|态度|行为)[。\s]*$|"
    r"(?:按照?|依据|根据|参照)(?![^。；，]{0,30}(?:算法|模型|方法|法|聚类|位数|"
    r"均值))[^。；，]{2,30}(?:进行)?(?:划分|分类|分级|分期|分型|诊断|判定|编码|命名)",
    r"(?:诊断|分类|分型|分期|分级|纳入|判定|评定|疗效(?:判定|评价|评定)?|诊疗|命名|评价|国家|行业|"
    r"国际)(?:与[\u4e00-\u9fff]{1,6})?(?:标准|准则|规范|体系)",
    r"指南|(?<!达成)(?<!尚无)(?<!形成)(?<!缺乏)(?<!未有)共识|《[^》]*(?:标准|规范|指南|共识|办法|规程)[^》]*》|"
    r"赫尔辛基宣言|(?:符合|依据|根据|按照?|"
    r"参照|采用|参考|遵循|满足)[^。，]{0,40}(?:标准(?!化|曲线|方法|品|差|物质|溶液|程序|操作|流程|误)|准则|分期|"
    r"分级|分型|分类法|分类系统|分类(?!器|模型|算法|"
    r"任务|问题|方法|准确|精度|变量|汇总|整理))",
    r"(?:依据|根据|按照?|参照|执行|符合|遵循)\s?《?(?:GB|ISO|WHO|DSM|ICD|YY|HJ)|(?:WHO|世界卫生组织|世卫组织|"
    r"ICD|DSM|GB/?T?\s?\d|"
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
METHOD_STRONG = _any_word(
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
    r"\b(?:following|according to|after|as in|as per|from|described in|reported in)\W*$",
    r"\b(?:have|has|was|were) (?:been |\w+ly )*(?:constructed|generated|isolated|characteri[sz]ed|described|cloned|"
    r"published|developed|validated|established|reported|purchased|donated|provided)\b[^.;]{0,30}\b(?:before|earlier|"
    r"previously|elsewhere|in (?:an?|our|the) (?:earlier|previous|prior|original) \w+)\b|\b(?:kind |"
    r"generous )?gifts? (?:from|"
    r"of)\b|\b(?:were|was) an? gift\b",
)
CHOSEN = _any_word(
    r"\b(?:chosen|selected|set|fixed|taken over|adopted|determined|adapted|adjusted|choose|chose|use[ds]?|kept|"
    r"decided)\b"
    r"[^.;]{0,70}\b(?:based (?:up)?on|on the basis of|following|in (?:line|accordance|agreement) with|"
    r"with reference to|"
    r"as in|according to|guided by|from)\b[^.;]{0,60}\b(?:work|stud(?:y|ies)|reports?|literature|trials?|papers?|"
    r"publications?|experiments?|recommendations?|experience|implementation|instruments?|settings?|"
    r"[A-Z]\w+ (?:et al|and [A-Z]))"
)
"""A dose, a cut-off or a measure chosen after what others did."""
OWN_WORK = re.compile(
    r"\b(?:was|were) (?:\w+ly |then |also |all |first |subsequently |each )*(?!found|shown|seen|reported|"
    r"observed|noted|"
    r"associated|related|linked|correlated|identified as|born|caused|affected|reduced|increased|improved|published|"
    r"thought|believed|suggested|expected)(?:\w+ed|done|made|taken|given|set|fed|kept|run|drawn|grown|cut|held|built|"
    r"chosen|put|read|written|split|weighed)\b|"
    r"\bwe (?:\w+ly |then |also |first )*(?!observed|noticed|showed|reported|demonstrated|revealed|confirmed|"
    r"concluded)\w+ed\b",
    re.IGNORECASE,
)
"""What was done, told in the passive of a chapter on methods: the authors' own work, unless it is a result."""
METHOD_USE = _any_word(
    rf"\b{_DONE}\b[^.;]{{0,60}}\b(?:using|with|by|via|through|by means of|on|in|from|following|"
    rf"according to|against|under)\b[^.;]{{0,110}}\b{_TOOL}\b",
    rf"\b{_TOOL}\b[^.;]{{0,90}}\b(?:was|were|is|are|has been|have been)\b (?:\w+ly |then |also |all |first )?{_DONE}\b",
    r"\b[Ww]e (?:\w+ly |then |also |first |further )?(?:use|used|build on|built on|base|based|rely on|"
    r"relied on|apply|applied|employ|employed|adopt|adopted|follow|followed|implement|implemented|chose|"
    r"choose|fit|fitted|adapt|adapted|extend|extended|train|trained|ran|run|compute|computed|calculated|"
    r"modified|administered|placed|represented|modelled|clustered|relied|started from)\b|"
    r"\b(?:our|the proposed) (?:[\w-]+ ){0,3}?(?:models?|approach|method|framework|networks?|algorithm|system|"
    r"architecture|"
    r"analysis|encoder|pipeline|design|implementation|study) (?:\w+ly )?(?:extends?|builds?|is based|are based|"
    r"follow(?:s|ed)?|"
    r"uses?|used|adopt(?:s|ed)?|employ(?:s|ed)?|relies|relied|combines?|adapts?|inherits?)\b",
    rf"\b{_DONE} (?:using|with|by means of|via)\b",
    rf"\b(?:using|by means of|with the (?:help|aid|use) of|via|employing|utili[sz]ing|"
    rf"applying)\b[^.;]{{0,100}}\b{_TOOL}\b",
    r"\b(?:was|were|is|are)\b (?:\w+ly |then |also |all )?(?:performed|conducted|carried out|implemented|"
    r"calculated|analy[sz]ed|computed|assessed|measured|evaluated|quantified|estimated|scored|rated|"
    r"determined|prepared|synthesi[sz]ed) (?:using|with|by|in|via|on|as|from|according)\b",
)
METHOD_ZH = _any(
    r"(?:参照|参考|按照?|依照|根据|依据|遵循|仿照|借鉴)[^。；，]{0,40}(?:方法|法|步骤|流程|方案|操作|说明书|"
    r"程序|公式|文献|模型|算法|做法|设计)",
    r"(?:采用|使用|利用|应用|运用|选用|借助|通过|(?<!神)经(?!常|济|验|典|历)|"
    r"(?<![应利使采运作适费信常])用(?!于)|以(?!及|上|下|往|来|前|后|内|"
    r"外))[^。；，]{0,45}(?:法|方法|量表|问卷|软件|算法|模型|试剂盒|技术|检验|公式|评分|指数|平台|工具|程序|"
    r"系统|策略|框架|网络|回归|分析|测序|染色|试验|函数|仪|"
    r"抽样|协议|数据库|方程|优化器|变换|手册|访谈|表)",
    r"(?:方法|步骤|操作|流程|制备|建模|构建|具体)[^。；]{0,12}(?:见|参见|参照|参考|详见|同)(?:文献|前文|报道)?|"
    r"如(?:文献|前)(?:所述|报道|所示)|"
    r"文献(?:报道的|所述的?|中的|描述的)?方法|改良(?:的)?[^。，]{0,16}法|(?:量表|问卷|软件|模型|算法)(?:由|进行|"
    r"计算|评[估价定]|测[量定])",
    r"(?:进行|予以|给予|加以)(?:评估|评价|测定|测量|检测|分析|计算|评分|染色|提取|分离|培养|建模|校正|验证|匹配|"
    r"标准化|预处理|归一化|编码|分割|配准|训练|处理|估计|筛选|抽样)",
)
CHOSEN_ZH = re.compile(
    r"(?:参考|参照|根据|依据|按照?|借鉴|结合|基于|遵循)[^。；]{0,30}(?:研究|文献|报道|试验|实验|做法|经验|成果|"
    r"量表|问卷)[^。；]{0,40}"
    r"(?:设[为定置]?|选[取择用定]?|取|确定|给[药予]|灌胃|注射|衡量|度量|划分|修订|编制|制定|改编|分为|构建|赋值|"
    r"测量|计算)"
)
"""A dose, a cut-off or a measure chosen after what others did."""
OWN_WORK_ZH = re.compile(
    r"(?:采用|使用|利用|应用|运用|选用|选择|借助|选取|取自|来自|来源于|取材于|购自|购于|赠予|惠赠|保存|馈赠|"
    r"参照|参考|借鉴|仿照|依照)|(?:用|经|由|行|以|按|通过)[^。；]{1,30}"
    r"(?:测定|测得|检测|浸提|提取|染色|培养|计算|评估|评价|分析|处理|观察|确定|构建|编制|开发|转染|扩增|测序|"
    r"分离|纯化|制备|检验|表示|衡量|鉴定|合成)|"
    r"(?:设[为定置]|取|给药|灌胃)"
)
"""What was done, told without a subject in a chapter on methods."""
WE_USE_ZH = _any(
    r"(?:本文|本研究|我们|本实验|笔者|本课题)[^。；，]{0,4}在[^。；]{0,40}(?:基础上|框架下)",
    r"(?:本文|本研究|我们|本实验|本课题|笔者|本组|研究(?:中|者)?)(?:中)?(?:采用|使用|利用|应用|运用|参照|按照|"
    r"借鉴|选用|沿用|基于)",
)
