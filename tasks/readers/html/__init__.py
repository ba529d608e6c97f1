"""HTML, through Pandoc's tree."""
