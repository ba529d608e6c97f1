"""What `check` and `resume` do: find or begin the run, put the job together, run it, tell its end."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from corrigenda.inputs import Inputs, load_inputs, load_pdfs, sort_inputs
from corrigenda.reading import open_store
from corrigenda.running import Ways, make_job, run_job, tell_end
from corrigenda.settings import Settings
from flows.importing import import_state
from flows.rendering import STATE_FILE
from flows.steps import begin
from state.config import Config
from state.decision import Decision, DecisionKind
from state.errors import RunFolderError
from state.options import RunOptions
from state.store import RunLock, Store
from state.store.store import STORE_NAME

WAYS = ("engine", "yes", "fail_on", "verbose", "quiet", "as_json")


def check(files: Sequence[Path], out: Path | None, options: dict[str, Any], recording: Path | None = None) -> int:
    """Run A → B → C → D over these files; returns the exit code."""
    ways = Ways(**{name: options.pop(name) for name in WAYS if name in options}, recording=recording)
    manuscripts, bibliographies = sort_inputs(files)
    folder = out or manuscripts[0].with_name(f"{manuscripts[0].stem}.corrigenda")
    settings = Settings.load(folder, **options)
    config = settings.config()
    inputs, pdfs = load_inputs(manuscripts, bibliographies), load_pdfs(config.pdfs)
    make_folder(folder)
    with RunLock(folder), open_store(folder, settings) as store:
        same = store.run_id is not None and is_same(store, inputs, config)
        if same:
            # The run's own judge, language and PDFs, where the user has not named others this time.
            config = resumed(config, continue_with(store, config, given=options), folder)
            pdfs = load_pdfs(config.pdfs)
        job = make_job(
            store,
            folder,
            settings,
            config,
            ways,
            manuscripts=inputs.manuscripts,
            bibliographies=inputs.bibliographies,
            companions=inputs.companions,
            missing=inputs.missing,
            pdfs=pdfs,
        )
        if not same:
            job.judges()  # one that cannot be made is told before anything is done
            if store.run_id is not None:
                begin(job)
        snapshot = run_job(job, ways)
        return tell_end(snapshot, job, ways)


def resume(folder: Path, options: dict[str, Any], *, reviewed: bool = False) -> int:
    """Go on with the run in a folder; returns the exit code. `reviewed`: the human has looked and changes nothing."""
    ways = Ways(**{name: options.pop(name) for name in WAYS if name in options})
    if not folder.is_dir():
        raise RunFolderError(f"{folder}: no such folder; `corrigenda check MANUSCRIPT` makes one")
    settings = Settings.load(folder, **options)
    has_state = (folder / STATE_FILE).is_file()
    if not settings.store and not (folder / STORE_NAME).is_file() and not has_state:
        raise RunFolderError(f"{folder}: holds neither {STORE_NAME} nor {STATE_FILE}; start with `corrigenda check`")
    with RunLock(folder), open_store(folder, settings) as store:
        if store.run_id is None and has_state:
            import_state(store, (folder / STATE_FILE).read_bytes(), settings.now())
        if store.run_id is None:
            raise RunFolderError(
                f"{folder}: nothing was committed before the run stopped; run `corrigenda check` again"
            )
        kept = continue_with(store, settings.config(), given=options)
        config = resumed(settings.config(), kept, folder)
        if reviewed:
            at = settings.now()
            passed = Decision(kind=DecisionKind.REVIEWED, subject="run", value="unchanged", at=at)
            with store.piece("A", "reviewed", at) as work:
                work.put_decisions([passed], {})
        job = make_job(store, folder, settings, config, ways, pdfs=load_pdfs(config.pdfs))
        snapshot = run_job(job, ways)
        return tell_end(snapshot, job, ways)


def make_folder(folder: Path) -> None:
    """Make the run folder. Raises RunFolderError where that cannot be done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunFolderError(
            f"{folder}: the run folder cannot be made ({error.strerror}); choose another --out"
        ) from None


def is_same(store: Store, inputs: Inputs, config: Config) -> bool:
    """Whether these files are the current revision's, byte for byte, numbered in the same way."""
    import hashlib

    came = {(name, hashlib.sha256(content).hexdigest()) for name, content in inputs}
    held = {(source.name, source.sha256) for source in store.manuscript().sources}
    return came == held and (config.numbering is None or config.numbering == store.options().numbering)


def continue_with(store: Store, config: Config, *, given: dict[str, Any]) -> RunOptions:
    """The run's options with those the user has named this time; kept where they differ."""
    options = store.options()
    named: dict[str, Any] = {}
    if given.get("judge"):
        named["judge"] = config.judge
    if given.get("second_judge"):
        named["second_judge"] = config.second_judge
    if given.get("lang"):
        named["language"] = config.language
    if given.get("pdfs"):
        named["pdfs"] = str(config.pdfs)
    changed = options.model_copy(update=named)
    if changed != options:
        store.set_options(changed)
    return changed


def resumed(config: Config, options: RunOptions, folder: Path) -> Config:
    """This time's settings with the run's own options."""
    pdfs = Path(options.pdfs) if options.pdfs else None
    if pdfs is not None and not pdfs.is_dir():
        pdfs = folder / pdfs if (folder / pdfs).is_dir() else None
    return config.model_copy(
        update={
            "judge": options.judge,
            "second_judge": options.second_judge,
            "language": options.language,
            "pdfs": pdfs,
            "review": options.review,
        }
    )
