"""Words the rules know: which carry no content, which say up, down, not or perhaps, and which are opposites."""

_ENDINGS = """
    ational:ate ization:ize isation:ize fulness:ful ousness:ous iveness:ive ations:ate ation:ate ators:ate
    ator:ate ities: ity: ments: ment: ically:ic ical:ic ingly: edly: ively:ive ies:y ied:y ions: ion: ings: ing:
    ers: er: ed: ly: ness: ous: ive: al: es: s: e:
"""
"""Ending and what stands instead, in the order they are tried."""
_SUFFIXES = tuple((ending, instead) for ending, _, instead in (pair.partition(":") for pair in _ENDINGS.split()))
_IRREGULAR_PAIRS = """
    found:find risen:rise rose:rise fell:fall fallen:fall grew:grow mice:mouse children:child women:woman
    men:man higher:high highest:high lower:low lowest:low longer:long greater:great larger:larg older:old
    fewer:few worse:bad worst:bad better:good best:good tumour:tumor tumours:tumor bound:bind led:lead
    shown:show teeth:tooth bacteria:bacterium analyses:analysi us:us use:use used:use uses:use using:use
    died:die dies:die dying:die
"""
_IRREGULAR = dict(pair.split(":") for pair in _IRREGULAR_PAIRS.split())


def stem(word: str) -> str:
    """A word's stem, lower case: endings cut in a fixed order, at least three letters kept."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if not word.isascii() or any(char.isdigit() for char in word):
        return word
    if len(word) <= 3:
        return word
    word = word.replace("aemia", "emia").replace("oea", "ea").replace("our", "or")
    for _ in range(2):
        for ending, instead in _SUFFIXES:
            if word.endswith(ending) and len(word) - len(ending) >= 3 and not (ending == "s" and word.endswith("ss")):
                word = word[: -len(ending)] + instead
                break
        else:
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiouls":
        word = word[:-1]
    return word


def word_set(text: str) -> frozenset[str]:
    """The words of a list written as a text."""
    return frozenset(text.split())


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in text.split())


UP = _stems("""
    increase increases increased increasing increasingly higher high highest elevated elevate elevation greater
    raise raised raises rise rises rising upregulate upregulated upregulates upregulation enhance enhances
    enhanced enhancement improve improved improves improvement promote promotes promoted promoting stimulate
    stimulates stimulated activate activates activated activation induce induces induced induction gain gains
    accelerate accelerates accelerated augment augments exceed exceeds more larger grow grows growth superior
    better strengthen strengthens facilitate facilitates upregulating elevates prolong prolongs prolonged
""")
DOWN = _stems("""
    decrease decreases decreased decreasing lower low lowest reduce reduces reduced reducing reduction decline
    declines declined fewer less drop drops dropped fall falls fell downregulate downregulated downregulates
    downregulation inhibit inhibits inhibited inhibition suppress suppresses suppressed suppression attenuate
    attenuates attenuated impair impairs impaired impairment prevent prevents prevented prevention block blocks
    blocked diminish diminishes diminished lose loses loss weaken weakens worsen worsens inferior worse abolish
    abolishes abolished abrogate abrogates deplete depletes depletion repress represses repression protect
    protects protective shorten shortens shortened limit limits hinder hinders
""")
NEGATIONS = word_set("""
    cannot ineffective neither never no nonsignificant nor not unaffected unaltered unchanged unrelated
""")
"""What denies the relation itself."""
MURKY = word_set("""
    absence absent against alone both contrary debunk debunked deficiency deficient deleted deletion denied
    denies deny despite dispensable disprove disproved except fail failed fails failure hardly independent
    independently insignificant instead insufficient knockout lack lacked lacking lacks little mutant none null
    only rarely rather refute refuted refutes revoke revoked revokes stop stopped stops than unable unless
    unlikely withdraw withdrawn without
""")
"""What may deny a relation or be part of it ("mice lacking Sirt1"): on one side only, nothing is decided."""
HEDGES = word_set("""
    aim aimed appear appeared appears assess assessed controversial could determine determined evaluate
    evaluated examine examined hypothesis hypothesise hypothesised hypothesize hypothesized if investigate
    investigated likely may might objective perhaps possible possibly potential potentially probably purpose
    putative seem seems should sought speculate suggest suggested suggesting suggests test tested unclear
    unknown whether would
""")
_PAIRS = {
    "effect": ("effective", "ineffective"),
    "sensitiv": ("sensitive sensitivity sensitize sensitizes", "resistant resistance resist"),
    "benefit": ("beneficial benefit benefits", "harmful harm harms"),
    "sign": ("positive positively", "negative negatively inverse inversely"),
    "time": ("early earlier", "late later"),
    "life": ("survival survive survives", "mortality death die dies"),
    "sex": ("male males men man", "female females women woman"),
    "presenc": ("presence present", "absence absent"),
    "before": ("before prior", "after following"),
    "proximal": ("proximal", "distal"),
    "agonist": ("agonist agonists", "antagonist antagonists"),
    "upstream": ("upstream", "downstream"),
    "length": ("long", "short"),
    "young": ("young younger youngest", "old older elderly"),
    "safe": ("safe safety", "unsafe toxic toxicity"),
    "stable": ("stable stability", "unstable instability"),
}
SENSES: dict[str, tuple[str, int]] = {
    stem(word): (pair, side)
    for pair, sides in _PAIRS.items()
    for side, words in enumerate(sides)
    for word in words.split()
}
"""Members of a pair of opposites, by stem: the pair (which counts as a content word) and the side."""

_STOP = word_set("""
    a an the of in on at by for to from with within into onto over under between among amongst through during
    after before since until about and or but also either as then thus so such that this these those there here
    it its they them their we our us you your he she his her him i my me is are was were be been being am has
    have had having do does did done can will shall must which who whom whose what when where how why all any
    each every some most many much other others another same own very too just even still yet further
    furthermore moreover however therefore hence while whereas although though because due via per et al etc vs
    versus e.g i.e up out off above below again once well almost nearly approximately about around overall
    respectively one two three first second several various different certain recent recently previous
    previously current currently new novel known common commonly general generally usually often widely mainly
    particularly especially significantly significant strongly directly clearly highly
""")
_SCHOLARLY = word_set("""
    study studies research researches researchers author authors paper papers article articles work works report
    reports reported reporting result results finding findings find found show shows showed shown demonstrate
    demonstrates demonstrated indicate indicates indicated reveal reveals revealed observe observes observed
    describe describes described propose proposed proposes evidence data literature review analysis according
    case like use used using uses role important importance play plays involve involved involves include
    includes included including provide provides provided associate associated association associations related
    relate relates relation correlation correlated correlate correlates link linked links lead leads result
    cause causes caused effect effects affect affects influence example group groups compare compared comparison
    patient patients participant participants people individual individuals subject subjects level levels rate
    rates
""")
_CARRYING = word_set("""
    associate associated association associations correlation correlated correlate cause causes caused patients
    rate rates level levels
""")
"""Scholarly words that must be matched nevertheless."""
_RELATIONS = _stems("""
    associate associated association associations related relate relates correlation correlated correlate
    correlates lead leads cause causes caused affect affects influence patient patients rate rates level levels
    compare compared link linked group groups
""")
GENERIC = _STOP | (_SCHOLARLY - _CARRYING) | (frozenset(stem(word) for word in _SCHOLARLY) - _RELATIONS)
"""Words, and stems of words, that carry nothing to be matched."""

STOP_CHARS = "的了和与及或在是为对于中上下等其该此这那有者也都将被把而且但并以从到由所之使可能会能性"
"""Chinese characters at which runs are cut before pairs are made."""
