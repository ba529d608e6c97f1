"""Manuscripts of our own that cite by author and year, and Chinese theses with GB/T 7714 lists, with what they link.

Every author, work and sentence is invented. `GOLD` lists each citation place in reading order: the marker as printed,
and the entries it names, counted from 1 in the order of the list; none where it dangles.
"""

from dataclasses import dataclass

from tests.readers.word import p, style, sup, table, word_file

Place = tuple[str, tuple[int, ...]]

_STYLES = style("Heading1", "heading 1") + style("Heading2", "heading 2")


@dataclass(frozen=True, slots=True)
class Fixture:
    """A Word file, its list as printed, and its links."""

    content: bytes
    entries: tuple[str, ...]
    gold: tuple[Place, ...]
    uncited: tuple[int, ...] = ()


def heading(text: str, level: int = 1) -> str:
    return p(text, style=f"Heading{level}")


def note_mark(number: int) -> str:
    return f'<w:r><w:footnoteReference w:id="{number}"/></w:r>'


ENGLISH_ENTRIES = (
    "Aldermoor, K. T. (2011). Reed beds and slow rivers. Marsh Press.",
    "Brixholme, A., & Tarn, P. (2014). Silt in lowland streams. Journal of Invented Waters, 12(3), 201–219.",
    "Brixholme, D. (2014). Weirs and their keepers. River Almanac, 4, 8–15.",
    "de la Fuentenova, R., Okoro-Lindqvist, M., & Whin, S. (2018). Counting otters at dusk. Otter Letters, 7, 33–41. "
    "https://doi.org/10.5555/otter.7.33",
    "Lowland Water Authority. (2016). Annual report on weirs (Report No. 44). Lowland Water Authority.",
    "Müller-Tannhof, J., & O’Garrow, F. (1999/2007). Teiche und ihre Pflege. Teichverlag.",
    "Ngo, T. H. (in press). Duckweed economics. Pond Quarterly.",
    "Pellworth, G., Quill, R., & Sand, U. (2019a). Eels by moonlight: A first survey. Eel Studies, 2, 1–20.",
    "Pellworth, G., Quill, R., & Sand, U. (2019b). Eels by moonlight: A second survey. Eel Studies, 2, 55–71.",
    "Pellworth, G., & Quill, R. (2019). What eels avoid. Eel Studies, 2, 90–94.",
    "van der Moss, L., Aldermoor, K. T., Pike, O., & Rudd, E. (2020). Willow roots under load. Bank Engineering, 31, "
    "14–29.",
    "Wharfe, J. (2005). Lock gates. Canal House.",
    "Wharfe, J. (2012). Lock gates revisited. Canal House.",
    "Yarrow, B. (2003). Herons nobody saw. Bird Pamphlets.",
)


def english() -> Fixture:
    """An article in APA style: every common form, look-alikes that are no citations, a table, a footnote."""
    text = [
        p("Slow water: a review of invented rivers", style="Title"),
        heading("Introduction"),
        p(
            "Lowland rivers carry more silt than upland ones (Brixholme & Tarn, 2014). Aldermoor (2011) first "
            "described the role of reeds, and later work confirmed it (van der Moss et al., 2020; see also "
            "Wharfe, 2005, 2012). "
            "In January (2019) the survey began; it ran on Windows (2000)."
        ),
        p(
            "The Lowland Water Authority (LWA) counts weirs every year (Lowland Water Authority [LWA], 2016). The "
            "number has fallen since (LWA, 2016, p. 12), although D. Brixholme (2014) doubted the counts.",
            note_mark(2),
        ),
        heading("Methods"),
        p(
            "We counted otters as de la Fuentenova, Okoro-Lindqvist, and Whin (2018) did (N = 2019; Figure 2, 2019). "
            "Eels were counted by moonlight (Pellworth et al., 2019a, 2019b), away from what they avoid (Pellworth & "
            "Quill, 2019). Ponds were kept as in the German manual (Müller-Tannhof & O’Garrow, 1999/2007)."
        ),
        table(
            [p("Study"), p("Rivers")],
            [p("Aldermoor (2011)"), p("3")],
            [p("van der Moss et al., 2020"), p("12")],
        ),
        heading("Discussion"),
        p(
            "Our numbers agree with de la Fuentenova et al.’s (2018) and with Pellworth et al. (2019b, p. 60). "
            "Duckweed may matter more than is thought (Ngo, in press). This contradicts Greenleaf et al. (2015), and "
            "it was expected by Wharfe (2013)."
        ),
        heading("References"),
        *(p(entry) for entry in ENGLISH_ENTRIES),
    ]
    notes = f'<w:footnote w:id="2">{p("For the older counts see Wharfe (2005, chap. 3).")}</w:footnote>'
    gold = (
        ("(Brixholme & Tarn, 2014)", (2,)),
        ("Aldermoor (2011)", (1,)),
        ("(van der Moss et al., 2020; see also Wharfe, 2005, 2012)", (11, 12, 13)),
        ("(Lowland Water Authority [LWA], 2016)", (5,)),
        ("(LWA, 2016, p. 12)", (5,)),
        ("D. Brixholme (2014)", (3,)),
        ("Wharfe (2005, chap. 3)", (12,)),
        ("de la Fuentenova, Okoro-Lindqvist, and Whin (2018)", (4,)),
        ("(Pellworth et al., 2019a, 2019b)", (8, 9)),
        ("(Pellworth & Quill, 2019)", (10,)),
        ("(Müller-Tannhof & O’Garrow, 1999/2007)", (6,)),
        ("Aldermoor (2011)", (1,)),
        ("van der Moss et al., 2020", (11,)),
        ("de la Fuentenova et al.’s (2018)", (4,)),
        ("Pellworth et al. (2019b, p. 60)", (9,)),
        ("(Ngo, in press)", (7,)),
        ("Greenleaf et al. (2015)", ()),
        ("Wharfe (2013)", (13,)),
    )
    content = word_file("".join(text), styles=_STYLES, footnotes=notes)
    return Fixture(content, ENGLISH_ENTRIES, gold, uncited=(14,))


CHINESE_ENTRIES = (
    "沈若澜, 顾明川. 浅水湖泊芦苇带的净化作用[J]. 虚构水科学, 2015, 8(2): 101-109.",
    "贺知远. 城市内河治理概论[M]. 云州: 云州水利出版社, 2012: 33-58.",
    "林听雨, 邵望, 韩一舟, 等. 内河底泥中磷的释放规律[J]. 虚构环境学报, 2018, 21(5): 640-648.",
    "Brixholme A, Tarn P. Silt in lowland streams[J]. Journal of Invented Waters, 2014, 12(3): 201-219.",
    "陆青禾. 云州城区内河水质评价研究[D]. 云州: 云州大学, 2016.",
    "云州市水务局. 云州市水资源公报(2017年)[R]. 云州: 云州市水务局, 2018.",
    "Okoro-Lindqvist M, Whin S, Pike O, et al. Counting otters at dusk[J/OL]. Otter Letters, 2018, 7: 33-41"
    "[2019-03-02]. https://doi.org/10.5555/otter.7.33.",
    "GB 93838—2012, 虚构地表水环境质量标准[S]. 北京: 虚构标准出版社, 2012.",
    "丁可, 罗维. 一种河道清淤装置: CN000000000A[P]. 2014-05-07.",
    "史静言. 曝气对内河溶解氧的影响[C]//虚构水环境学会. 第三届内河治理会议论文集. 云州: 云州大学出版社, 2017: 88-93.",
    "云州日报. 三年治河路[N]. 云州日报, 2019-04-11(3).",
    "沈若澜, 陶一鸣. 芦苇带宽度与氮去除率的关系[J]. 虚构水科学, 2019, 12(1): 15-24.",
)

_TYPED = (
    ("第一章 绪论", 1, ()),
    ("1.1 研究背景", 2, ()),
    ("城市内河是城市生态系统的重要组成部分[2]。近年来，其水质下降受到关注[1,5]，底泥释放是主要原因[3]。", 0,
     ("[2]", "[1,5]", "[3]")),
    ("国外学者较早注意到低地河流的泥沙问题[4]，并对水生动物进行了长期计数［7］。", 0, ("[4]", "［7］")),
    ("1.2 研究意义", 2, ()),
    ("根据水务局的统计，2017年城区内河达标率为61.3%[6]。现行标准[8]对总磷的限值为0.2 mg/L。", 0, ("[6]", "[8]")),
    ("第二章 材料与方法", 1, ()),
    ("清淤采用专利装置[9]，曝气方法参照文献[10]。采样点间距取[0.5, 1.0] km。", 0, ("[9]", "[10]")),
    ("第三章 结果与讨论", 1, ()),
    ("芦苇带对氮的去除率为45%~62%，与前人结果一致[1,12]；磷的释放量高于文献值[3-5]。", 0, ("[1,12]", "[3-5]")),
    ("公众对治河的评价总体较好[11]，这与多项研究[1–3，5]的判断相符。", 0, ("[11]", "[1–3，5]")),
)  # fmt: skip

_TYPED_LINKS = {
    "[2]": (2,), "[1,5]": (1, 5), "[3]": (3,), "[4]": (4,), "［7］": (7,), "[6]": (6,), "[8]": (8,), "[9]": (9,),
    "[10]": (10,), "[1,12]": (1, 12), "[3-5]": (3, 4, 5), "[11]": (11,), "[1–3，5]": (1, 2, 3, 5),
}  # fmt: skip


def chinese_typed() -> Fixture:
    """A Chinese thesis with typed `[N]` and a list numbered by hand."""
    body = [p("云州城区内河水质改善研究", style="Title"), p("摘 要"), p("本文研究云州城区内河的水质改善方法。")]
    gold: list[Place] = []
    for text, level, markers in _TYPED:
        body.append(heading(text, level) if level else p(text))
        gold.extend((marker, _TYPED_LINKS[marker]) for marker in markers)
    body.append(heading("参考文献"))
    body.extend(p(f"[{n}] {entry}") for n, entry in enumerate(CHINESE_ENTRIES, 1))
    body.extend((heading("致谢"), p("感谢导师多年来的指导[此处略]。")))
    return Fixture(word_file("".join(body), styles=_STYLES), CHINESE_ENTRIES, tuple(gold))


def chinese_superscript() -> Fixture:
    """A Chinese thesis with raised `[N]`, ranges, and a list that Word numbers by itself."""
    levels = '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="[%1]"/></w:lvl>'
    numbering = (
        f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    )
    numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    body = [
        heading("第1章 引言"),
        p("内河治理已有系统论述", sup("[2]"), "，芦苇带的作用也得到证实", sup("[1,12]"), "。"),
        p(
            "林听雨等",
            sup("[3]"),
            "研究了底泥中磷的释放，面积为3 km",
            sup("2"),
            "。低地河流的泥沙更多",
            sup("[4]"),
            "。",
        ),
        heading("第2章 方法"),
        p("水质评价方法见文献[5]，标准限值取自国家标准", sup("［8］"), "，数据来自公报", sup("[6-8]"), "。"),
        heading("第3章 结果"),
        p("多数研究", sup("[1-4,9]"), "支持这一结论；会议论文", sup("[10]"), "和报道", sup("[11]"), "也提到了这一点。"),
        heading("参考文献"),
        *(p(entry, properties=numbered) for entry in CHINESE_ENTRIES),
    ]
    gold = (
        ("[2]", (2,)), ("[1,12]", (1, 12)), ("[3]", (3,)), ("[4]", (4,)), ("[5]", (5,)), ("［8］", (8,)),
        ("[6-8]", (6, 7, 8)), ("[1-4,9]", (1, 2, 3, 4, 9)), ("[10]", (10,)), ("[11]", (11,)),
    )  # fmt: skip
    return Fixture(word_file("".join(body), styles=_STYLES, numbering=numbering), CHINESE_ENTRIES, gold)


CHINESE_BY_AUTHOR = (
    "顾明川, 沈若澜, 2015. 浅水湖泊芦苇带的净化作用[J]. 虚构水科学, 8(2): 101-109.",
    "贺知远, 2012. 城市内河治理概论[M]. 云州: 云州水利出版社.",
    "林听雨, 邵望, 韩一舟, 等, 2018a. 内河底泥中磷的释放规律[J]. 虚构环境学报, 21(5): 640-648.",
    "林听雨, 邵望, 韩一舟, 等, 2018b. 内河底泥中氮的释放规律[J]. 虚构环境学报, 21(6): 711-720.",
    "欧阳若, 2016. 云州城区内河水质评价研究[D]. 云州: 云州大学.",
    "云州市水务局, 2018. 云州市水资源公报[R]. 云州: 云州市水务局.",
    "Brixholme A, Tarn P, 2014. Silt in lowland streams[J]. Journal of Invented Waters, 12(3): 201-219.",
    "Okoro-Lindqvist M, Whin S, Pike O, et al., 2018. Counting otters at dusk[J]. Otter Letters, 7: 33-41.",
)


def chinese_by_author() -> Fixture:
    """A short Chinese thesis that cites by author and year (GB/T 7714, 著者-出版年制)."""
    body = [
        heading("第一章 绪论"),
        p(
            "城市内河治理已有系统论述（贺知远，2012）。研究表明，芦苇带具有净化作用（顾明川和沈若澜，2015；林听雨等，2018a）。"
        ),
        p("欧阳若（2016）对云州城区（2015年）的水质进行了评价，而林听雨等（2018b）认为氮的释放更值得关注。"),
        p(
            "国外研究（Brixholme and Tarn，2014；Okoro-Lindqvist等，2018）也得到类似结果。"
            "根据Brixholme和Tarn（2014）的观点，泥沙是关键。"
        ),
        heading("第二章 方法"),
        p(
            "数据来自公报（云州市水务局，2018：12）。采样按照林听雨等人（2018a，2018b）的方法进行，样本量较大（共2018份）。"
        ),
        p("这一判断与白川远等（2011）不同。"),
        heading("参考文献"),
        *(p(entry) for entry in CHINESE_BY_AUTHOR),
    ]
    gold = (
        ("（贺知远，2012）", (2,)),
        ("（顾明川和沈若澜，2015；林听雨等，2018a）", (1, 3)),
        ("欧阳若（2016）", (5,)),
        ("林听雨等（2018b）", (4,)),
        ("（Brixholme and Tarn，2014；Okoro-Lindqvist等，2018）", (7, 8)),
        ("Brixholme和Tarn（2014）", (7,)),
        ("（云州市水务局，2018：12）", (6,)),
        ("林听雨等人（2018a，2018b）", (3, 4)),
        ("白川远等（2011）", ()),
    )
    return Fixture(word_file("".join(body), styles=_STYLES), CHINESE_BY_AUTHOR, gold)
