"""Registries' dumps and bibliographies become records of the registry on this machine (`corrigenda registry import`).

`importing` is the step, `forms` says what a file is; one file for each way a dump is written. The records themselves
are read by the parsers of `tasks/registries`, one for each form, whether it comes from the service or from its dump.
"""

from tasks.fetch.dumps.importing import Progress, import_stream
from tasks.fetch.dumps.words import DumpError

__all__ = ["DumpError", "Progress", "import_stream"]
