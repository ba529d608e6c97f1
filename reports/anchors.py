"""Names of the places links point to: letters, digits, hyphens and underscores, whatever the manuscript says."""

import hashlib
import re


def anchor(kind: str, name: str) -> str:
    """`ref-29` for `ref` and `29`. Two different names never share an anchor."""
    slug = re.sub(r"[^A-Za-z0-9_-]+", "-", name)
    if slug != name:
        slug = f"{slug.strip('-')}-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:6]}".strip("-")
    return f"{kind}-{slug}"
