"""Values a registry would hold that the world does not say, derived from the work, so that they never change."""

import hashlib
import re
import unicodedata

from tests.standin.world import Work

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def digest(work: Work, purpose: str = "") -> int:
    """A large number that stands for the work."""
    seed = f"{purpose}|{work.doi}|{work.pmid}|{work.full_title}"
    return int.from_bytes(hashlib.sha256(seed.encode()).digest(), "big")


def print_date(work: Work) -> tuple[int, int, int] | None:
    """Year, month and day of the issue."""
    if work.year is None:
        return None
    number = digest(work, "print")
    return work.year, number % 12 + 1, number // 12 % 28 + 1


def online_date(work: Work) -> tuple[int, int, int] | None:
    """Year, month and day of the online publication; before the issue where both fall into one year."""
    if work.online_year is None:
        return None
    number = digest(work, "online")
    printed = print_date(work)
    months = printed[1] if printed and printed[0] == work.online_year else 12
    return work.online_year, number % months + 1, number // 12 % 28 + 1


def issn(journal: str) -> str:
    """An ISSN with a right check digit, the same for every work of a journal."""
    number = f"{int.from_bytes(hashlib.sha256(journal.encode()).digest()[:4], 'big') % 10_000_000:07d}"
    rest = -sum(int(d) * weight for d, weight in zip(number, range(8, 1, -1), strict=True)) % 11
    return f"{number[:4]}-{number[4:]}{'X' if rest == 10 else rest}"


def language(work: Work) -> str:
    return "zh" if re.search(r"[\u4e00-\u9fff]", work.title) else "en"


def initials(given: str) -> str:
    """`Jane A.` → `JA`; initials already written together stay."""
    parts = given.replace(".", " ").replace("-", " ").split()
    if len(parts) == 1 and parts[0].isupper() and len(parts[0]) <= 3:
        return parts[0]
    return "".join(part[0].upper() for part in parts)


def words(text: str) -> list[str]:
    """Search tokens: lower case, accents off, each CJK character its own token."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
    return re.findall(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+", plain)
