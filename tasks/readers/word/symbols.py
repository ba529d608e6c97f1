"""Characters that Word keeps as a place in a symbol font, as the Unicode characters they show."""

_SYMBOL_UPPER = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ"
_SYMBOL_LOWER = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"
_SYMBOL_OTHER = {
    0x22: "∀", 0x24: "∃", 0x27: "∋", 0x2A: "∗", 0x2D: "−", 0x40: "≅", 0x5E: "⊥", 0x7E: "∼", 0xA2: "′", 0xA3: "≤",
    0xA5: "∞", 0xAB: "↔", 0xAC: "←", 0xAD: "↑", 0xAE: "→", 0xAF: "↓", 0xB0: "°", 0xB1: "±", 0xB2: "″", 0xB3: "≥",
    0xB4: "×", 0xB5: "∝", 0xB6: "∂", 0xB7: "•", 0xB8: "÷", 0xB9: "≠", 0xBA: "≡", 0xBB: "≈", 0xBC: "…", 0xC6: "∅",
    0xC7: "∩", 0xC8: "∪", 0xCC: "⊂", 0xCE: "∈", 0xCF: "∉", 0xD1: "∇", 0xD2: "®", 0xD3: "©", 0xD4: "™", 0xD5: "∏",
    0xD6: "√", 0xD7: "⋅", 0xD8: "¬", 0xD9: "∧", 0xDA: "∨", 0xDE: "⇒", 0xE5: "∑", 0xF2: "∫",
}  # fmt: skip
_WINGDINGS = {
    0x6C: "●", 0x6E: "■", 0x6F: "□", 0xA7: "▪", 0xA8: "◻", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓",
    0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
}  # fmt: skip
UNKNOWN = "\ufffd"


def symbol(font: str | None, code: str | None) -> str:
    """The character of a `w:sym`, by its font and hexadecimal code; U+FFFD where it is not known here."""
    try:
        place = int(code or "", 16)
    except ValueError:
        return UNKNOWN
    if not 0x20 <= place <= 0xFFFD or 0xD800 <= place <= 0xDFFF:
        return UNKNOWN
    if not 0xE000 <= place <= 0xF8FF:
        # A place outside the private area is plain Unicode, except in the fonts that are no text at all.
        return chr(place) if place > 0xFF or font not in ("Symbol", "Wingdings") else _in_font(font, place)
    return _in_font(font, place & 0xFF)


def _in_font(font: str | None, place: int) -> str:
    if font == "Symbol":
        if 0x41 <= place <= 0x5A:
            return _SYMBOL_UPPER[place - 0x41]
        if 0x61 <= place <= 0x7A:
            return _SYMBOL_LOWER[place - 0x61]
        return _SYMBOL_OTHER.get(place) or (chr(place) if 0x20 <= place < 0x7F else UNKNOWN)
    if font == "Wingdings":
        return _WINGDINGS.get(place, UNKNOWN)
    return UNKNOWN
