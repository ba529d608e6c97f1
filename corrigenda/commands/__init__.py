"""One file per command; `corrigenda/cli.py` imports the one that is called."""
