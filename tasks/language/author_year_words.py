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
