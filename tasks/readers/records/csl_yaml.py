"""CSL-YAML, as Pandoc and Quarto take it for a bibliography: `references:` with a list of items, or the list alone."""

import re
from collections.abc import Mapping

from state.errors import ManuscriptError
from tasks.readers.contract import Entries
from tasks.readers.encoding import decode
from tasks.readers.records.csl import csl_entries
from tasks.readers.safe_yaml import MAX_CHARACTERS, load_yaml

_ID = re.compile(r"^[ \t]*(?:-[ \t]+)?(?:id|citation-key):[ \t]*['\"]?(?P<id>[^'\"\s#]+)", re.MULTILINE)


class CslYamlReader:
    """Reads CSL-YAML. Errors: ManuscriptError, one line."""

    name = "csl-yaml"
    suffixes: tuple[str, ...] = (".yaml", ".yml")

    def read(self, name: str, content: bytes) -> Entries:
        """The items in file order. What stands in the list and is no item is a BrokenEntry."""
        text = decode(name, content).text
        if len(text) > MAX_CHARACTERS:
            raise ManuscriptError(f"{name}: refused, more than {MAX_CHARACTERS:,} characters. Split the file.")
        loaded = load_yaml(text)
        items = loaded.get("references") if isinstance(loaded, Mapping) else loaded
        if not isinstance(items, list):
            raise ManuscriptError(f"{name}: no YAML with a list of references. Export it as CSL JSON or BibTeX.")
        entries = csl_entries(name, text, items, self.name)
        lines = {match["id"]: text.count("\n", 0, match.start()) + 1 for match in reversed(list(_ID.finditer(text)))}
        placed = tuple(
            one.model_copy(update={"line": lines.get(one.key or one.id, one.line)}) for one in entries.references
        )
        return entries.model_copy(update={"references": placed})
