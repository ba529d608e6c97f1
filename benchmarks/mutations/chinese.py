"""Chinese works invented here, printed after GB/T 7714, and what registries have of them."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.mutations.changes import (
    Around,
    Change,
    Grade,
    Mutation,
    as_it_is,
    doi_character,
    first_page,
    other_doi,
    short_pages,
    swapped_first,
    wrong_journal,
    wrong_pages,
    wrong_volume,
    year_off,
)
from benchmarks.mutations.printed import Printed, without
from state.resolution import Field
from tests.standin.world import Work, work_from_json

STYLES = ("gbt", "gbt-wide", "gbt-online", "gbt-unmarked")
"""GB/T 7714-2015 numeric; with full-width signs; as an article online; and without the mark of the type."""
KINDS = ("chinese", "pinyin", "english")
"""How Crossref has it: all in Chinese; the names in pinyin; title, names and journal in English."""
_FAMILY_SIGNS = "张王李赵陈刘杨黄周吴徐孙马朱胡林郭何高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余"
_FAMILY_SOUNDS = """
    Zhang Wang Li Zhao Chen Liu Yang Huang Zhou Wu Xu Sun Ma Zhu Hu Lin Guo He Gao Luo Zheng Liang Xie Song Tang Xu Han
    Feng Deng Cao Peng Zeng Xiao Tian Dong Pan Yuan Cai Jiang Yu
"""
_GIVEN_SIGNS = "伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红梅建国"
_GIVEN_SOUNDS = """
    wei fang na min jing li qiang lei jun yang yong yan jie juan tao ming chao xiu xia ping gang gui ying hua yu lan
    hong mei jian guo
"""
_FAMILIES = dict(zip(_FAMILY_SIGNS, _FAMILY_SOUNDS.split(), strict=True))
_GIVEN = dict(zip(_GIVEN_SIGNS, _GIVEN_SOUNDS.split(), strict=True))
_EXPOSURES = {
    "夜间强光": "bright light at night",
    "短时午睡": "short naps",
    "轮班间隔延长": "longer breaks between shifts",
    "走廊降噪": "corridor noise reduction",
    "正念训练": "mindfulness training",
    "温水足浴": "warm foot baths",
    "晨间散步": "morning walks",
    "屏幕限时": "limited screen time",
    "耳塞佩戴": "wearing earplugs",
    "分时供餐": "staggered meals",
    "同伴带教": "peer mentoring",
    "语音记录": "spoken records",
}
_GROUPS = {
    "急诊护士": "emergency nurses",
    "老年住院患者": "older inpatients",
    "儿科医生": "paediatricians",
    "长途货车司机": "long-haul drivers",
    "护理实习生": "student nurses",
    "夜班药师": "night pharmacists",
    "社区慢病患者": "community patients with chronic disease",
    "高原施工人员": "construction workers at altitude",
    "重症康复患者": "patients recovering from critical illness",
    "地铁调度员": "metro dispatchers",
}
_OUTCOMES = {
    "睡眠质量": "sleep quality",
    "用药差错": "medication errors",
    "交接时长": "handover time",
    "工作满意度": "job satisfaction",
    "握力水平": "grip strength",
    "反应速度": "reaction speed",
    "情绪耗竭": "emotional exhaustion",
    "唾液皮质醇": "salivary cortisol",
    "跌倒风险": "fall risk",
    "注意稳定性": "attention stability",
}
_FORMS = (
    ("{e}对{g}{o}的影响", "Effect of {E} on {O} in {G}"),
    ("{e}与{g}{o}的相关性研究", "Association between {E} and {O} among {G}"),
    ("{g}{e}前后{o}的对照观察", "A controlled observation of {O} before and after {E} in {G}"),
    ("基于{e}的{g}{o}干预方案构建与评价", "Development and evaluation of an intervention for {O} in {G} based on {E}"),
)
_JOURNALS = {
    "中国轮班医学杂志": "Chinese Journal of Shift Medicine",
    "病房测量学报": "Acta Ward Measurement",
    "睡眠与护理研究": "Research in Sleep and Nursing",
    "华北临床观察": "North China Clinical Observation",
    "南方职业健康": "Southern Occupational Health",
    "现代交接管理": "Modern Handover Management",
    "实用康复计量": "Practical Rehabilitation Metrics",
    "环境与夜间作业": "Environment and Night Work",
}


@dataclass(frozen=True)
class ChineseWork:
    """One work as its authors print it, and as Crossref has it."""

    kind: str
    printed: Work
    held: Work


def chinese_works(count: int, seed: int) -> tuple[ChineseWork, ...]:
    """So many works, kinds in turn, no two of one title."""
    rng = random.Random(f"chinese/{seed}")
    titles: set[str] = set()
    found: list[ChineseWork] = []
    while len(found) < count:
        made = _work(rng, KINDS[len(found) % len(KINDS)], len(found))
        if made.printed.title not in titles:
            titles.add(made.printed.title)
            found.append(made)
    return tuple(found)


def _work(rng: random.Random, kind: str, number: int) -> ChineseWork:
    title, english = _title(rng)
    people = tuple(_person(rng) for _ in range(rng.randint(2, 5)))
    journal = rng.choice(tuple(_JOURNALS))
    year, first = rng.randint(2006, 2024), rng.randint(20, 900)
    row = {
        "title": title,
        "authors": people,
        "year": year,
        "journal": journal,
        "volume": str(year - 1980),
        "issue": str(rng.randint(1, 12)),
        "pages": f"{first}-{first + rng.randint(3, 8)}",
        "doi": f"10.5555/zh.{1000 + rng.randint(0, 8)}-{2000 + number}.{year}.{number:03}",
        "held_by": ["crossref", "openalex"],
    }
    printed = work_from_json(row)
    held = printed
    if kind != "chinese":
        held = replace(held, authors=tuple(in_pinyin(family, given) for family, given in people))
    if kind == "english":
        held = replace(held, title=english, journal=_JOURNALS[journal])
    return ChineseWork(kind, printed, held)


def _title(rng: random.Random) -> tuple[str, str]:
    (e, english_e), (g, english_g), (o, english_o) = (
        rng.choice(tuple(words.items())) for words in (_EXPOSURES, _GROUPS, _OUTCOMES)
    )
    chinese, english = rng.choice(_FORMS)
    return chinese.format(e=e, g=g, o=o), english.format(E=english_e, G=english_g, O=english_o)


def _person(rng: random.Random) -> tuple[str, str]:
    return rng.choice(tuple(_FAMILIES)), "".join(rng.sample(tuple(_GIVEN), rng.choice((1, 2, 2))))


def in_pinyin(family: str, given: str) -> tuple[str, str]:
    """`张`, `伟明` as `Zhang`, `Weiming`."""
    return _FAMILIES[family], "".join(_GIVEN[letter] for letter in given).capitalize()


def rendered(entry: Printed, style: str) -> str:
    """The entry after GB/T 7714, three names at most."""
    names = [family + given for family, given in entry.authors]
    people = ", ".join(names[:3]) + (", 等" if len(names) > 3 or entry.et_al else "")
    mark = {"gbt-online": "[J/OL]", "gbt-unmarked": ""}.get(style, "[J]")
    issue = f"({entry.issue})" if entry.issue else ""
    place = ", ".join(part for part in (str(entry.year), f"{entry.volume}{issue}") if part)
    text = (
        f"{people}. {entry.title}{mark}. {entry.journal}, {place}" + (f": {entry.pages}" if entry.pages else "") + "."
    )
    if style == "gbt-wide":
        wide = {", ": "，", ". ": "．", ": ": "：", "(": "（", ")": "）"}
        for narrow, other in wide.items():
            text = text.replace(narrow, other)
    return f"{text} DOI: {entry.doi}." if entry.doi else text


# Changes that need Chinese words


def _somebody(entry: Printed, around: Around) -> tuple[str, str]:
    known = {in_pinyin(*person)[0] for person in entry.authors}
    return next(person for person in _people(around.rng) if in_pinyin(*person)[0] not in known)


def _people(rng: random.Random) -> Iterator[tuple[str, str]]:
    while True:
        yield _person(rng)


def replaced_first(entry: Printed, around: Around) -> Printed | None:
    return replace(entry, authors=(_somebody(entry, around), *entry.authors[1:]))


def added(entry: Printed, around: Around) -> Printed | None:
    return replace(entry, authors=(entry.authors[0], _somebody(entry, around), *entry.authors[1:]))


def other_outcome(entry: Printed, around: Around) -> Printed | None:
    own = next(word for word in _OUTCOMES if word in entry.title)
    return replace(entry, title=entry.title.replace(own, around.rng.choice([w for w in _OUTCOMES if w != own])))


def _strange_title(entry: Printed, around: Around) -> str:
    taken = {work.title for work in around.works}
    while True:
        title, _ = _title(around.rng)
        if title not in taken and not any(word in title and word in entry.title for word in _OUTCOMES):
            return title


def total_fabrication(entry: Printed, around: Around) -> Printed | None:
    people = tuple(_person(around.rng) for _ in entry.authors)
    region, field = around.rng.choice(("东部", "西部", "北方", "中部")), around.rng.choice(("护理计量", "作息研究"))
    year = entry.year + around.rng.choice((-4, -3, 3))
    made = replace(entry, title=_strange_title(entry, around), authors=people, journal=region + field, year=year)
    return replace(made, doi=f"10.16000/j.{year}.{around.rng.randint(1000, 9999)}" if entry.doi else None)


def plausible_authors(entry: Printed, around: Around) -> Printed | None:
    return replace(entry, title=_strange_title(entry, around), doi=None)


def incomplete(entry: Printed, around: Around) -> Printed | None:
    made = plausible_authors(entry, around)
    return without(made, "volume", "issue", "pages") if made else None


def in_both_directions(entry: Printed, around: Around) -> Printed | None:
    """The title with the spaces and the half-width signs that a converter leaves."""
    half = len(entry.title) // 2
    return replace(entry, title=f"{entry.title[:half]} {entry.title[half:]}")


def _mutation(name: str, grade: Grade, change: Change, field: Field | None = None) -> Mutation:
    return Mutation(f"zh {name}", grade, change, field)


CHINESE = (
    _mutation("as it is", Grade.COSMETIC, as_it_is),
    _mutation("space in the title", Grade.COSMETIC, in_both_directions),
    _mutation("pages shortened", Grade.COSMETIC, short_pages),
    _mutation("first page only", Grade.COSMETIC, first_page),
    _mutation("year 1 off", Grade.METADATA, year_off(1), Field.YEAR),
    _mutation("year 2 off", Grade.METADATA, year_off(2), Field.YEAR),
    _mutation("year 5 off", Grade.METADATA, year_off(5), Field.YEAR),
    _mutation("first authors swapped", Grade.METADATA, swapped_first, Field.FIRST_AUTHOR),
    _mutation("first author replaced", Grade.METADATA, replaced_first, Field.FIRST_AUTHOR),
    _mutation("second author added", Grade.METADATA, added, Field.AUTHORS),
    _mutation("title word changed", Grade.METADATA, other_outcome, Field.TITLE),
    _mutation("wrong journal", Grade.METADATA, wrong_journal, Field.JOURNAL),
    _mutation("wrong volume", Grade.METADATA, wrong_volume, Field.VOLUME),
    _mutation("wrong pages", Grade.METADATA, wrong_pages, Field.PAGES),
    _mutation("DOI of another paper", Grade.IDENTIFIER, other_doi, Field.DOI),
    _mutation("DOI one character off", Grade.IDENTIFIER, doi_character, Field.DOI),
    _mutation("TF: nothing exists", Grade.INVENTED, total_fabrication),
    _mutation("PAC: real authors", Grade.INVENTED, plausible_authors),
    _mutation("IH: incomplete", Grade.INVENTED, incomplete),
)
