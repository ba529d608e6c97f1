"""What LaTeX commands and environments mean to a reader of the text. What is not named here prints its arguments."""

import re
from typing import Final

ARGUMENTS: Final[dict[str, str]] = {
    **dict.fromkeys(
        (
            "label", "ref", "usepackage", "RequirePackage", "documentclass", "bibliographystyle", "pagestyle",
            "thispagestyle", "pagenumbering", "hypersetup", "graphicspath", "addtocounter", "setcounter",
            "stepcounter", "refstepcounter", "vspace", "hspace", "index", "glossary", "input",
            "include", "color", "definecolor", "colorlet", "newcounter", "newlength", "setlength", "addtolength",
            "theoremstyle", "newtheorem", "newfontfamily", "setmainfont", "setCJKmainfont", "setCJKsansfont",
            "setCJKmonofont", "setsansfont", "setmonofont", "newCJKfontfamily", "setCJKfamilyfont", "CJKfamily",
            "zihao", "fontsize", "fontfamily", "fontseries", "fontshape", "selectlanguage", "addcontentsline",
            "addtocontents", "markboth", "markright", "phantom", "hphantom", "vphantom", "includegraphics",
            "includepdf", "includesvg", "rule", "cline", "cmidrule", "arrayrulecolor", "rowcolor", "columncolor",
            "cellcolor", "linespread", "setstretch", "captionsetup", "lstset", "lstinputlisting", "inputminted",
            "verbatiminput", "VerbatimInput", "tikzset", "pgfplotsset", "usetikzlibrary", "geometry",
            "bibliography", "nobibliography", "addbibresource", "addglobalbib", "addsectionbib", "printbibliography",
            "newrefsection", "newrefsegment", "defbibheading", "defbibnote", "DeclareFieldFormat", "AtEveryBibitem",
            "AtBeginDocument", "AtEndDocument", "ExecuteBibliographyOptions", "DeclareMathOperator",
            "DeclareUnicodeCharacter", "hyphenation", "includeonly", "externaldocument", "makeindex",
            "setbeamertemplate", "setitemize", "setenumerate", "setlist", "newlist", "pdfbookmark", "phantomsection",
            "counterwithin", "numberwithin", "allowdisplaybreaks", "fancyhead", "fancyfoot", "fancyhf", "lhead",
            "rhead", "chead", "lfoot", "rfoot", "cfoot", "titleformat", "titlespacing", "enlargethispage",
            "pagecolor", "todo", "missingfigure", "newglossaryentry", "newacronym", "printglossary", "glsaddall",
            "citestyle", "setcitestyle", "defcitealias", "newcites", "providecolor", "DeclareSIUnit", "sisetup",
            "discretionary", "hypertarget", "raisebox", "setotherlanguage", "setdefaultlanguage",
            "CTEXsetup", "tcbset", "tcbuselibrary", "newtcolorbox", "BibitemShut", "bibAnnoteFile", "bibAnnote",
            "BibitemOpen", "translation", "pagebreak", "nopagebreak", "linebreak", "nolinebreak", "newcolumntype",
            "specialrule", "addlinespace", "includestandalone", "DTLsetseparator", "renewbibmacro", "newbibmacro",
            "DeclareBibliographyDriver", "DeclareCiteCommand", "DeclareNameAlias", "DeclareSourcemap",
            "putbib", "setparsizes", "urlstyle", "sbox", "newsavebox", "usebox", "crefname", "Crefname", "bibitem",
            "DeclareLabelalphaTemplate", "hyperdef", "vref",
        ),
        "om",
    ),
    **dict.fromkeys(
        (
            "setlength", "addtolength", "setcounter", "addtocounter", "definecolor", "colorlet", "fontsize", "rule",
            "markboth", "DeclareMathOperator", "newtheorem", "addtocontents", "DeclareFieldFormat", "newcolumntype",
            "DeclareUnicodeCharacter", "counterwithin", "numberwithin", "defcitealias", "newcites", "setCJKfamilyfont",
            "DeclareSIUnit", "pdfbookmark", "setbeamertemplate", "renewbibmacro", "newbibmacro", "defbibheading",
            "defbibnote", "newglossaryentry", "bibAnnoteFile", "titlespacing", "inputminted", "newfontfamily",
            "newCJKfontfamily", "sbox", "DeclareBibliographyDriver", "newtcolorbox", "newlist", "bibAnnote",
        ),
        "omom",
    ),
    "definecolor": "mmm", "addcontentsline": "mmm", "newacronym": "ommm", "crefname": "mmm", "Crefname": "mmm",
    "DeclareCiteCommand": "omommm", "titleformat": "mommmm", "hyperdef": "mm", "BibitemOpen": "", "specialrule": "mmm",
    "phantomsection": "", "printbibliography": "o", "newrefsection": "o", "putbib": "o", "pagebreak": "o",
    "nopagebreak": "o", "linebreak": "o", "nolinebreak": "o", "addlinespace": "o", "makeindex": "o",
    "printglossary": "o", "allowdisplaybreaks": "o", "glsaddall": "o", "todo": "om", "hypertarget": "m",
    "cline": "m", "cmidrule": "om", "raisebox": "moo", "EOS": "", "bibitem": "om",
    "textcolor": "om", "colorbox": "om", "fcolorbox": "omm", "parbox": "ooom", "makebox": "oo", "framebox": "oo",
    "resizebox": "mm", "scalebox": "mo", "rotatebox": "om", "multicolumn": "mm", "multirow": "omomo",
    "foreignlanguage": "om", "adjustbox": "m", "bibinfo": "m", "bibfield": "m", "href@noop": "m", "hyperlink": "m",
    "hyperref": "o", "minipage": "ooom", "captionof": "mo", "needspace": "m", "Eprint": "m", "textblockcolor": "m",
    "newtheorem": "momo", "setlength": "mm", "newlength": "m", "fontsize": "mm", "linespread": "m", "item": "",
    "thanks": "", "marginpar": "o", "lettrine": "o", "ruby": "", "pkg": "", "AtEndPreamble": "m", "nolinkurl": "",
}  # fmt: skip
"""Arguments that are not text, by command: `o` in brackets, `m` in braces. Arguments beyond these are text."""

SETTING = re.compile(r"(?:setup|set|options|config)$", re.IGNORECASE)
r"""Commands called so (`\thusetup`, `\lstset`, `\ctexset`) take settings, not text."""

_SECTION = re.compile(
    r"^(?!the|set|new|list|every|print|post|pre|reset)(?:[A-Za-z]*?)"
    r"(part|chapter|chap|subsubsection|subsection|section|subparagraph|paragraph|minisec)"
    r"(?:nonum|nonumber|star|text|x)?$",
    re.IGNORECASE,
)
_LEVELS = {
    "part": 1, "chapter": 1, "chap": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5,
    "minisec": 5, "subparagraph": 6,
}  # fmt: skip
CHAPTERS = re.compile(r"\\[A-Za-z]*(?:chapter|chap)\*?\s*(?:\[[^\]]*\])?\s*\{", re.IGNORECASE)


def section_level(name: str) -> int | None:
    """1 for chapters to 6; None for a command that is no heading. Classes name theirs `specialchapter`, `bisection`."""
    found = _SECTION.match(name)
    return None if found is None else _LEVELS[found[1].lower()]


HEADED: Final[dict[str, tuple[str, str]]] = {
    **dict.fromkeys(("abstract", "cabstract", "eabstract", "cnabstract", "enabstract", "zhabstract", "abstractzh",
                     "abstracten", "chineseabstract", "englishabstract", "abstractcn", "Abstract", "englishabs",
                     "chineseabs"), ("Abstract", "摘要")),
    **dict.fromkeys(("acknowledgements", "acknowledgement", "acknowledgments", "acknowledgment", "thanks", "acks",
                     "ack"), ("Acknowledgements", "致谢")),
    **dict.fromkeys(("denotation", "notation", "nomenclature"), ("Notation", "符号说明")),
    **dict.fromkeys(("resume", "biography"), ("Curriculum vitae", "个人简历")),
    **dict.fromkeys(("achievements", "publications"), ("Publications", "研究成果")),
    **dict.fromkeys(("conclusion", "conclusions"), ("Conclusion", "结论")),
    "innovations": ("Innovations", "创新点"),
    "digest": ("Digest", "摘要"),
    "survey": ("Survey", "调研报告"),
    "introduction": ("Introduction", "引言"),
}  # fmt: skip
"""Environments for which a class prints a heading: what it is in English and in Chinese."""
REFERENCES: Final = ("References", "参考文献")

MATHS: Final = frozenset(
    name + star
    for name in (
        "equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "flalign", "alignat", "xalignat",
        "subequations", "dmath", "IEEEeqnarray", "empheq", "split", "array", "cases", "dgroup", "darray",
    )
    for star in ("", "*")
) - {"subequations"}  # fmt: skip
DRAWINGS: Final = frozenset({"tikzpicture", "pgfpicture", "axis", "picture", "pspicture", "forest", "scope",
                             "circuitikz", "tikzcd", "asy", "feynmandiagram", "chemfigure"})  # fmt: skip
TABLES: Final[dict[str, str]] = {
    "tabular": "om", "tabular*": "mom", "tabularx": "mom", "tabulary": "mom", "longtable": "om", "tabu": "m",
    "longtabu": "m", "supertabular": "m", "xltabular": "omm", "tblr": "om", "longtblr": "oom", "xtabular": "m",
    "NiceTabular": "om", "tabularray": "om",
}  # fmt: skip
FLOATS: Final[dict[str, str]] = {
    "figure": "o", "figure*": "o", "table": "o", "table*": "o", "wrapfigure": "omom", "wraptable": "omom",
    "sidewaystable": "o", "sidewaysfigure": "o", "algorithm": "o", "algorithm*": "o", "listing": "o", "SCfigure": "oo",
    "floatingfigure": "om",
}  # fmt: skip
LISTS: Final = frozenset({"itemize", "enumerate", "description", "compactitem", "compactenum", "inparaenum", "list",
                          "asparaenum", "enumerate*", "itemize*", "bibliolist", "tasks", "labeling"})  # fmt: skip
NUMBERED: Final = frozenset({"enumerate", "compactenum", "inparaenum", "asparaenum", "enumerate*"})
ENVIRONMENT_ARGUMENTS: Final[dict[str, str]] = {
    "minipage": "ooom", "multicols": "mo", "multicols*": "mo", "adjustwidth": "mm", "CJK": "omm", "CJK*": "omm",
    "spacing": "m", "subfigure": "om", "subtable": "om", "adjustbox": "m", "threeparttable": "o", "refsection": "o",
    "list": "mm", "itemize": "o", "enumerate": "o", "description": "o", "tcolorbox": "o", "mdframed": "o",
    "boxedminipage": "om", "landscape": "", "otherlanguage": "m", "CSLReferences": "mm", "tablenotes": "o",
    "thebibliography": "m", "tasks": "om", "labeling": "om", "titlepage": "", "frame": "oom", "block": "",
    "bibliolist": "om", "denotation": "o", "nomenclature": "o", "lrbox": "m",
}  # fmt: skip
SYMBOLS: Final[dict[str, str]] = {
    "%": "%", "&": "&", "#": "#", "_": "_", "$": "$", "{": "{", "}": "}", " ": " ", "\n": " ", "\t": " ", ",": " ",
    ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "", ">": " ", "quad": " ", "qquad": " ", "enspace": " ",
    "thinspace": " ", "space": " ", "nobreakspace": " ", "textbackslash": "\\", "LaTeX": "LaTeX", "TeX": "TeX",
    "LaTeXe": "LaTeX2e", "XeTeX": "XeTeX", "XeLaTeX": "XeLaTeX", "LuaLaTeX": "LuaLaTeX", "BibTeX": "BibTeX",
    "textasciitilde": "~", "textasciicircum": "^", "slash": "/", "textperiodcentered": "·", "ldots": "…", "dots": "…",
    "textellipsis": "…", "textendash": "–", "textemdash": "—", "degree": "°", "textdegree": "°", "celsius": "°C",
    "textquotesingle": "'", "i": "ı", "j": "ȷ", "textless": "<", "textgreater": ">", "textbar": "|", "percent": "%",
    "textmu": "µ", "texttimes": "×", "textpm": "±", "eg": "e.g.", "ie": "i.e.", "etal": "et al.", "copyright": "©",
    "textregistered": "®", "texttrademark": "™", "circled": "", "today": "", "S": "§", "P": "¶", "euro": "€",
}  # fmt: skip
STEPS: Final = frozenset(
    name
    for word in (
        "State", "Statex", "If", "ElsIf", "Else", "EndIf", "For", "ForAll", "EndFor", "While", "EndWhile", "Repeat",
        "Until", "Require", "Ensure", "Return", "Procedure", "EndProcedure", "Function", "EndFunction", "KwIn", "KwOut",
        "KwData", "KwResult",
    )
    for name in (word, word.upper())
)  # fmt: skip
"""Commands of an algorithm that begin a line."""
OWN_PARAGRAPH: Final = frozenset(
    {"title", "subtitle", "author", "date", "affiliation", "affil", "address", "institute", "keywords", "ckeywords",
     "ekeywords", "email", "corresp", "dedicatory", "abstract", "cabstract", "eabstract"}
)  # fmt: skip
"""Commands whose argument a class prints by itself."""
UNITS: Final[dict[str, str]] = {
    "percent": "%", "milli": "m", "micro": "µ", "nano": "n", "pico": "p", "kilo": "k", "mega": "M", "giga": "G",
    "centi": "c", "deci": "d", "gram": "g", "metre": "m", "meter": "m", "second": "s", "hour": "h", "minute": "min",
    "litre": "L", "liter": "L", "mole": "mol", "molar": "M", "degreeCelsius": "°C", "celsius": "°C", "kelvin": "K",
    "pascal": "Pa", "newton": "N", "joule": "J", "watt": "W", "volt": "V", "ampere": "A", "hertz": "Hz", "per": "/",
    "squared": "²", "cubed": "³", "degree": "°", "kilogram": "kg", "bar": "bar", "day": "d", "byte": "B", "bit": "bit",
    "electronvolt": "eV", "angstrom": "Å", "ohm": "Ω", "tesla": "T", "sievert": "Sv", "gray": "Gy", "becquerel": "Bq",
}  # fmt: skip
