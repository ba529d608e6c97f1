"""Markdown, with Pandoc's and Manubot's citations."""
