"""Envelopes of invented works, and one change at a time to them."""

import copy
import json
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
SELF_CHECKS = (
    "all_evaluated",
    "no_false_verified",
    "contradictions",
    "unverifiable_noted",
    "format_match",
    "verify_framework",
    "verdicts_complete",
)


def meta(**changes: Any) -> Json:
    return {
        "skill": "research-verification",
        "version": "2.2.0",
        "schema_version": 2,
        "run_id": "1f0e3dad-9990-4321-8abc-0123456789ab",
        "timestamp": "2026-11-01T09:00:00Z",
    } | changes


def parsed(title: str, **changes: Any) -> Json:
    return {
        "doi": "10.5555/lantern.17",
        "title": title,
        "authors": ["Marlowe, T.", "Ostrander, P."],
        "year": 2019,
        "venue": "Annals of Harbour Studies",
        "source_format": "prose",
        "raw": f"4. Marlowe T, Ostrander P (2019) {title}. Annals of Harbour Studies 3, 1-9",
    } | changes


def resolved(title: str, **changes: Any) -> Json:
    return {
        "doi": "10.5555/lantern.17",
        "title": title,
        "authors": ["Tilda Marlowe", "Piet Ostrander"],
        "year": 2019,
        "venue": "Annals of Harbour Studies",
        "source": "crossref",
        "raw_response_hash": "5f70bf18a086007016e948b04aed3b82",
    } | changes


def cross_check(text: str, **passes: bool) -> Json:
    return {
        "title": {"parsed": text, "resolved": text, "similarity": 1.0, "pass": passes.get("title", True)},
        "author": {"parsed": "Marlowe", "resolved": "Marlowe", "pass": passes.get("author", True)},
        "year": {"parsed": 2019, "resolved": 2019, "pass": passes.get("year", True)},
    }


def verdict(name: str, word: str = "verified", **changes: Any) -> Json:
    title = "Lanterns of the inner harbour"
    evidence: Json = {
        "parsed": parsed(title),
        "resolved": resolved(title),
        "cross_check": cross_check(title),
        "candidates": [],
        "abstract_snippet": None,
        "notes": None,
    }
    evidence |= {key: value for key, value in changes.items() if key != "confidence"}
    return {"reference_id": name, "verdict": word, "confidence": changes.get("confidence", 1.0), "evidence": evidence}


def unfound(name: str, word: str = "unverifiable", notes: str | None = "no_confident_match") -> Json:
    return verdict(name, word, resolved=None, cross_check=None, notes=notes, confidence=0.0)


def duplicate(original: Json, ordinal: int) -> Json:
    made = copy.deepcopy(original)
    name = original["reference_id"]
    made["reference_id"] = f"{name}-dup{ordinal}"
    made["evidence"]["parsed"] = parsed("Lanterns of the inner harbor", raw=f"{40 + ordinal}. Marlowe 2019, Lanterns")
    made["evidence"]["notes"] = f"duplicate of {name}; verdict mirrored, resolver not re-queried"
    return made


def duplicate_error(entry: Json, original: str) -> Json:
    return {
        "reference_id": entry["reference_id"],
        "stage": "parse",
        "reason": f"duplicate_of:{original}",
        "raw": entry["evidence"]["parsed"]["raw"],
    }


FLAGS = {
    "fabricated",
    "fabricated_doi",
    "metadata_mismatch_title",
    "metadata_mismatch_author",
    "metadata_mismatch_year",
}


def references(*entries: Json, errors: tuple[Json, ...] = (), **data: Any) -> Json:
    """An envelope of verify_citations around these verdicts, everything counted."""
    words = ["fabricated" if entry["verdict"] in FLAGS else entry["verdict"] for entry in entries]
    keys = ("verified", "partially_supported", "unsupported", "contradicted", "fabricated", "unverifiable")
    return {
        "meta": meta(input_count=len(entries)),
        "status": "success",
        "data": {
            "task": "verify_citations",
            "verification_depth": "detailed",
            "output_format": "markdown",
            "content": "# Verification\n\nEach reference in turn.\n",
            "citations_checked": len(entries),
            "verdict_summary": {key: words.count(key) for key in keys},
            "verdicts": list(entries),
            "self_check": dict.fromkeys(SELF_CHECKS, "pass"),
        }
        | data,
        "errors": list(errors),
    }


def claim(name: str, rating: str = "verified") -> Json:
    return {
        "claim_id": name,
        "claim": "Lanterns were lit before dusk in nine of ten harbours.",
        "claim_type": "empirical",
        "rating": rating,
        "confidence": 0.9,
        "evidence": {"quote": "In nine harbours of ten the lamps burned before dusk.", "source": "p. 4", "notes": None},
    }


def claims(*entries: Json, **data: Any) -> Json:
    return {
        "meta": meta(input_count=len(entries)),
        "status": "success",
        "data": {
            "task": "verify_claims",
            "verification_depth": "detailed",
            "output_format": "markdown",
            "content": "# Fact check\n",
            "claims_evaluated": len(entries),
            "claims": list(entries),
        }
        | data,
        "errors": [],
    }


def detection(**data: Any) -> Json:
    return {
        "meta": meta(),
        "status": "success",
        "data": {"task": "ai_detection", "content": "Paragraph 1: uncertain. This is a heuristic."} | data,
        "errors": [],
    }


def other_skill(**data: Any) -> Json:
    return {
        "meta": meta(skill="harbour-review", version="0.3.0-rc.1"),
        "status": "success",
        "data": {"task": "tide_table", "verdicts": [{"verdict": "off_topic"}], "self_check": {"tides": "pass"}} | data,
        "errors": [],
    }


Change = Callable[[Json], None]
GONE = object()


def put(path: str, value: Any) -> Change:
    """A change that sets, or with `GONE` removes, what stands at a path such as `data.verdicts.0.verdict`."""

    def change(envelope: Json) -> None:
        *parents, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        place: Any = envelope
        for key in parents:
            place = place[key]
        if value is GONE:
            del place[last]
        else:
            place[last] = copy.deepcopy(value)

    return change


def changed(envelope: Json, *changes: Change) -> Json:
    made: Json = json.loads(json.dumps(envelope))
    for change in changes:
        change(made)
    return made
