"""WHO's repository: `/server/api/pid/find`, which sends on to the item, and the search by handle."""

import re
from typing import Any
from uuid import UUID

from tests.standin.derived import digest
from tests.standin.exchange import Ask, Reply, json_reply
from tests.standin.world import Work, World


class WhoIris:
    """Works whose address is a handle there (`https://iris.who.int/handle/10665/…`)."""

    name = "who_iris"

    def __init__(self, world: World) -> None:
        self._by_handle: dict[str, Work] = {}
        for work in world:
            found = re.search(r"/handle/(10665/[0-9.]+)", work.url or "")
            if found and work.held("who_iris"):
                self._by_handle.setdefault(found.group(1), work.seen_by("who_iris"))
        self._by_uuid = {_uuid(work): handle for handle, work in self._by_handle.items()}

    def answer(self, ask: Ask) -> Reply:
        if ask.path == "/server/api/pid/find":
            handle = (ask.get("id") or "").removeprefix("hdl:")
            if handle not in self._by_handle:
                return Reply(b"", 404, asked={"handle": [handle]})
            # Relative, where the real one names itself in full: it knows its own address.
            to = f"../core/items/{_uuid(self._by_handle[handle])}"
            return Reply(b"", 302, headers=(("Location", to),), asked={"handle": [handle]})
        if ask.path.startswith("/server/api/core/items/"):
            known = self._by_uuid.get(ask.path.removeprefix("/server/api/core/items/"))
            return json_reply(_item(known, self._by_handle[known])) if known else json_reply({"status": 404}, 404)
        if ask.path == "/server/api/discover/search/objects":
            found = re.fullmatch(r'handle:"([^"]*)"', ask.get("query") or "")
            asked = [found.group(1)] if found else []
            items = [_item(handle, self._by_handle[handle]) for handle in asked if handle in self._by_handle]
            return json_reply(_discovered(items), 200, {"handle": asked})
        return json_reply({"status": 404, "error": "Not Found"}, 404)


def _uuid(work: Work) -> str:
    return str(UUID(int=digest(work, "item") % 2**128))


def _discovered(found: list[dict[str, Any]]) -> dict[str, Any]:
    objects = [{"type": "discover", "_embedded": {"indexableObject": item}} for item in found]
    page = {"size": 20, "totalElements": len(objects), "totalPages": 1, "number": 0}
    return {"type": "discover", "_embedded": {"searchResult": {"_embedded": {"objects": objects}, "page": page}}}


def _item(handle: str, work: Work) -> dict[str, Any]:
    metadata = {
        "dc.contributor.author": [f"{family}, {given}" if given else family for family, given in work.authors],
        "dc.title": [work.full_title],
        "dc.date.issued": [str(work.year)] if work.year else [],
        "dc.identifier.isbn": [work.isbn] if work.isbn else [],
        "dc.publisher": [work.journal] if work.journal else [],
        "dc.type": list(work.types),
    }
    said = {
        name: [{"value": value, "language": None, "authority": None, "confidence": -1, "place": n}]
        for name, values in metadata.items()
        for n, value in enumerate(values[:1])
    }
    said["dc.contributor.author"] = [
        {"value": value, "language": None, "authority": None, "confidence": -1, "place": n}
        for n, value in enumerate(metadata["dc.contributor.author"])
    ]
    uuid = _uuid(work)
    return {"id": uuid, "uuid": uuid, "name": work.full_title, "handle": handle, "metadata": said, "type": "item"}
