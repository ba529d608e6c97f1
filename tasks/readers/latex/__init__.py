"""LaTeX, read from its source."""
