"""Every error Corrigenda raises on purpose.

CorrigendaError
├── UserError            exit code 2: input, options or settings are wrong; the message says what, where and what to do
│   ├── ManuscriptError  a manuscript or bibliography file cannot be read
│   ├── SettingsError    a setting or option has a value that cannot be used
│   └── RunFolderError   the run folder is missing, locked by another run, or its store cannot be read
└── StoreError           a promise of the store is broken (a hash that no longer derives); never the user's fault

Absence is a value (`NotFound`), and so is an outage (`Unavailable`): neither is an exception.
"""


class CorrigendaError(Exception):
    """Base of all errors raised on purpose."""


class UserError(CorrigendaError):
    """The user can mend this. `str(error)` is one line: what is wrong, where, and what to do."""


class ManuscriptError(UserError):
    """A manuscript or bibliography file cannot be read."""


class SettingsError(UserError):
    """A setting or option has a value that cannot be used; the message lists the valid choices."""


class RunFolderError(UserError):
    """The run folder is missing, held by another run, or does not hold a readable store."""


class StoreError(CorrigendaError):
    """A promise of the store does not hold."""
