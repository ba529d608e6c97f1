"""Addresses on the web as they are printed: where one begins and ends, and whether it may be sent to anybody.

Pure. An address goes to a service only where everybody may see what it points to: a public host by name, and nothing in
it that opens a door (a user, a password, a token).
"""

import ipaddress
import re
from urllib.parse import parse_qsl, unquote, urlsplit

_ADDRESS = re.compile(r"https?://[^\s<>\"“”{}|\\^`]{1,2000}", re.IGNORECASE)
_TRAILING = ".,;:!?'’。，；：、"
_PRIVATE = frozenset(
    {
        "localhost", "local", "localdomain", "internal", "intranet", "intra", "lan", "home", "corp", "mail", "private",
        "priv", "domain", "cluster", "test", "invalid", "arpa", "onion",
    }
)  # fmt: skip
"""Last labels that no public host has (RFC 6761, 6762, 7686 and 8375; ICANN's list of collisions)."""
_SECRETS = re.compile(
    r"(?:^|[_-])(?:token|secret|password|passwd|pwd|signature|sig|api[_-]?key|apikey|auth|credential|sas|session(?:id)?"
    r"|key|jwt|ticket|sid|phpsessid|jsessionid|accesskey|sharekey|authtoken|accesstoken|passwort|invite)"
    r"(?:$|[_-])",
    re.IGNORECASE,
)
"""Names of parameters that open what is not public."""
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE)


def address_in(printed: str | None) -> str | None:
    """The first http or https address in a text, without the punctuation and brackets behind it; None without one."""
    found = _ADDRESS.search(printed or "")
    if found is None:
        return None
    address = found.group()
    while True:
        shorter = address.rstrip(_TRAILING)
        for opening, closing in ("()", "[]", "（）"):
            if shorter.endswith(closing) and shorter.count(closing) > shorter.count(opening):
                shorter = shorter[:-1]
        if shorter == address:
            return address if host_of(address) or _userinfo(address) else None
        address = shorter


def host_of(address: str) -> str:
    """The host in lower case without `www.`; empty where the address has none that can be read."""
    try:
        return (urlsplit(address).hostname or "").rstrip(".").removeprefix("www.")
    except ValueError:
        return ""


def path_of(address: str) -> tuple[str, ...]:
    """The parts of the path, percent-decoded, without empty ones."""
    try:
        path = urlsplit(address).path
    except ValueError:
        return ()
    return tuple(part for part in map(unquote, path.split("/")) if part)


def is_public(address: str) -> bool:
    """May this address be shown to a service? http or https, a public host by its name, no user or password, no
    parameter that looks like a key to what is not public."""
    try:
        parts = urlsplit(address)
        port = parts.port
        host = (parts.hostname or "").rstrip(".").encode("idna").decode() if parts.hostname else ""
    except (ValueError, UnicodeError):
        return False
    if parts.scheme.lower() not in ("http", "https") or "@" in parts.netloc or port == 0:
        return False
    if not _is_public_host(host):
        return False
    named = (name for text in (parts.query, parts.fragment) for name, _ in parse_qsl(text, keep_blank_values=True))
    return not any(_SECRETS.search(name) for name in named)


def _is_public_host(host: str) -> bool:
    try:
        # An address of version 6 may hold a private one of version 4 in several notations, and no page is cited by one.
        number = ipaddress.ip_address(host)
        return number.version == 4 and number.is_global and not number.is_multicast
    except ValueError:
        pass  # a name
    return bool(_HOST.fullmatch(host)) and host.rpartition(".")[2].lower() not in _PRIVATE


def shown(address: str) -> str:
    """The address as a report may print it: without user, password, query and fragment where it is not public."""
    if is_public(address):
        return address
    try:
        parts = urlsplit(address)
    except ValueError:
        return address.partition("://")[0] + "://…"
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}" + ("?…" if parts.query else "")


def _userinfo(address: str) -> bool:
    return "@" in address.partition("://")[2].partition("/")[0]
