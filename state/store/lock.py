"""One run at a time holds a run folder. The operating system drops the lock with the process, however it ends."""

from pathlib import Path
from types import TracebackType

from filelock import FileLock, Timeout

from state.errors import RunFolderError

LOCK_NAME = ".corrigenda.lock"


class RunLock:
    """Context manager; raises RunFolderError at once where another run holds the folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = FileLock(folder / LOCK_NAME)

    def __enter__(self) -> "RunLock":
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise RunFolderError(
                f"{self._folder}: another run is working in this folder; wait for it or stop it, then try again"
            ) from None
        except OSError as error:
            raise RunFolderError(f"{self._folder}: cannot lock the run folder ({error.strerror})") from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.release()
