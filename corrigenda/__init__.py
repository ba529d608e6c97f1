"""Corrigenda checks every citation of a finished manuscript.

What users import is here; the packages beside it (`flows`, `tasks`, `state`, `reports`, `templates`) are its own.
"""

__version__ = "0.1.0"
