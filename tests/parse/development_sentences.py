"""Citing sentences written for developing the rules of intent, labelled as a careful reader would before they were run.

A result ascribed to a study without a name (`A randomised trial showed`, 研究发现) was labelled DATA at first; by the
conventions of `docs/gold.md` it is a finding, and those thirteen labels were mended.

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
i FIND A randomised trial showed that early mobilisation shortened the stay in intensive care [16].
i DATA Ocean acidification lowers the calcification rate of corals [17].
d DATA Serum ferritin correlated with disease activity in a cohort of Finnish adults [18].
d FIND In a large registry study, stent thrombosis occurred in 1.2% of patients within one year [19].
d DATA The reported sensitivity of the test is 88% [20].
d DATA Statins are associated with a modest increase in blood glucose [21].
d FIND One survey found that most nurses had never received training in palliative care [22].
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
d FIND 一项多中心随机对照试验表明，早期肠内营养可缩短住院时间[13]。
d FIND 研究发现，维生素D缺乏与抑郁症状呈正相关[14]。
d DATA 血清铁蛋白水平升高是预后不良的独立危险因素[15]。
d DATA 施用生物炭后土壤有机碳含量提高了约三分之一[16]。
d FIND 国外报道其复发率达12%～18%[17]。
d DATA 该化合物能够抑制肿瘤细胞的增殖[18]。
i DATA 数据显示，截至2020年我国糖尿病患者已超过1.4亿[19]。
d FIND 有研究指出高盐饮食会导致血压升高[20]。
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

_LATER_LINES = """
i BACK Type 2 diabetes mellitus is one of the most prevalent chronic diseases of our time [1].
i BACK Interest in microplastics has grown rapidly in recent years [1].
i BACK The theoretical foundations of spectral clustering are laid out in a well-known tutorial [1].
i BACK Handwashing has been recognised since the nineteenth century as the cornerstone of infection control [1].
i BACK Lithium-ion batteries power most portable electronic devices [1].
i BACK The management of septic shock remains challenging [1].
i BACK Blockchain technology was originally developed for digital currencies [1].
i BACK Mangrove forests provide habitat for a wide range of species [1].
i BACK Transformers have become the dominant architecture in natural language processing [1].
i DATA In 2019, 1.27 million deaths were attributable to antimicrobial resistance [1].
i DATA Adding dexamethasone cut 28-day mortality among ventilated patients by one third [1].
i DATA Only 14% of eligible adults had been screened by 2020 [1].
d DATA Delirium after cardiac surgery has been reported in 26% to 52% of patients [1].
d DATA Mice lacking the receptor gained less weight on a high-fat diet than their littermates [1].
d FIND A meta-analysis of 23 trials found no benefit of probiotics on the duration of diarrhoea [1].
d DATA Exposure to fine particles was associated with a higher risk of stroke in a nationwide cohort [1].
d DATA The hazard ratio for death was 0.71 (95% CI 0.58 to 0.87) in favour of the intervention [1].
d DATA Warming advanced the flowering date by 4.6 days per decade [1].
d DATA Children who slept less than nine hours scored lower on tests of attention [1].
i DATA The melting point of the alloy is 1,340 °C [1].
d FIND Nguyen et al. [1] reported a cure rate of 92% in 84 patients.
d FIND Becker and Stein [1] were unable to reproduce this effect.
d FIND Similar to our observation, Rossi et al. [1] noted a delay of two days.
d FIND Ito and co-workers showed that the film cracks under tension [1].
d FIND It has been argued by Hobbs et al. [1] that the decline reflects policy rather than climate.
d FIND In the trial by Andersson et al. [1], supplementation lowered the risk of preterm birth by 15%.
i FIND Kumar [1] demonstrated that the bound is tight for convex functions.
d FIND Our prevalence is lower than that reported by Silva et al. [1].
i ONE Regular physical activity lowers blood pressure, body weight and all-cause mortality [1–4].
i ONE A growing body of evidence links air pollution to cognitive decline [1-3].
i ONE Numerous variants of the algorithm have been proposed [1,2,3,4,5].
d ONE This is in line with earlier reports [1, 2].
d ONE Reported accuracies lie between 82% and 95% [1-4].
i ONE Biochar improves soil structure and water retention [1,2].
m METH Anxiety was rated on the Hospital Anxiety and Depression Scale [1].
m METH Genotypes were called with GATK version 4.1 [1].
m METH Soil organic carbon was measured by the Walkley–Black method [1].
m METH Total phenolics were determined by the Folin–Ciocalteu assay with minor modifications [1].
m METH Thematic analysis followed the six phases described by Braun and Clarke [1].
m METH Risk of bias was assessed with the RoB 2 tool [1].
m METH The mice were generated as described [1].
m METH Interviews were analysed using grounded theory [1].
m METH All statistical analyses were done in R [1].
m METH The finite element mesh was built in Abaqus following a published procedure [1].
i METH In this work, we build on the U-Net architecture [1] to segment cell nuclei.
m DEF Hypertension was defined as a systolic pressure of at least 140 mmHg [1].
m DEF Metabolic syndrome was diagnosed using the International Diabetes Federation criteria [1].
m DEF Complications were classified according to Clavien and Dindo [1].
i DEF Sarcopenia is defined as the age-related loss of muscle mass and function [1].
m DEF Reporting follows the STROBE statement [1].
i DEF By "digital twin" we mean a virtual copy of a physical asset that is updated in real time [1].
i DEF Health literacy refers to the ability to obtain and understand health information [1].
m DEF Water samples were considered safe if lead was below the WHO guideline value [1].
i BACK 随着人口老龄化的加剧，阿尔茨海默病的患病人数不断增加[1]。
i BACK 锂离子电池因其能量密度高而广泛用于便携式电子设备[1]。
i BACK 卷积神经网络是图像识别领域的主流方法[1]。
i BACK 口腔颌面部是创伤的好发部位[1]。
i BACK 土壤微生物在养分循环中起着关键作用[1]。
i BACK 乡村振兴战略是新时代“三农”工作的总抓手[1]。
i BACK 目前临床上对该病的治疗仍存在争议[1]。
i BACK 正畸治疗的历史可追溯至十八世纪[1]。
i DATA 我国成人高血压患病率为27.9%[1]。
i DATA 2020年全球新发乳腺癌226万例，居恶性肿瘤首位[1]。
d DATA 早期康复介入可使脑卒中患者的致残率降低约三成[1]。
d FIND 研究显示，睡眠不足六小时者肥胖风险增加55%[1]。
d FIND 动物实验表明，黄芪多糖能够减轻肝脏的炎症反应[1]。
d DATA 该术式的并发症发生率仅为3.2%[1]。
d DATA 长期施用有机肥使土壤pH值上升了0.5个单位[1]。
d FIND 一项纳入1200例患者的队列研究发现，吸烟与种植体失败有关[1]。
d DATA 种植体周围炎的发生率在5年内达到18.8%[1]。
d DATA 城镇化率每提高一个百分点，能源消费增加0.6%[1]。
d FIND 张明等[1]的研究显示，两种术式的远期疗效相当。
d FIND 吴敏等[1]对120例患者的回顾性分析发现，术后感染率为4.5%。
d FIND Lee等[1]认为，该结果与样本量不足有关。
d FIND 郑强等学者指出，平台经济加剧了劳动力市场的分化[1]。
d FIND 本研究结果与Müller等[1]的报道相符。
i FIND 林涛等人[1]首次报道了该基因在水稻抗旱中的作用。
d FIND 黄丽[1]通过问卷调查发现，教师的职业倦怠程度较高。
i ONE 大量研究证实，骨髓间充质干细胞具有多向分化潜能[1-3]。
i ONE 肥胖会增加多种慢性病的患病风险[1,2]。
i ONE 国内学者从不同角度探讨了数字经济对就业的影响[1-5]。
d ONE 文献报道的成功率在85%~97%之间[1,2,3]。
d ONE 这一结论与以往的研究结果一致[1,2]。
m METH 采用汉密尔顿抑郁量表（HAMD）评定抑郁程度[1]。
m METH 采用BCA法测定蛋白浓度[1]。
m METH 牙周膜干细胞的分离培养参照Seo等[1]的方法。
m METH 采用熵值法确定各指标权重[1]。
m METH 用Image-Pro Plus 6.0软件测量骨小梁面积[1]。
m METH 按文献[1]方法制备纳米颗粒。
m METH 偏倚风险采用Cochrane偏倚风险评估工具进行评价[1]。
m METH 样本采用分层整群抽样方法抽取[1]。
m METH 抗旱指数的计算方法同文献[1]。
m DEF 高血压诊断标准参照《中国高血压防治指南（2018年修订版）》[1]。
m DEF 认知障碍的诊断符合DSM-5标准[1]。
m DEF 骨质疏松定义为T值≤-2.5[1]。
m DEF 并发症按Clavien-Dindo分级系统进行分级[1]。
i DEF 数字素养是指个体获取、评价和使用数字信息的能力[1]。
i DEF 所谓“智慧农业”，是指将物联网等信息技术应用于农业生产的新模式[1]。
m DEF 空气质量依据GB 3095—2012进行评价[1]。
d DEF 专家共识建议术后48 h内停用预防性抗生素[1]。
d FIND Reference [1] proposes a two-stage detector for small objects.
d FIND In [1], the authors showed that pruning does not harm accuracy.
d FIND Some authors argue that screening leads to overtreatment [1].
d FIND Smith et al. (2019) [1] found a similar pattern in sheep.
d FIND Work by Hansen et al. [1] suggests that the ice sheet is thinner than thought.
d FIND As early as 1978, Ferrari had reported that the drug crosses the placenta [1].
d FIND Unlike Cho et al. [1], we did not exclude patients with renal failure.
d FIND The results of Lopez and Marin support this hypothesis [1].
d DATA Resistance to ciprofloxacin exceeds 30% in southern Europe [1].
d DATA In zebrafish, knockdown of the gene caused cardiac oedema [1].
d DATA Patients treated within 90 minutes had better outcomes than those treated later [1].
d FIND No difference in pain scores was seen between the two groups in a previous trial [1].
d DATA The half-life of the drug is about 12 hours [1].
d DATA Teachers who received coaching stayed in the profession longer [1].
i DATA Every tonne of clinker releases 0.87 tonnes of carbon dioxide [1].
i DATA The prevalence of myopia among Asian teenagers exceeds 80% [1].
i DATA Rural hospitals are twice as likely to close as urban ones [1].
i BACK Osteoarthritis is a degenerative joint disease that affects millions of people [1].
i BACK Dental implants are a reliable option for replacing missing teeth [1].
i BACK Many cities have adopted bike-sharing schemes [1].
i BACK Quantum computers promise to solve problems beyond the reach of classical machines [1].
i BACK Nurses form the largest group of health professionals [1].
i BACK Immunotherapy has changed the treatment of melanoma [1].
i BACK The Amazon basin is home to an extraordinary diversity of plants [1].
i BACK Steel corrodes in the presence of chloride ions [1].
i BACK Machine translation is one of the oldest tasks in artificial intelligence [1].
i BACK Details of the mechanism are discussed in a recent review [1].
i ONE Both genetic and environmental factors contribute to schizophrenia [1,2].
i ONE Vaccination has been shown to reduce hospital admissions in several countries [1–3].
i ONE Previous work has examined the role of social media in elections [1-6].
d ONE Comparable figures have been published for Denmark, Norway and Sweden [1-3].
m METH Blood pressure was measured three times with an automated oscillometric device validated for clinical use [1].
m METH Sample size was computed with G*Power [1].
m METH Images were registered using the SPM12 toolbox [1].
m METH Peptides were identified with MaxQuant [1].
m METH The Charlson Comorbidity Index was calculated for each patient [1].
m METH Bonferroni's correction was applied for multiple comparisons [1].
m METH Data were collected between 2015 and 2018 as part of the HUNT study [1].
m METH A random-effects model was used for pooling [1].
m METH Mesenchymal stem cells were isolated by a modified explant technique [1].
m DEF Moderate depression corresponds to a score of 10 to 14 [1].
m DEF Stroke severity was categorised by the TOAST classification [1].
m DEF Asthma control was defined by the Global Initiative for Asthma [1].
i DEF Gentrification denotes the displacement of poorer residents by wealthier ones [1].
m DEF Ethical conduct followed the principles of the Declaration of Helsinki [1].
d FIND 文献[1]提出了一种改进的遗传算法。
d FIND 有学者认为，教师支持是影响学习投入的核心因素[1]。
d FIND 据文献[1]报道，该药的不良反应发生率为8%。
d FIND Zhang等（2020）[1]研究表明，氮肥减量20%不影响产量。
d FIND 陈晨等[1]采用Logistic回归分析发现，年龄是术后谵妄的独立危险因素。
d FIND 王立新[1]将该过程划分为三个阶段。
d FIND 与Park等[1]的结论不同，本研究未观察到性别差异。
d DATA 与健康对照组相比，患者血清中IL-6水平显著升高[1]。
d DATA 该菌株在45 ℃下仍能生长[1]。
d DATA 随访两年后，种植体存留率为97.5%[1]。
d DATA 父母的教育水平与儿童的阅读能力呈正相关[1]。
d DATA 干旱胁迫使玉米叶片的净光合速率下降[1]。
d FIND 既往研究显示，术前贫血是术后感染的危险因素[1]。
d DATA 该药单次给药后的半衰期约为12 h[1]。
i BACK 牙周炎是一种慢性感染性疾病[1]。
i BACK 我国是世界上最大的蔬菜生产国[1]。
i BACK 碳纤维具有强度高、质量轻等优点[1]。
i BACK 随着信息技术的发展，在线教育得到了快速发展[1]。
i BACK 护理人员是医疗卫生队伍的重要组成部分[1]。
i BACK 人工智能在口腔医学中的应用前景广阔[1]。
i BACK 免疫治疗改变了晚期肺癌的治疗格局[1]。
i BACK 黄河流域生态保护已上升为国家战略[1]。
i ONE 研究表明，氟化物能够有效预防龋病[1-3]。
i ONE 影响因素主要包括年龄、性别和基础疾病等[1,2]。
i ONE 已有研究多集中于东部沿海城市[1-4]。
m METH 采用Cochran Q检验评估异质性[1]。
m METH 骨密度采用双能X线吸收法测定[1]。
m METH 根据Lazarus等[1]编制的应对方式问卷进行测评。
m METH 细胞活力采用CCK-8法检测[1]。
m METH 利用Stata 16.0软件完成Meta分析[1]。
m METH 本文在文献[1]模型的基础上引入时间固定效应。
m METH 主题分析遵循Braun和Clarke提出的六步法[1]。
m METH 参考Baron等[1]的中介效应检验程序。
m DEF 肥胖的判定采用中国成人超重和肥胖症预防控制指南的标准[1]。
m DEF 龋病的诊断采用世界卫生组织推荐的标准[1]。
m DEF 早产是指妊娠满28周至不足37周的分娩[1]。
m DEF 心功能分级采用NYHA分级[1]。
i DEF 城市韧性被界定为城市系统应对冲击的能力[1]。
i BACK Peer review is the backbone of scholarly publishing [1].
i BACK Wind turbines have grown considerably in size since the 1990s [1].
i BACK Bees are essential pollinators of many crops [1].
i BACK Chronic wounds place a heavy burden on patients and health systems [1].
i BACK Federated learning allows models to be trained without sharing raw data [1].
i BACK Early childhood is a critical period for language development [1].
i DATA Global plastic production reached 390 million tonnes in 2021 [1].
i DATA Half of all adolescents report using a screen within an hour of bedtime [1].
d DATA Rats fed the supplement recovered twice as fast as controls [1].
d DATA Women with a history of preeclampsia have a fourfold risk of later hypertension [1].
d DATA The catalyst retained 95% of its activity after ten cycles [1].
d DATA Mindfulness training reduced burnout among nurses [1].
d DATA The vaccine did not prevent asymptomatic infection [1].
d DATA Temperatures above 32 °C sterilise rice pollen [1].
d FIND Osei et al. [1] concluded that cash transfers keep girls in school.
d FIND These values are in good agreement with those of Hoffmann and Li [1].
d FIND Contrary to the report of Delgado et al. [1], we found no effect of sex.
i FIND Pauling was the first to suggest that the molecule is helical [1].
i FIND Nakamura and Sato [1] attribute the collapse to overfishing.
i ONE Sleep deprivation impairs attention, memory and mood [1–3].
i ONE Several groups have synthesised nanoparticles from plant extracts [1,2].
d ONE Comparable effects have been described in adolescents [1,2].
i ONE Estimates of the heritability of height vary between 70% and 90% [1-3].
m METH Effect sizes were converted to Hedges' g [1].
m METH Bone volume was quantified by micro-computed tomography [1].
m METH Participants completed the Big Five Inventory [1].
m METH Plasma was analysed by liquid chromatography coupled to mass spectrometry [1].
m METH Land cover maps were obtained from the CORINE database [1].
m METH Neurons were reconstructed with Neurolucida [1].
m METH The threshold was set as in earlier work [1].
m DEF A good outcome was defined as a modified Rankin score of 0 to 2 [1].
m DEF Periodontitis was staged according to the 2018 classification [1].
i DEF Burnout is a syndrome defined by exhaustion, cynicism and inefficacy [1].
m DEF Samples were graded in accordance with ISO 4049 [1].
d DEF European guidelines advise against routine imaging [1].
i BACK 糖尿病足是糖尿病严重的慢性并发症之一[1]。
i BACK 共享单车已成为城市居民短途出行的重要方式[1]。
i BACK 石墨烯因其优异的导电性能而备受青睐[1]。
i BACK 骨骼肌不仅是运动器官，也是内分泌器官[1]。
i BACK 青少年的心理健康问题日益凸显[1]。
i DATA 我国每年约有54万人死于心脏性猝死[1]。
i DATA 约三分之一的术后患者会出现慢性疼痛[1]。
d DATA 联合治疗组的总有效率明显高于单药组[1]。
d DATA 高脂饮食喂养12周后，小鼠的空腹血糖升高[1]。
d DATA 正念训练能够减轻护士的职业倦怠[1]。
d DATA 该基因敲除后小鼠的学习记忆能力受损[1]。
d DATA 接种疫苗者的住院时间比未接种者短2.3天[1]。
d FIND 何静等[1]通过对86例患者的观察得出，该方案安全可行。
d FIND 罗斯（Rose）等[1]指出，低收入家庭受到的冲击更大。
d FIND Kim和Park[1]观察到类似的趋势。
d FIND 徐丽等的Meta分析结果表明，针刺可缓解偏头痛[1]。
i FIND 李强[1]认为，数字鸿沟的本质是资源分配不均。
i ONE 睡眠剥夺可损害注意力和记忆力[1,2]。
i ONE 多种植物提取物已被用于合成纳米颗粒[1-4]。
d ONE 这与国内外多数研究的结论相吻合[1-3]。
m METH 采用激光共聚焦显微镜观察细胞形态[1]。
m METH 问卷的编制参考了已有量表[1]。
m METH 采用DerSimonian-Laird随机效应模型合并效应量[1]。
m METH 叶绿素含量采用乙醇浸提法测定[1]。
m METH 变量的选取借鉴了已有研究的做法[1]。
m METH 气象数据来源于ERA5再分析数据集[1]。
m DEF 牙周炎分期依据2018年新分类[1]。
m DEF 良好预后定义为改良Rankin评分0~2分[1]。
i DEF 职业倦怠是指个体在长期工作压力下产生的身心耗竭状态[1]。
d DEF 欧洲指南不推荐常规影像学检查[1]。
m DEF 水质评价执行《地表水环境质量标准》（GB 3838—2002）[1]。
"""
"""Written after the rules, to see how they do on what they were not made for; then the rules were mended with them.
At the first run 89 to 90 % of the templates and 90 to 94 % of the severities were right, in three portions."""


def cases() -> list[tuple[SectionKind, Template, str, int]]:
    """Section, template, sentence without `@`, and the place of the marker in question."""
    return read_lines(_LINES + _LATER_LINES)


def read_lines(lines: str) -> list[tuple[SectionKind, Template, str, int]]:
    """The cases written in these lines, in their order."""
    found = []
    for line in filter(None, lines.splitlines()):
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
