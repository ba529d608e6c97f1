"""verification_state.json: V's keys and shape out of a snapshot, and a snapshot back out of them (decisions 4.1).

What V has no place for stands in one object named `corrigenda` at each level. V's keys win on the way in, so that a
person may edit them and resume. A document that another program wrote has no such objects: it is read as far as it
goes, and what has not changed since is written back exactly as it came.
"""

from state.document.layout import Layout
from state.document.reading import read_document
from state.document.writing import write_document

__all__ = ["Layout", "export_document", "import_document", "read_document", "write_document"]

import json
from typing import Any

from state.snapshot import Snapshot


def import_document(content: bytes) -> tuple[Snapshot, str, str]:
    """A snapshot out of the bytes of a verification_state.json, with the document and its layout to be kept.

    Raises UserError with one line that names the place in the document.
    """
    document, layout = Layout.of(content)
    return read_document(document), json.dumps(document, ensure_ascii=False), layout.model_dump_json()


def export_document(snapshot: Snapshot, imported: tuple[str, str] | None = None) -> bytes:
    """The bytes of verification_state.json. `imported` is what `import_document` gave to be kept."""
    written = write_document(snapshot)
    if imported is None:
        return Layout().dump(written)
    came = json.loads(imported[0])
    return Layout.model_validate_json(imported[1]).dump(_unchanged_as_it_came(written, came))


def _unchanged_as_it_came(written: dict[str, Any], came: dict[str, Any]) -> dict[str, Any]:
    baseline = write_document(read_document(came))
    out = {key: value for key, value in came.items() if key not in ("meta", "refs")}
    meta = _kept(written["meta"], baseline["meta"], came["meta"])
    refs = {
        key: _kept(value, baseline["refs"].get(key), came["refs"].get(key, {}))
        for key, value in written["refs"].items()
    }
    return {"meta": meta, "refs": refs, **out}


def _kept(written: dict[str, Any], baseline: dict[str, Any] | None, came: dict[str, Any]) -> dict[str, Any]:
    """`came` where nothing has changed since; else what is written now, then the keys that only `came` has."""
    if written == baseline:
        return came
    return written | {key: value for key, value in came.items() if key not in written}
