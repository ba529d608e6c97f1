"""The persons an entry begins with: where their names end, in the styles that print initials, and in Chinese.

A list keeps to one manner, and the first name shows which: `J. Smith, K. Jones`, `Smith, J., & Jones, K.` (with
`and K. Jones` behind, as Chicago has it) or `Smith J, Jones K`. What is of another manner is no name any more: words of
a title in capitals look like names with initials behind them.
"""

import re

from tasks.language.scripts import CJK

LONGEST = 2000
"""Characters of an entry that are looked at."""
_UPPER = "A-Z\u00c0-\u00de\u0100-\u017f\u0400-\u042f"
"""Letters a name begins with. The block of Latin letters with rarer accents holds small ones too: no name begins so."""
_PARTICLE_WORDS = "van von de del della di da dos der den la le du des el al ter ten zu"
_PARTICLES = "|".join([*_PARTICLE_WORDS.split(), *(word.upper() for word in _PARTICLE_WORDS.split())])
_WORD = rf"[{_UPPER}][\w'’\-]+"
_FAMILY = rf"(?:(?:{_PARTICLES})\s){{0,3}}{_WORD}(?:\s{_WORD})?"
_BETWEEN = r"(?:d[aeo]s?\s)?"
"""A particle among given names: `P. D. de M. Godoy`."""
_DOTTED = rf"[{_UPPER}][a-z]?\.(?:\s?-?{_BETWEEN}[{_UPPER}]\.){{0,5}}"
_SPACED = rf"[{_UPPER}](?:\s{_BETWEEN}[{_UPPER}]){{1,4}}|[{_UPPER}]{{1,3}}\sd[aeo]s?\s[{_UPPER}]"
_BARE = rf"(?:{_SPACED}|[{_UPPER}](?:-[{_UPPER}])+|[{_UPPER}]{{1,4}})"
_BEFORE = rf"{_DOTTED}\s?{_FAMILY}"
_BEHIND = rf"{_FAMILY},\s{_DOTTED}(?:,?\s(?:Jr|Sr)\.)?"
_SHORT = rf"{_FAMILY}\s(?:{_BARE}|[{_UPPER}]\.(?:\s?[{_UPPER}]\.){{0,2}})(?![\w'’])"
_AND = r"(?:\s?[,;]\s?(?:and\s|und\s|et\s|&\s)?|\s(?:and|und|et|y|&)\s|\s?/\s?)"
_OTHERS = r"(?:[,，]?\s(?:et al\.?|u\.\s?a\.)|[,，]\s?等)?"
_LISTS = tuple(
    re.compile(rf"^{first}(?:{_AND}{other}){{0,99}}{_OTHERS}")
    for first, other in ((_BEFORE, _BEFORE), (_BEHIND, rf"(?:{_BEHIND}|{_BEFORE})"), (_SHORT, _SHORT))
)
_CHINESE = re.compile(
    rf"[{CJK}·]{{2,4}}(?:\s?[,，、;；]\s?[{CJK}·]{{2,4}}){{0,40}}(?:\s?[,，、]?\s?等)?(?=\s?[.．。]\s?[{CJK}])"
)


def persons_end(folded: str) -> int | None:
    """Where the persons that an entry begins with end, `et al.` and 等 included: with initials, or Chinese names before
    a full stop; None where it begins with none."""
    text = folded[:LONGEST]
    for pattern in (*_LISTS, _CHINESE):
        if match := pattern.match(text):
            return match.end()
    return None
