"""Citing sentences in the style of theses, labelled by the conventions of `docs/gold.md` before the rules were run.

The form is that of `development_sentences`: section, template, sentence; `@` stands right before the marker in
question. After each portion the rules were mended with it, and the next showed how they do on what they were not made
for. At the first run, templates and severities right: 68 % and 84 % of 176, 65 % and 85 % of 80 (once more with the
rules mended for the first portion only: 94 % and 96 %), 86 % and 88 % of 72, 94 % and 95 % of 64.
"""

from state.manuscript import SectionKind, Template
from tests.parse.development_sentences import read_lines

_FURTHER_LINES = """
i FIND A cohort study of 4,512 nurses found that night shifts raise the risk of breast cancer [1].
i FIND Previous work showed that sparse attention scales linearly with sequence length [1].
d FIND In a randomised crossover trial, caffeine improved time-trial performance by 3.1% [1].
d FIND A recent study from Norway reported that one in five trainees had considered leaving the profession [1].
d FIND Our finding that older patients stayed longer is consistent with the report of Almeida and Costa [1].
d FIND The recovery we obtained is somewhat lower than that found by Petersen et al. [1].
d FIND The same trend was seen in an earlier field experiment [1], although yields there were lower.
d FIND Earlier experiments indicated that the enzyme is stable up to 70 °C [1].
d FIND An interview study with 24 head teachers concluded that accountability pressure narrows the curriculum [1].
d FIND One group observed that the crack propagates along the grain boundary [1].
d FIND Work in mice suggests that the microbiota shapes social behaviour [1].
i FIND Granovetter [1] argued that weak ties are decisive for finding a job.
i FIND Vaswani and colleagues replaced recurrence entirely by attention [1].
d FIND This agrees well with the value of 2.41 Å obtained by Fischer and Wolf [1].
d FIND Contrary to our expectation, and unlike in the study by Brandt et al. [1], no dose response was seen.
d FIND Lindgren et al. [1,2] demonstrated in two trials that early surgery preserves vision.
d FIND A survey among 1,030 German firms revealed that only a quarter had a formal data strategy [1].
d FIND Two-year follow-up data published by the same group showed that the effect had vanished [1].
i FIND The authors of [1] claim a speed-up of 14× on sparse matrices.
d FIND As Okonkwo [1] points out, tenure insecurity discourages investment in the soil.
i ONE Several studies show that bilingual children outperform their peers in switching tasks [4–7].
i ONE Convolutional networks have been applied to crack detection [1], [2], [3].
d ONE Comparable mortality figures of 8% to 11% have been reported from other centres [3,8,12].
i ONE Drug-eluting stents reduce the need for repeat revascularisation [1,2].
i ONE Numerous authors have criticised the assumption of rational expectations [1–3].
i ONE Solvent choice affects crystal size and morphology [1, 2].
d ONE Other investigators found no such association [1,2].
i ONE Two trials compared the drugs directly and found no difference in overall survival [1,2].
i ONE Climate change alters the phenology of plants, insects and birds [1-5].
i ONE School closures widened the gap in attainment between rich and poor pupils [1][2].
i BACK For reviews see [7,8].
i BACK The synthesis of zeolites has been reviewed comprehensively [1–3].
i BACK See [1] for an introduction to variational inference.
i BACK Social capital has become a central notion in political sociology [1].
i BACK Finite element analysis is an indispensable tool in structural engineering [1].
i BACK The adrenal gland consists of a cortex and a medulla [1].
i BACK Insulin is secreted by the beta cells of the pancreas [1].
i BACK Photosynthesis converts light energy into chemical energy [1].
i BACK Reinforced concrete combines the compressive strength of concrete with the tensile strength of steel [1].
i BACK Over the last decade, wearable sensors have found their way into clinical research [1].
i BACK Teacher education has undergone profound reform in many countries [1].
i BACK Cloud computing offers on-demand access to shared resources [1].
i BACK Cell-free DNA circulates in the blood of healthy individuals [1].
i BACK The treatment of brain metastases is multidisciplinary [1].
i BACK Water scarcity is among the most pressing problems of arid regions [1].
i DATA Dropout occurs in 30 to 50% of outpatient psychotherapies [1].
i DATA The genome of the bacterium comprises 4.6 million base pairs [1].
i DATA Mutations in this gene cause early-onset parkinsonism [1].
i DATA Obesity increases the risk of surgical site infection [1].
i DATA The adhesive strength falls by half when the joint is exposed to moisture [1].
d DATA Delayed diagnosis worsens the prognosis [1].
d DATA The compound binds selectively to the kappa receptor [1].
i DATA Unemployment benefits prolong the duration of job search [1].
i DATA Batch normalisation speeds up convergence [1].
d DATA Elderly patients are more likely to be readmitted within 30 days [1].
d DATA Grain protein content is inversely related to yield [1].
i DATA Road traffic accounts for nearly a quarter of carbon dioxide emissions in the European Union [1].
d DATA The lesion recurs in up to 15% of cases [1].
i DATA Fly ash lowers the heat of hydration and delays early strength gain [1].
m METH The animals received 30 mg/kg of the compound by gavage, a dose chosen on the basis of earlier work [1].
m METH We chose a cut-off of 0.7 for the area under the curve, following [1].
m METH The sample size was derived from the formula for comparing two proportions [1].
m METH Glomerular filtration was calculated with the equation of Levey et al. [1].
m METH Body surface area was calculated with the Mosteller formula [1].
m METH RNA was extracted and reverse transcribed as described in [1,2].
m METH Alignment was done with STAR and counts were obtained with featureCounts [1,2].
m METH The Beck Depression Inventory, in its validated Spanish version, served as the primary outcome [1].
m METH Health-related quality of life was recorded with the EQ-5D-5L [1].
m METH Antibodies against the phosphorylated form were a gift and have been characterised before [1].
m METH The plasmid was a kind gift from another laboratory and has been described [1].
m METH The strain was constructed in an earlier study [1].
m METH The governing equations were discretised with a second-order finite volume scheme [1].
m METH The hyperparameters were taken over from the original implementation [1].
m METH Interview transcripts were coded in two rounds after Saldaña [1].
m METH The interview guide was adapted from an existing instrument [1].
m METH Nonlinear behaviour of the concrete was represented by the damaged plasticity model [1,2].
m METH Electrodes were placed according to the international 10–20 system [1].
m METH The learning rate was decayed with a cosine schedule [1].
d METH To estimate the causal effect we relied on a difference-in-differences design [1].
i METH Our model extends the latent Dirichlet allocation [1] with author information.
m METH Inter-rater agreement was expressed as Cohen's kappa [1].
m METH Intervention doses of 5, 10 and 20 mg/kg were selected with reference to a previous pharmacokinetic study [1].
m METH The stress intensity factor is given by the expression derived by Irwin [1].
m METH We used BERT-base as the encoder [1] and fine-tuned it for three epochs.
m METH Bias was assessed with funnel plots and Egger's test [1,2].
m DEF Sepsis was diagnosed according to the Sepsis-3 criteria [1].
m DEF Patients were eligible if they fulfilled the McDonald criteria [1].
m DEF Response was evaluated by RECIST version 1.1 [1].
m DEF Histological grading followed the Nottingham system [1].
m DEF Diagnoses were coded by ICD-10 [1].
m DEF Severe malnutrition was taken as a weight-for-height below −3 standard deviations of the WHO growth standards [1].
i DEF Following common usage, resilience here means the ability of a network to keep its function under attack [1].
i DEF Academic procrastination can be understood as the voluntary delay of study tasks despite knowing the harm [1].
m DEF Tensile tests were carried out in accordance with ASTM D638 [1].
m DEF Concrete cubes were tested to EN 12390-3 [1].
m DEF Fractures were classified using the AO system [1].
i DEF The European Commission defines small enterprises as those with fewer than 50 employees [1].
m DEF Remission meant a Hamilton score of 7 or less [1].
m DEF The review follows PRISMA 2020 [1].
i FIND 有研究显示，长期夜班可增加女性乳腺癌的发病风险[1]。
d FIND 研究发现，腰围每增加10 cm，全因死亡风险升高11%[1]。
d FIND 一项队列研究显示，饮茶人群的心血管事件发生率更低[1]。
d FIND 国外一项纳入3200名教师的调查表明，情绪劳动是离职意愿的重要预测因素[1]。
d FIND 本研究中感染率为6.3%，与刘建国等[1]报道的6.8%接近。
d FIND 这与Hansen等人的研究结论一致[1]。
d FIND 有文献报道，该菌对碳青霉烯类的耐药率已超过60%[1]。
d FIND 体外实验证实，该化合物可诱导肝癌细胞凋亡[1]。
d FIND 前期研究表明，该缓蚀剂在酸性介质中的缓蚀率可达95%[1]。
d FIND 徐海燕[1]的调查结果显示，留守儿童的孤独感得分偏高。
i FIND 费孝通[1]将中国乡土社会的结构概括为“差序格局”。
i FIND 针对小目标漏检问题，张凯等[1]在YOLOv5中引入了坐标注意力模块。
d FIND 也有研究者指出，绩效工资加剧了教师之间的竞争[1]。
d FIND 近期的一项荟萃分析纳入18项随机试验，结果显示针灸组疼痛评分下降更明显[1]。
d FIND 本文得到的弹性系数略低于Chen和Lin[1]的估计值。
i ONE 多项研究表明，绿地暴露有助于缓解居民的心理压力[4-7]。
i ONE 有学者从政策工具的角度对此进行了分析[1,2]。
i ONE 粉煤灰能够改善混凝土的和易性和后期强度[1-3]。
d ONE 既往报道的术后谵妄发生率为15%～53%[1,2,3]。
i ONE 目标检测算法大致可分为两阶段和单阶段两类[1,2]。
i ONE 骨质疏松与遗传、激素和生活方式等多种因素有关[1][2][3]。
d ONE 国内外研究均证实早期活动可缩短住院时间[1,2]。
i ONE 重金属可通过食物链在人体内富集[1,2]。
i BACK 有关石墨烯制备方法的综述见文献[7,8]。
i BACK 关于社会网络分析的系统介绍可参阅文献[1]。
i BACK 胰岛素由胰岛β细胞分泌[1]。
i BACK 钢筋混凝土结构具有整体性好、耐久性强等特点[1]。
i BACK 课堂提问是教师组织教学的基本手段[1]。
i BACK 随着城市化进程的加快，地下空间的开发利用日益受到重视[1]。
i BACK 肝脏是人体最大的消化腺[1]。
i BACK 知识图谱在智能问答、推荐系统等领域得到了应用[1]。
i BACK 慢性心力衰竭是各种心脏疾病的终末阶段[1]。
i BACK 我国幅员辽阔，各地区的气候条件差异明显[1]。
i BACK 脑卒中后患者的康复是一个长期的过程[1]。
i DATA 我国60岁及以上人口已达2.64亿[1]。
i DATA 肥胖会增加手术部位感染的风险[1]。
i DATA 该基因突变可导致早发型帕金森病[1]。
d DATA 高龄患者术后再入院的可能性更大[1]。
d DATA 水灰比越大，混凝土的抗碳化能力越差[1]。
i DATA 全球约有10%的人口受到慢性肾脏病的影响[1]。
d DATA 父母的过度干预会削弱儿童的自主性[1]。
d DATA 施氮量超过240 kg/hm2后产量不再增加[1]。
d DATA 该靶点的激活能够缓解神经病理性疼痛[1]。
i DATA 残差连接缓解了深层网络的梯度消失问题[1]。
m METH 给药剂量参考前期研究[1]确定为50 mg/kg。
m METH 根据文献[1]，将相关系数的阈值设为0.8。
m METH 样本量按两样本率比较的公式计算[1]。
m METH 肾小球滤过率由CKD-EPI公式计算得到[1]。
m METH 采用Trizol法提取总RNA，并以2-ΔΔCt法计算相对表达量[1,2]。
m METH 社会支持水平由肖水源编制的社会支持评定量表测得[1]。
m METH 该菌株由本实验室前期分离保存[1]。
m METH 土壤速效磷用0.5 mol/L碳酸氢钠浸提，钼锑抗比色法测定[1]。
m METH 网络初始化权重来自在ImageNet上预训练的ResNet-50[1]。
m METH 访谈提纲在已有研究的基础上修订而成[1]。
m METH 数据处理使用R语言lme4包[1]。
m METH 借鉴温忠麟等[1]的做法，对中介效应进行逐步检验。
m METH 混凝土本构关系选用塑性损伤模型[1,2]。
m METH 运用扎根理论对访谈资料进行三级编码[1]。
i METH 本文在Transformer[1]的基础上设计了双分支编码器。
m METH 被解释变量为企业创新，参照已有文献以专利申请量的对数衡量[1,2]。
m METH 截断值参照既往研究取26分[1]。
m METH 小鼠行为学测试采用旷场实验和强迫游泳实验[1,2]。
m DEF 脓毒症的诊断参照Sepsis-3标准[1]。
m DEF 按照国际疾病分类第十次修订本进行疾病编码[1]。
m DEF 纳入对象均符合中国精神障碍分类与诊断标准第三版（CCMD-3）[1]。
m DEF 抗压强度试验按GB/T 50081—2019进行[1]。
m DEF 骨折按AO分型[1]。
m DEF 术后并发症采用Clavien-Dindo分级[1]。
i DEF 学习投入指学生在学习过程中表现出的积极而持久的情感与认知状态[1]。
i DEF 韧性城市，即能够抵御、吸收并快速从灾害中恢复的城市[1]。
m DEF 肌少症的判定参考亚洲肌少症工作组2019年共识[1]。
m DEF 以空腹血糖≥7.0 mmol/L作为糖尿病的诊断依据[1]。
i DEF 关于“数字鸿沟”，经济合作与发展组织将其界定为不同主体在信息技术接入和使用上的差距[1]。
d DATA The drug is cleared mainly by the kidney @[1], and dosing was adjusted with the Cockcroft–Gault formula [2].
m METH Anxiety was defined by DSM-5 [1] and measured with the STAI @[2].
m DEF 认知功能采用MoCA量表评估[1]，轻度认知障碍的诊断参照Petersen标准@[2]。
d FIND 该手术的复发率约为5%[1]，但李娜等@[2]认为这一数字被低估。
"""

_BLIND_LINES = """
d FIND A retrospective analysis of 640 implants showed a survival rate of 96.2% after ten years [1].
d FIND Recent research suggests that sleep spindles predict learning in toddlers [1].
i FIND Studies in zebrafish have shown that the gene is required for fin regeneration [1].
d FIND The rate in our series matches that published by Kowalski et al. [1].
d FIND A Delphi study identified lack of time as the chief barrier [1].
d FIND In an analysis of court records, Wagner [1] showed that sentences grew longer after the reform.
i FIND A field experiment in Kenya demonstrated that deworming raises school attendance by a quarter [1].
d FIND Our estimate is in agreement with an earlier study, which reported 14.2% [1].
i FIND He et al. [1] proposed residual connections to ease the training of deep networks.
d FIND The investigators of the FREEDOM trial reported fewer fractures in the treated arm [1].
i ONE Many studies have examined the mechanical properties of recycled aggregate concrete [1–4].
i ONE Transfer learning improves accuracy when labelled data are scarce [1,2].
d ONE Our results are consistent with previous studies [1–3].
i ONE Poverty, low education and unemployment are linked to poor oral health [1], [2].
i ONE Prevalence estimates vary from 3% to 17% [1,2,3].
i BACK Readers are referred to [1,2] for comprehensive reviews of this field.
i BACK A detailed account of the theory can be found in a standard textbook [1].
i BACK Enzymes are proteins that catalyse biochemical reactions [1].
i BACK Big data has transformed the way companies make decisions [1].
i BACK Tourism is an important source of income for island economies [1].
i BACK Titanium alloys are used in aerospace and medical applications [1].
i BACK The role of school leadership has been the subject of much debate [1].
i DATA Chronic stress reduces the volume of the hippocampus [1].
i DATA About one in eight women will develop breast cancer [1].
d DATA Nitrogen doping narrows the band gap of the oxide [1].
d DATA Loneliness is associated with earlier cognitive decline [1].
i DATA Corruption deters foreign investment [1].
d DATA Fibre content above 2% makes the mixture unworkable [1].
i DATA The network contains 138 million parameters [1].
m METH The concentration was set at 10 μM in line with a previous report [1].
m METH The 12-item General Health Questionnaire was administered at baseline and after six months [1,2].
m METH The transgenic line has been described previously [1].
m METH Chlorophyll concentrations were calculated from the equations of Lichtenthaler [1].
m METH Cells were transfected with Lipofectamine following an established protocol [1].
m METH The questionnaire items stem from a validated scale [1].
m METH Turbulence was modelled with the k–ω SST model [1].
m METH Standard errors were clustered at the village level [1].
m METH Samples were decalcified in EDTA as detailed by Ono et al. [1].
m METH Publication bias was examined with the trim-and-fill procedure [1,2].
m DEF Diabetes was diagnosed on the basis of the ADA criteria [1].
m DEF Pressure ulcers were staged by the NPUAP system [1].
m DEF Water quality was judged against the national standard [1].
i DEF Self-efficacy is the belief in one's capacity to organise a course of action, as Bandura defined it [1].
m DEF Adherence was considered good when at least 80% of doses had been taken [1].
m DEF Ethical approval and reporting comply with the ARRIVE guidelines [1].
d FIND 有研究发现，孕期补充叶酸可使神经管缺陷的发生风险降低约70%[1]。
d FIND 一项回顾性研究指出，术前营养不良与吻合口瘘的发生有关[1]。
d FIND 以往的研究证明，该催化剂在循环使用六次后活性基本不变[1]。
d FIND 本研究结果与国外一项大型队列研究的结论基本一致[1]。
d FIND 陈立等[1]的实验结果表明，纤维掺量为1.5%时抗折强度最高。
i FIND 布迪厄（Bourdieu）[1]认为，文化资本在家庭中得以传递。
d FIND 临床研究表明，该药可降低肝硬化患者的再出血率[1]。
d FIND 有调查显示，仅三成农户参加了农业保险[1]。
i ONE 国内学者对城市韧性的评价指标进行了探讨[1-3]。
i ONE 氧化应激参与了糖尿病肾病的发生发展[1,2]。
d ONE 有研究表明，二者之间并无显著关联[1-3]。
i ONE 迁移学习可以在样本较少时提高分类精度[1,2]。
i BACK 详细推导可参见相关教材[1]。
i BACK 酶是具有催化功能的蛋白质[1]。
i BACK 大数据正在改变企业的决策方式[1]。
i BACK 边坡稳定性是岩土工程中的经典问题[1]。
i BACK 阅读是儿童获取知识的重要途径[1]。
i BACK 钛合金主要用于航空航天和生物医学领域[1]。
i DATA 慢性应激可使海马体积缩小[1]。
i DATA 我国耕地面积仅占世界的7%[1]。
d DATA 孤独感越强的老年人认知功能衰退越快[1]。
d DATA 掺杂氮元素后氧化物的带隙变窄[1]。
i DATA 环境规制能够倒逼企业进行技术创新[1]。
m METH 药物浓度依据前期预实验及文献[1]设为10 μmol/L。
m METH 叶绿素含量按Lichtenthaler公式计算[1]。
m METH 员工敬业度选用Schaufeli等人开发的UWES-9量表[1]。
m METH 湍流模型选择k-ω SST模型[1]。
m METH 组织切片经脱蜡、水化后行HE染色[1]。
m METH 指标权重由层次分析法和熵权法共同确定[1,2]。
m METH 转基因小鼠的构建方法见文献[1]。
m DEF 糖尿病诊断依据ADA标准[1]。
m DEF 依从性良好定义为服药率≥80%[1]。
m DEF 压力性损伤分期参照NPUAP指南[1]。
i DEF 自我效能感是个体对自己能否完成某项任务的信念[1]。
m DEF 水样检测按照《生活饮用水卫生标准》执行[1]。
"""

_LATER_BLIND_LINES = """
d FIND A randomised trial in 212 smokers found no benefit of acupuncture over sham treatment [1].
i FIND Experimental work has shown that biofilms resist antibiotics far better than planktonic cells [1].
d FIND One longitudinal survey reported that income inequality preceded the decline in trust [1].
d FIND Ozaki et al. [1] attribute this instability to moisture uptake.
d FIND Our mean of 4.7 is slightly higher than the 4.1 given by Laurent and Roux [1].
d FIND This supports the conclusion of an earlier review that feedback matters more than praise [1].
d FIND In a cohort of 1,204 recruits, vitamin D status predicted stress fractures [1].
i FIND Ostrom [1] challenged the view that commons are doomed to overuse.
i ONE Earlier studies have linked shift work to obesity, diabetes and depression [1–3].
i ONE Nanofluids exhibit a higher thermal conductivity than their base fluids [1,2].
i ONE Different strategies have been proposed to mitigate class imbalance [1], [2], [3].
d ONE The values reported in the literature range from 0.12 to 0.31 [1,2].
i BACK Deep foundations transfer loads to stiffer soil layers [1].
i BACK The mitochondrion is the main site of energy production in the cell [1].
i BACK An overview of graph embedding methods is given in [1,2].
i BACK Collaborative learning has long been a concern of educational research [1].
i BACK Speech recognition has made considerable progress thanks to deep learning [1].
i BACK The economics of ageing has grown into a field of its own [1].
i DATA Inhibition of the kinase triggers apoptosis in leukaemia cells [1].
i DATA Between 60% and 70% of all start-ups fail within five years [1].
d DATA Early tracheostomy shortens mechanical ventilation [1].
d DATA Chloride penetrates carbonated concrete more rapidly [1].
i DATA Women are underrepresented among full professors, with a share of 26% [1].
d DATA Dropout regularisation prevents co-adaptation of neurons [1].
m METH Leaf area was determined from scanned images with WinFOLIA [1].
m METH The initial concentration was taken from the literature [1].
m METH Participants rated their fatigue on the Fatigue Severity Scale [1].
m METH Seismic loads were applied by the response spectrum method [1,2].
m METH The mutant strain was kindly provided by a partner laboratory and has been described elsewhere [1].
m METH The significance of the indirect effect was tested by bootstrapping with 5,000 resamples [1].
m METH We estimated power from the effect size of d = 0.4 given in the pilot study, with G*Power [1].
m METH Homology models were built in SWISS-MODEL [1].
m DEF Chronic kidney disease was staged according to KDIGO [1].
m DEF Physical inactivity was defined as fewer than 150 minutes of moderate activity per week [1].
m DEF Soils were classified according to the World Reference Base [1].
i DEF The term "green finance" denotes the financing of investments that benefit the environment [1].
m DEF Impact tests were performed according to ISO 179 [1].
m DEF Depression was diagnosed with the criteria of DSM-IV [1].
d FIND 一项纳入512例患者的随机对照试验发现，两种缝合方式的切口感染率无明显差异[1]。
d FIND 国内有研究报道，护士的工作倦怠检出率为58.4%[1]。
d FIND 动物实验显示，运动训练可逆转肥胖小鼠的胰岛素抵抗[1]。
d FIND 本文结论与赵晓东等[1]基于县域数据得到的结果相符。
d FIND 这一比例明显高于郭敏等[1]报道的12.4%。
i FIND 哈贝马斯（Habermas）[1]提出，公共领域经历了结构转型。
d FIND 另有研究指出，税收优惠对中小企业创新的激励作用有限[1]。
d FIND 已有实验结果证实，掺入硅灰能够降低混凝土的氯离子渗透系数[1]。
i ONE 许多学者对该问题进行了数值模拟研究[1-4]。
i ONE 睡眠障碍与抑郁、焦虑密切相关[1,2]。
d ONE 文献中该系数的取值介于0.12与0.31之间[1,2]。
i ONE 纳米流体的导热系数高于基液[1][2]。
i BACK 线粒体是细胞能量代谢的主要场所[1]。
i BACK 桩基础能够将上部荷载传递到深层土体[1]。
i BACK 语音识别技术近年来取得了长足的进步[1]。
i BACK 合作学习一直是教育研究关注的问题[1]。
i BACK 图嵌入方法的详细介绍可参考文献[1]。
i DATA 抑制该激酶可诱导白血病细胞凋亡[1]。
i DATA 我国高校女教授的比例约为31%[1]。
d DATA 早期气管切开能够缩短机械通气时间[1]。
d DATA 温度升高会加快胶凝材料的水化速率[1]。
i DATA 高管的海外经历有助于提升企业的创新绩效[1]。
m METH 叶面积采用WinFOLIA软件分析扫描图像获得[1]。
m METH 初始浓度取值参照文献[1]。
m METH 采用Bootstrap法重复抽样5000次检验中介效应[1]。
m METH 疲劳程度由疲劳严重度量表（FSS）评定[1]。
m METH 细胞由某大学实验室惠赠，培养条件同文献[1]。
m METH 地震作用采用振型分解反应谱法计算[1,2]。
m DEF 慢性肾脏病分期依据KDIGO指南[1]。
m DEF 身体活动不足定义为每周中等强度活动少于150 min[1]。
m DEF 土壤类型按照世界土壤资源参比基础划分[1]。
m DEF 抑郁障碍的诊断符合DSM-IV标准[1]。
i DEF 绿色金融是指为支持环境改善而开展的投融资活动[1]。
m DEF 冲击试验按照ISO 179进行[1]。
"""

_LAST_BLIND_LINES = """
d FIND A pooled analysis of nine trials showed that the benefit was confined to men [1].
d FIND In one series, leakage occurred after 4 of 87 anastomoses [1].
d FIND These results are in line with a Swedish cohort that followed 9,000 conscripts [1].
i FIND Hofstede [1] compared work values across forty countries.
d FIND Ethnographic research has revealed how drivers learn to game the algorithm [1].
d FIND Our accuracy of 91.3% exceeds that reported by Sun et al. [1].
i FIND Early work demonstrated that perceptrons cannot represent the XOR function [1].
i ONE Stigma keeps many people from seeking help [1,2].
i ONE Several reviews conclude that the evidence is of low quality [1–3].
i ONE Such coatings have been produced by sputtering, dip coating and spraying [1], [2], [3].
d ONE Rates between 0.5% and 4% have been published [1,2].
i BACK The ozone layer shields the Earth from ultraviolet radiation [1].
i BACK Bridges are exposed to repeated traffic loads throughout their service life [1].
i BACK Interest in citizen science has increased markedly in the last decade [1].
i BACK Comprehensive reviews of these materials are available [1,2].
i BACK Nursing homes care for a growing number of people with dementia [1].
i DATA Every additional year of schooling raises earnings by roughly 8% [1].
d DATA Silencing of the gene abolishes the response to auxin [1].
i DATA Heat waves increase mortality among the elderly [1].
d DATA Recycled aggregate absorbs considerably more water than natural gravel [1].
i DATA Vaccine coverage fell to 81% during the pandemic [1].
m METH Viability was assessed by the MTT assay as described elsewhere [1].
m METH The number of clusters was fixed at four, as in a previous study [1].
m METH Attachment style was captured with the Experiences in Close Relationships questionnaire [1].
m METH Lipids were extracted following Bligh and Dyer [1].
m METH Pile settlement was computed using the load transfer method [1,2].
m METH Pretrained weights were downloaded from the model zoo [1].
m METH The stiffness matrix follows from the formulation of Timoshenko [1].
m METH Variables were entered stepwise, as recommended for small samples [1].
m DEF Fatty liver was graded according to the scheme of the NASH network [1].
m DEF Low birth weight was defined as less than 2,500 g [1].
m DEF The specimens were prepared in accordance with ASTM C192 [1].
i DEF In this thesis, governance is understood as the coordination of interdependent actors [1].
m DEF Migraine was diagnosed by the ICHD-3 criteria [1].
d FIND 汇总分析显示，该获益仅见于男性患者[1]。
d FIND 国外学者的研究发现，学区房价格与学校质量高度相关[1]。
d FIND 这与前人的研究结果相吻合[1]。
d FIND 刘芳等[1]对312名护士的调查显示，共情疲劳的发生率为41.2%。
i FIND Nonaka和Takeuchi[1]将知识创造划分为四种模式。
d FIND 有临床研究提示，该方案对老年患者同样有效[1]。
i ONE 已有多项研究探讨了二者的关系[1-4]。
i ONE 病耻感会阻碍患者主动求助[1,2]。
d ONE 各地报道的检出率为3.5%～12.8%[1,2,3]。
i ONE 常用的特征选择方法包括过滤式、包裹式和嵌入式三类[1,2]。
i BACK 臭氧层能够保护地球生物免受紫外线伤害[1]。
i BACK 桥梁在服役期内长期承受车辆荷载的反复作用[1]。
i BACK 养老机构中失智老人的照护日益受到关注[1]。
i BACK 语料库语言学为词汇研究提供了新的视角[1]。
i BACK 前列腺癌是男性泌尿生殖系统常见的恶性肿瘤[1]。
i DATA 受教育年限每增加一年，收入提高约8%[1]。
d DATA 再生骨料的吸水率明显高于天然骨料[1]。
d DATA 沉默该基因后植株对生长素的响应消失[1]。
i DATA 高温热浪会增加老年人的死亡风险[1]。
m METH 采用MTT法检测细胞活力，具体步骤见文献[1]。
m METH 聚类数参照前人研究设为4类[1]。
m METH 采用亲密关系经历量表测量成人依恋[1]。
m METH 单桩沉降按荷载传递法计算[1,2]。
m METH 变量间的多重共线性采用方差膨胀因子检验[1]。
m METH 脂质提取参考Bligh和Dyer[1]的方法。
m DEF 偏头痛的诊断依据ICHD-3标准[1]。
m DEF 试件制作按GB/T 50081执行[1]。
m DEF 低出生体重儿定义为出生体重<2500 g的新生儿[1]。
i DEF 本文所称的“治理”，是指相互依赖的多元主体之间的协调过程[1]。
m DEF 脂肪肝分级参照相关指南[1]。
"""

MISREAD = frozenset({"The drug is cleared mainly by the kidney"})
"""How sentences begin that the rules still misread: no word of theirs tells a result from what any textbook says."""


def further_cases() -> list[tuple[SectionKind, Template, str, int]]:
    """Section, template, sentence without `@`, and the place of the marker in question."""
    return read_lines(f"{_FURTHER_LINES}{_BLIND_LINES}{_LATER_BLIND_LINES}{_LAST_BLIND_LINES}")
