"""Whatever is given to a reader ends in a value or in one clear line. Full size: `python -m benchmarks.hostile`."""

import shutil
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tasks.readers import BIBLIOGRAPHY_READERS, MANUSCRIPT_READERS
from tests.hostile import child
from tests.hostile.cases import KINDS, SECRET, cases_for, reaching_out
from tests.hostile.child import Job, Outcome

pytestmark = pytest.mark.timeout(900)
"""A hundred files for each reader, some of them in a process of their own."""

SIZE = 0.02
"""A fiftieth of the benchmark's."""
SECONDS = 120.0
"""Far beyond what any case needs on a slow machine: a reader that reaches it would not have ended."""
MEMORY = 8192
"""MiB of address space; far beyond too. Pandoc reserves much that it never uses."""
NOTHING_TO_READ = ("flat zip bomb", "lying zip bomb", "with a password")
"""Files of a format that hold nothing to read: a value would be an empty manuscript, and silence."""

READERS = list(
    {
        (reader.name, KINDS.get(suffix.lower(), ())): (reader.name, suffix.lower())
        for reader in (*MANUSCRIPT_READERS, *BIBLIOGRAPHY_READERS)
        for suffix in reversed(reader.suffixes or (".export",))
    }.values()
)
"""Every reader with one suffix for each format it reads; one that goes by content has none of its own."""

Outcomes = Mapping[str, Outcome]


@pytest.fixture(scope="module", params=READERS, ids=[f"{name}{suffix}" for name, suffix in READERS])
def ended(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Outcomes]:
    """A suffix, and how every case for one reader of it ended, all read by one child."""
    reader, suffix = request.param
    folder = tmp_path_factory.mktemp("hostile")
    cases, jobs = cases_for(suffix, SIZE), []
    for number, case in enumerate(cases):
        file = folder / f"{number}{suffix}"
        file.write_bytes(case.make())
        jobs.append(Job(reader, file, f"thesis{suffix}"))
    found = child.run(jobs, seconds=SECONDS, mib=0 if sys.platform == "darwin" else MEMORY)
    shutil.rmtree(folder)
    assert len({case.name for case in cases}) == len(cases), "two cases of one name"
    return suffix, dict(zip((case.name for case in cases), found, strict=True))


def test_every_hostile_file_ends_in_a_value_or_one_clear_line(ended: tuple[str, Outcomes]) -> None:
    suffix, outcomes = ended
    faults = [
        f"{name}: {outcome.how} {outcome.line!r}"
        for name, outcome in outcomes.items()
        if not outcome.clear or (outcome.how == "refused" and f"thesis{suffix}" not in outcome.line)
    ]
    assert not faults, "\n".join(faults)


def test_what_cannot_be_read_is_refused_and_not_read_as_nothing(ended: tuple[str, Outcomes]) -> None:
    _, outcomes = ended
    for name in NOTHING_TO_READ:
        if name in outcomes:
            assert outcomes[name].how == "refused", f"{name}: {outcomes[name]}"
    if "with a password" in outcomes:
        assert "password" in outcomes["with a password"].line


def test_an_honest_file_of_the_format_is_read(ended: tuple[str, Outcomes]) -> None:
    """The same makers without harm: that a case is refused says nothing if all are."""
    suffix, outcomes = ended
    honest = [outcome for name, outcome in outcomes.items() if name.endswith("an honest one")]
    if not honest or suffix == ".doc":
        pytest.skip(f"no sample of {suffix} is made here")
    assert any(outcome.how == "read" and not outcome.line.startswith("0 ") for outcome in honest), honest


def test_what_is_empty_is_refused_or_read_as_empty(ended: tuple[str, Outcomes]) -> None:
    empty = ended[1]["empty"]
    assert empty.how == "refused" or empty.line.startswith("0 "), empty


@pytest.mark.parametrize(("reader", "suffix"), READERS)
def test_no_other_file_is_opened_and_nobody_is_asked(reader: str, suffix: str, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text(SECRET, "utf-8")
    secret = tmp_path / "secret.txt"
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(0.05)
        addresses = [secret.as_uri(), str(secret), f"http://127.0.0.1:{listening.getsockname()[1]}/secret.txt"]
        jobs = []
        for address in addresses:
            for number, case in enumerate(reaching_out(suffix, address)):
                file = tmp_path / f"{len(jobs)}-{number}{suffix}"
                file.write_bytes(case.make())
                jobs.append(Job(reader, file, f"thesis{suffix}"))
        if not jobs:
            pytest.skip(f"{suffix} names no other files")
        for outcome in child.run(jobs, seconds=SECONDS):
            assert outcome.clear, outcome.line
            assert SECRET not in outcome.text + outcome.line
        with pytest.raises(TimeoutError):
            listening.accept()


def test_the_child_tells_what_kills_a_reader(tmp_path: Path) -> None:
    """That the tests above can fail: a file that is not there breaks the child, and the next file is still read."""
    (tmp_path / "b.txt").write_text("Corals grow.", "utf-8")
    found = child.run([Job("txt", tmp_path / "a.txt", "a.txt"), Job("txt", tmp_path / "b.txt", "b.txt")], seconds=60)
    assert [outcome.how for outcome in found] == ["died", "read"]
    assert "a.txt" in found[0].line
    assert not found[0].clear
