"""Articles written as authors write manuscripts: every citation style in every format. Knows nothing of the readers."""
