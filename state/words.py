"""The base of every word in the vocabulary: an immutable, validated value that knows its canonical bytes."""

import hashlib
import json
from typing import Any

from pydantic import BaseModel, ConfigDict

HASH_SCHEME = "v1"
"""Prefix of every content hash. It changes when the canonical form changes, so that old and new never collide."""


class Word(BaseModel):
    """An immutable value of the vocabulary. Unknown keys are refused, so a misspelt field is never lost in silence."""

    # Docstrings under fields are for people: letting pydantic read them costs 0.15 s at every start.
    model_config = ConfigDict(frozen=True, extra="forbid")


def canonical_json(value: Any) -> str:
    """The one way a value is written down for hashing: sorted keys, no spaces, real Unicode characters."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def content_hash(kind: str, value: Any) -> str:
    """Identity of a value by its content: `v1:KIND:` and 32 hex digits of sha256 over its canonical JSON."""
    digest = hashlib.sha256(f"{HASH_SCHEME}\n{kind}\n{canonical_json(value)}".encode()).hexdigest()
    return f"{HASH_SCHEME}:{kind}:{digest[:32]}"


def text_sha256(text: str) -> str:
    """sha256 of a text's UTF-8 bytes, hex. Lone surrogates, which broken files do contain, are replaced."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
