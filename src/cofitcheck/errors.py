"""What can go wrong, in one tree: your input on one side, our own defects on the other."""


class CofitcheckError(Exception):
    """Every error this package raises on purpose."""


class InputError(CofitcheckError):
    """The document, an option or a file given to us cannot be used.

    The message is one sentence for a person: it names the file, the place in it, and the way out.
    """


class UnreadableDocumentError(InputError):
    """The bytes are not a document that any reader understands."""


class TooLargeError(UnreadableDocumentError):
    """Reading the document would cost more than it may: bytes, markup, cells or processor time."""


class NoTablesError(UnreadableDocumentError):
    """The document was read, but it has no table with numbers, so nothing can be checked."""


class ConfigError(InputError):
    """A setting is outside what it may be."""


class MissingDependencyError(InputError):
    """An optional library is needed; the message gives the install line."""


class UnavailableError(InputError):
    """What a document needs, itself or a server, is not to be had: no fault of the document, and later it may
    be."""


class ModelError(CofitcheckError):
    """The bundled or given model cannot be loaded: a defect of the installation, not of a document."""


def was_interrupt(error: BaseException | None) -> bool:
    """Tell whether an error came of Ctrl-C.

    Python 3.11 makes a RuntimeError of an interrupt that comes while a class is made, as an import does.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None
