"""Citing sentences written for developing the rules of intent, labelled as a careful reader would before they were run.

Each line: section (i introduction, m methods, r results, d discussion), template, sentence. `@` stands right before the
marker in question where a sentence has several.
"""

from state.manuscript import SectionKind, Template

_SECTIONS = {
    "i": SectionKind.INTRODUCTION,
    "m": SectionKind.METHODS,
    "r": SectionKind.RESULTS,
    "d": SectionKind.DISCUSSION,
}
_TEMPLATES = {
    "DATA": Template.DATA,
    "FIND": Template.FINDING,
    "ONE": Template.ONE_OF,
    "METH": Template.METHOD,
    "DEF": Template.DEFINITION,
    "BACK": Template.BACKGROUND,
}

_LINES = """
i BACK Sepsis remains a leading cause of death in intensive care units worldwide [1].
i BACK Coral reefs have attracted increasing attention from ecologists over the past two decades [2].
i BACK The history of the telescope has been told many times [3].
i BACK Graph neural networks are widely used in drug discovery [4].
i BACK For a comprehensive review of soil microbiology, see [5].
i BACK The hippocampus plays a central role in memory [6].
i BACK Perovskite solar cells are a promising alternative to silicon [7].
i BACK Concrete is the most commonly used building material in the world [8].
i BACK The pathogenesis of endometriosis is still poorly understood [9].
i BACK Reinforcement learning has a long tradition in robotics [10].
i DATA The incidence of postoperative delirium was 23.4% in patients older than 70 years [11].
i DATA Roughly 48 million people live with dementia [12].
i DATA Smoking doubles the risk of pancreatic cancer [13].
i DATA Tillage reduced earthworm abundance compared with no-till management [14].
i DATA Patients with low vitamin D had a significantly higher mortality [15].
i DATA A randomised trial showed that early mobilisation shortened the stay in intensive care [16].
i DATA Ocean acidification lowers the calcification rate of corals [17].
d DATA Serum ferritin correlated with disease activity in a cohort of Finnish adults [18].
d DATA In a large registry study, stent thrombosis occurred in 1.2% of patients within one year [19].
d DATA The reported sensitivity of the test is 88% [20].
d DATA Statins are associated with a modest increase in blood glucose [21].
d DATA One survey found that most nurses had never received training in palliative care [22].
r DATA This value is close to the 3.2 eV measured for anatase thin films [23].
d DATA Loss of the transporter abolished root growth in low-phosphate medium [24].
d FIND Miller et al. [25] found that sleep loss impaired working memory.
d FIND Okafor and Lindqvist [26] reported a survival of 64% at five years.
d FIND According to Tanaka et al., the enzyme loses its activity above 60 °C [27].
d FIND Garcia and colleagues demonstrated in 312 children that early feeding was safe [28].
d FIND As shown by Petrov et al. [29], the catalyst is deactivated by water.
d FIND In contrast, Duarte [30] argued that trade has little effect on wages.
d FIND Our results agree with those of Kim et al. [31], who observed no difference between the groups.
d FIND This contradicts the findings of Weber et al. [32].
i FIND Vogel et al. proposed that the two faults merge at depth [33].
d FIND The study by Haddad et al. [34] included 54 patients and showed a lower recurrence rate.
i FIND Yamamoto et al. [35] introduced an attention mechanism that halves the memory footprint.
i ONE Several studies have shown that exercise improves mood [36-38].
i ONE Physical inactivity is a risk factor for cardiovascular disease [39,40].
i ONE The remission rate ranges from 10% to 45% [41,42,43].
d ONE Similar results have been obtained in mice, rats and pigs [44–47].
i ONE Many authors have reported an association between noise and hypertension [48, 49].
i ONE Deep learning has been applied to image classification, speech recognition and translation [50–52].
i ONE Urban heat islands raise night-time temperatures [53], [54].
i BACK This topic has been reviewed extensively elsewhere [55,56].
m METH DNA was extracted as previously described [57].
m METH Differential expression was analysed using the DESeq2 package [58].
m METH Pain intensity was assessed with the visual analogue scale [59].
m METH Sections were stained with haematoxylin and eosin following the protocol of Ross et al. [60].
m METH Survival curves were estimated by the Kaplan–Meier method [61].
m METH We used the Mini-Mental State Examination to screen for cognitive impairment [62].
m METH The network was trained with the Adam optimiser [63].
m METH Particle size was determined by dynamic light scattering [64].
m METH Heterogeneity was quantified with the I2 statistic [65].
m METH Surgical technique has been described in detail elsewhere [66].
m METH Reads were aligned to the reference genome with BWA [67].
d METH We computed the index with the algorithm proposed by Chen et al. [68].
m METH Propensity scores were calculated by logistic regression [69].
m METH The questionnaire was translated and validated in Spanish [70].
m METH Cells were cultured in DMEM at 37 °C as reported before [71].
m METH Missing values were imputed by chained equations [72,73].
m DEF Acute kidney injury was defined according to the KDIGO criteria [74].
m DEF Adverse events were graded according to the Common Terminology Criteria for Adverse Events [75].
m DEF All patients met the 2010 ACR/EULAR classification criteria for rheumatoid arthritis [76].
i DEF Frailty is defined as a state of increased vulnerability to stressors [77].
i DEF The term "resilience" refers to the capacity of a system to absorb disturbance [78].
m DEF The review was reported in accordance with the PRISMA guidelines [79].
m DEF Obesity was defined as a body mass index of 30 kg/m2 or more [80].
m DEF Tumours were staged according to the eighth edition of the AJCC system [81].
i DEF The World Health Organization's definition of health includes social well-being [82].
m DEF The study was conducted in accordance with the Declaration of Helsinki [83].
d DEF Current guidelines recommend anticoagulation for at least three months [84].
m DATA The sample size was calculated assuming an event rate of 12% in the control arm [85].
d DATA Pain was relieved faster by ketorolac than by morphine @[86], whereas nausea was studied by Brown et al. [87].
d FIND Pain was relieved faster with ketorolac than with morphine [86], whereas Brown et al. @[87] found no difference.
m METH Depression was measured with the PHQ-9 @[88] and anxiety with the GAD-7 [89].
m DEF Depression was measured with the PHQ-9 [88], and remission was defined according to the DSM-5 criteria @[89].
i BACK 骨质疏松症是老年人群中最常见的代谢性骨病[1]。
i BACK 近年来，钙钛矿太阳能电池受到了学术界的广泛关注[2]。
i BACK 肠道菌群在机体免疫调节中发挥着重要作用[3]。
i BACK 关于该病发病机制的研究进展可参见相关综述[4]。
i BACK 深度学习已广泛应用于医学影像分析[5]。
i BACK 目前该病的病因尚不完全清楚[6]。
i BACK 城市内涝已成为我国城市发展面临的突出问题之一[7]。
i BACK 中医药治疗失眠历史悠久[8]。
i BACK 水稻是我国最主要的粮食作物[9]。
i DATA 我国每年新发脑卒中约394万例[10]。
i DATA 60岁以上人群的患病率为26.5%[11]。
i DATA 吸烟者的发病风险显著高于不吸烟者[12]。
d DATA 一项多中心随机对照试验表明，早期肠内营养可缩短住院时间[13]。
d DATA 研究发现，维生素D缺乏与抑郁症状呈正相关[14]。
d DATA 血清铁蛋白水平升高是预后不良的独立危险因素[15]。
d DATA 施用生物炭后土壤有机碳含量提高了约三分之一[16]。
d DATA 国外报道其复发率达12%～18%[17]。
d DATA 该化合物能够抑制肿瘤细胞的增殖[18]。
i DATA 数据显示，截至2020年我国糖尿病患者已超过1.4亿[19]。
d DATA 有研究指出高盐饮食会导致血压升高[20]。
d FIND 王伟等[21]发现，术前焦虑程度与术后疼痛评分密切相关。
d FIND 李明和张华[22]认为，政策执行偏差源于信息不对称。
d FIND Smith等[23]报道该术式的成功率为91.2%。
d FIND 据陈静等[24]报道，联合用药组的有效率高于单药组。
d FIND 这与刘洋等[25]的研究结果一致。
i FIND 赵磊等人通过动物实验证实，该蛋白可减轻心肌缺血再灌注损伤[26]。
i FIND Johnson[27]指出，语言习得存在关键期。
i FIND 周敏等[28]对256例患者进行了随访，结果显示五年生存率为64%。
i FIND 孙强等[29]提出了一种基于注意力机制的分割网络。
i ONE 多项研究表明，运动能够改善认知功能[30-32]。
i ONE 高血压是脑卒中的重要危险因素[33,34]。
i ONE 缓解率报道从10%到45%不等[35,36,37]。
i ONE 国内外学者围绕这一问题开展了大量研究[38-42]。
i ONE 该技术在图像识别、语音处理等领域取得了成功[43，44]。
i ONE 既往文献报道的患病率差异较大[45、46]。
i BACK 相关进展已有较多综述[47,48]。
m METH 采用Kaplan-Meier法绘制生存曲线[49]。
m METH 采用匹兹堡睡眠质量指数量表评估患者的睡眠质量[50]。
m METH 总RNA的提取参照文献[51]的方法进行。
m METH 按照Folch法提取总脂质[52]。
m METH 使用SPSS 26.0软件进行统计学分析[53]。
m METH 实验步骤参照王芳等[54]的方法并稍作修改。
m METH 使用ImageJ软件对条带灰度进行定量[55]。
m METH 土壤有机质采用重铬酸钾氧化法测定[56]。
m METH 采用倾向性评分匹配控制混杂因素[57]。
d METH 本文采用文献[58]提出的算法对模型求解。
m METH 动物模型的制备采用改良线栓法[59]。
m DEF 急性肾损伤的诊断依据KDIGO标准[60]。
m DEF 所有患者均符合《中国2型糖尿病防治指南》的诊断标准[61]。
m DEF 肥胖定义为体质指数≥28 kg/m2[62]。
i DEF 韧性是指系统吸收扰动并保持功能的能力[63]。
m DEF 肿瘤分期按照AJCC第8版分期标准[64]。
i DEF 世界卫生组织将健康定义为身体、心理和社会适应的完好状态[65]。
m DEF 疗效按照实体瘤疗效评价标准（RECIST 1.1）进行评价[66]。
d DEF 指南推荐将二甲双胍作为一线用药[67]。
i DEF 社会资本的概念最早由布迪厄提出[68]。
m DATA 根据既往研究，假设对照组有效率为60%，据此估算样本量[69]。
d FIND 抑郁与疼痛相互影响[70]，而张丽等@[71]发现二者并无因果关系。
d DATA 术后疼痛的发生率为35%@[72]，而采用VAS评分进行评估的研究较少[73]。
m METH 焦虑采用SAS量表测量@[74]，抑郁采用SDS量表测量[75]。
"""


def cases() -> list[tuple[SectionKind, Template, str, int]]:
    """Section, template, sentence without `@`, and the place of the marker in question."""
    found = []
    for line in _LINES.strip().splitlines():
        section, template, sentence = line.split(" ", 2)
        place = sentence.find("@")
        sentence = sentence.replace("@", "")
        found.append(
            (_SECTIONS[section], _TEMPLATES[template], sentence, place if place >= 0 else _last_marker(sentence))
        )
    return found


def _last_marker(sentence: str) -> int:
    start = sentence.rindex("[")
    while (before := sentence.rfind("[", 0, start)) >= 0 and sentence[before:start].rstrip(" ,").endswith("]"):
        start = before
    return start
