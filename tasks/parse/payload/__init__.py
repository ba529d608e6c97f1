"""The inputs of the reference-level tasks: any reference list in any mixture of formats."""

from tasks.parse.payload.payload import read_payload

__all__ = ["read_payload"]
