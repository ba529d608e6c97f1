"""Other checkers of references and ours, side by side, on the same references and the same stand-in."""
