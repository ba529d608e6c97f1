"""What `refs` and `cite` share: the book of kept answers they go by, and the door to the registries they go through."""

import random
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path

import click
import platformdirs

from corrigenda import __version__
from corrigenda.settings import Settings
from flows.books import SharedAnswers
from flows.job import Door
from state.config import Config
from state.errors import RunFolderError, SettingsError
from state.store import Store

MAX_AGE_DAYS = 30.0
"""Kept answers of this book that are older are asked again, unless the user says otherwise."""
PATIENCE = 30.0
"""Seconds for one service in all, unless the user says otherwise: single look-ups do not wait rate limits out."""
ANSWERS = "answers.db"


def single_lookup_config(settings: Settings) -> Config:
    """The settings' values, with the limits of `refs` and `cite` where the user has set none."""
    config = settings.config()
    changes: dict[str, float] = {}
    if settings.max_age_days is None:
        changes["max_age_days"] = MAX_AGE_DAYS
    if settings.patience is None:
        changes["patience"] = PATIENCE
    return config.model_copy(update=changes)


def single_lookup_door(config: Config, settings: Settings) -> AbstractAsyncContextManager[Door]:
    """The network, each request tried once more after two seconds (decisions 1.4)."""
    from tasks.registries import terms_for
    from tasks.transport import ONE_RETRY, Transport

    return Transport(
        config, settings.now, version=__version__, terms=terms_for(config), retries=ONE_RETRY, jitter=random.random
    )


@contextmanager
def kept_answers(config: Config, settings: Settings) -> Iterator[SharedAnswers]:
    """The book of kept answers: the database CORRIGENDA_CACHE names, else one in the user's cache folder.

    Where that folder cannot be written to, a book that lasts as long as the process, with a line on stderr.
    """
    with _store(settings) as store:
        yield SharedAnswers(store, settings.now, max_age_days=config.max_age_days)


def _store(settings: Settings) -> Store:
    if settings.cache:
        try:
            return Store.open(settings.cache, at=settings.now())
        except RunFolderError as error:
            # What it advises is meant for a run's store, of which there is no other copy.
            what = str(error).partition(";")[0]
            raise SettingsError(f"CORRIGENDA_CACHE: {what}; delete the file, or name another place") from error
    path = Path(platformdirs.user_cache_dir("corrigenda", appauthor=False)) / ANSWERS
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not path.exists()
        return Store.open(f"sqlite:///{path}", at=settings.now())
    except OSError as error:
        why = error.strerror or str(error)
    except RunFolderError as error:
        if not is_new:
            raise SettingsError(
                f"{path}: the kept answers cannot be read; delete the file, or set CORRIGENDA_CACHE"
            ) from error
        why = "the folder cannot be written to"
    click.echo(
        f"corrigenda: {path.parent}: {why}; answers are not kept (CORRIGENDA_CACHE names another place)", err=True
    )
    return Store.open("sqlite://", at=settings.now())
