"""Real works printed in ten styles and as BibTeX, changed in graded ways, read back and looked up by our own path."""
