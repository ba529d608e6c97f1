"""Closed classes of words that stand in references, in several languages: months, editors' and locators' marks, …"""

from functools import lru_cache
from types import MappingProxyType

_WORDS = {
    "month": "jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august"
    " september october november december janvier février mars avril mai juin juillet août septembre octobre novembre"
    " décembre januar februar märz juni juli oktober dezember enero febrero marzo abril mayo junio julio agosto"
    " septiembre octubre noviembre diciembre winter spring summer fall autumn",
    "editor": "ed eds edited editor editors hrsg hg herausgeber éd éds dir coord coords org orgs red edited-by",
    "translator": "trans translated translator übers trad tr transl traduction übersetzt",
    "edition": "edition edn aufl auflage édition edición edição revised rev",
    "volume": "vol vols volume volumes bd band tome tom jg jahrgang v",
    "issue": "no nr num número issue heft iss núm fasc numéro n suppl supplement part pt special",
    "pages": "p pp pages page s seiten pág págs pgs ss art article",
    "chapter": "chap chapter ch kapitel cap section §",
    "in": "in en dans em",
    "and": "and und et y e & with",
    "etal": "al et others collaborators",
    "press": "press verlag publishers publisher publishing publications books editions éditions editorial wiley"
    " springer elsevier routledge sage academic mcgraw-hill prentice hall blackwell macmillan penguin harper brill"
    " kluwer ieee acm nostrand dover plenum gallimard suhrkamp birkhäuser karger thieme lippincott saunders"
    " mosby crc humana addison-wesley houghton norton knopf doubleday polity continuum erlbaum taylor francis",
    "place": "york london cambridge oxford paris berlin boston chicago philadelphia amsterdam washington stuttgart"
    " münchen munich frankfurt new d.c. dc ma ny nj ca uk usa leipzig leiden dordrecht heidelberg vienna wien zürich"
    " geneva genève roma milano madrid barcelona tokyo moscow toronto sydney baltimore princeton stanford berkeley"
    " hillsdale thousand oaks francisco angeles",
    "journal": "journal j review reviews rev letters lett annals ann archives arch bulletin bull proceedings proc"
    " transactions trans magazine quarterly zeitschrift revue revista acta annales nature science cell lancet quart"
    " int international phys chem biol med soc am amer eur assoc acad natl sci res clin mol appl surg environ eng"
    " studies research am. annual plos bmc bmj jama times",
    "meeting": "conference symposium workshop proceedings congress meeting colloquium conf symp proc lecture notes",
    "thesis": "thesis dissertation diss ph.d phd m.sc master's doctoral report technical tech unpublished manuscript"
    " working paper memo preprint mémoire habilitation",
    "access": "available retrieved accessed online http from url viewed visited cited access consulté abgerufen",
    "institute": "university universität université institute dept department school college laboratory center centre",
    "time": "press forthcoming submitted preparation appear n.d nd circa ca",
    "particle": "van von de der den del della di da dos du la le el al bin ibn ter ten y st mc",
    "suffix": "jr sr ii iii iv",
    "little": "the a an of for on to with by from at as is are its their der die das des le les une un el los las"
    " il lo und im über zur zum",
}
_CLASSES = MappingProxyType(
    {
        word: tuple(name for name, words in _WORDS.items() if word in words.split())
        for word in {word for words in _WORDS.values() for word in words.split()}
    }
)


@lru_cache(maxsize=4096)
def classes_of(word: str) -> tuple[str, ...]:
    """The classes a lower-case word belongs to; none for most."""
    return _CLASSES.get(word, ())
