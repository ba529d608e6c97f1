"""Step A: a file becomes sections, references, citations and claims."""

from tasks.parse.manuscript import read_manuscript

__all__ = ["read_manuscript"]
