"""Words that stand in the names of people and groups, and words that look like names and are none."""

from typing import Final

_CONNECTORS_WORDS = "and & und et y e en och og i и ja 和 与 及 以及 暨"
_PARTICLES_WORDS = (
    "van von vom der den de la le les del della dela delle di da do dos das du el al bin ibn ben abu ter ten"
    " te zu zum zur af av y e 't d l st"
)
_LINKS_WORDS = "of for the on in to de des du für der and"
_SUFFIXES_WORDS = "jr sr ii iii iv"
_MONTHS_WORDS = (
    "january february march april may june july august september october november december jan feb mar apr jun"
    " jul aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember monday tuesday wednesday"
    " thursday friday saturday sunday"
)
_TITLES_WORDS = "dr prof professor sir mr mrs ms"
_NO_WORDS = (
    "see also eg cf vgl siehe voir véase e.g i.e in on at by the a an from since until before after as with"
    " for figure figures fig figs table tables tab section sections chapter chapters appendix equation"
    " equations eq box version vol volume no number part page pages pp act copyright model step phase"
    " experiment study studies note however moreover furthermore additionally similarly likewise recently"
    " later earlier finally first second third thus hence therefore here there then when while whereas"
    " although though because if both all most some many several each this these those that our their his her"
    " its we they it he she i what which who whose how why according following unlike like despite given"
    " contrary beyond based using building drawing compared another other others only even but and or nor yet"
    " so than whether consistent importantly interestingly notably specifically conversely subsequently"
    " originally previously recent early such per via through about between among during under over against"
    " within without into upon und oder aber auch nach bei laut wie im der die das les des le la el los las en"
    " según selon dans par pour ainsi do did does is are was were has have had to of re accessed retrieved"
    " published available updated adapted modified reviewed source sources data results method methods let"
    " consider regarding concerning indeed instead nevertheless nonetheless still today et al"
)

_PLACES_TEXT = (
    "Africa|America|Argentina|Asia|Australia|Austria|Bangladesh|Beijing|Belgium|Berlin|Boston|Brazil|Britain|"
    "Brussels|California|Cambridge|Canada|Chicago|Chile|China|Colombia|Copenhagen|Cuba|Czech Republic|"
    "Denmark|Egypt|England|Ethiopia|EU|Europe|European Union|Finland|Florida|France|Geneva|Germany|Ghana|"
    "Great Britain|Greece|Hong Kong|Hungary|Iceland|India|Indonesia|Iran|Iraq|Ireland|Israel|Italy|Japan|"
    "Kenya|Korea|London|Los Angeles|Madrid|Malaysia|Mexico|Milan|Moscow|Munich|Nepal|Netherlands|New York|"
    "New Zealand|Nigeria|Northern Ireland|Norway|Oxford|Pakistan|Paris|Peru|Philippines|Poland|Portugal|Rome|"
    "Russia|Saudi Arabia|Scotland|Shanghai|Singapore|South Africa|South Korea|Spain|Sweden|Switzerland|"
    "Sydney|Taiwan|Tanzania|Texas|Thailand|Tokyo|Toronto|Turkey|UAE|Uganda|UK|Ukraine|United Kingdom|"
    "United States|US|USA|Vienna|Vietnam|Wales|Washington|中国|美国|英国|德国|法国|日本|韩国|印度|俄罗斯|"
    "加拿大|澳大利亚|北京|上海|天津|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|"
    "湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾|内蒙古|广西|西藏|宁夏|新疆|香港|澳门|广州|深圳|武汉|"
    "南京|成都|西安|杭州"
)
_THINGS_WORDS = (
    "spring summer autumn fall winter season quarter semester windows office excel word powerpoint access "
    "linux ubuntu debian android ios macos python java matlab mathematica stata spss sas jasp julia fortran "
    "acrobat photoshop release edition edn update patch build server studio software version wave cohort "
    "sample dataset baseline batch series round phase stage step model table figure equation usd eur gbp cny "
    "rmb aud cad gdp hdi cpi olympics games cup championship congress conference workshop symposium meeting "
    "summit forum expo census election referendum war battle revolution crisis pandemic epidemic covid sars "
    "earthquake tsunami hurricane typhoon cyclone act law treaty agreement protocol convention declaration "
    "directive regulation amendment constitution accord decree patent case"
)

CONNECTORS: Final = frozenset(_CONNECTORS_WORDS.split())
"""What joins the last name to those before it."""
PARTICLES: Final = frozenset(_PARTICLES_WORDS.split())
LINKS: Final = frozenset(_LINKS_WORDS.split())
"""Small words inside the names of groups."""
SUFFIXES: Final = frozenset(_SUFFIXES_WORDS.split())
TITLES: Final = frozenset(_TITLES_WORDS.split())
SURNAME_MONTHS: Final = frozenset({"march", "may", "august"})
MONTHS: Final = frozenset(_MONTHS_WORDS.split())
ALSO_SURNAMES: Final = frozenset({
    "he", "an", "so", "do", "to", "in", "page", "box", "see", "her", "than", "early", "case", "such",
})  # fmt: skip
"""Words that are names where `et al.` or `and` follows at once, or where one opens the bracket: `He et al.`"""
NO_NAMES: Final = (
    (MONTHS | frozenset(_NO_WORDS.split())) - SURNAME_MONTHS - {"la", "le", "el", "los", "las", "al", "do", "das"}
)
"""Words that are written with a capital and are no names: they begin sentences, or count figures and versions."""
NO_AUTHOR_NAMES: Final = frozenset(name.casefold() for name in _PLACES_TEXT.split("|"))
"""Places that stand beside years more often than any person of that name is cited; compared whole: a body may have one
in its name (`Statistics Canada`)."""
NO_AUTHOR_WORDS: Final = frozenset(_THINGS_WORDS.split())
"""Words for seasons, software, money, events and laws: what has one in its name is dated, not cited. Compared with the
first and the last word, where they stand: `Windows 2000`, `Hurricane Katrina (2005)`, `Kyoto Protocol (1997)`."""
