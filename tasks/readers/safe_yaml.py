"""YAML as text, lists and mappings, within bounds. Nothing in it can make anything else."""

import yaml

MAX_CHARACTERS = 8_000_000


class _Loader(yaml.BaseLoader):
    """Aliases are refused: a few lines of them unfold into gigabytes."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("an alias")
        node: yaml.Node | None = super().compose_node(parent, index)
        return node


def load_yaml(text: str, longest: int = MAX_CHARACTERS) -> object:
    """What the text holds; every value in it is a `str`, a list or a mapping. None where it is no YAML, nests too
    deeply, uses aliases, or has more than `longest` characters."""
    if len(text) > longest:
        return None
    try:
        loaded: object = yaml.load(text, Loader=_Loader)  # noqa: S506 (a BaseLoader: it makes nothing but text)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    return loaded
