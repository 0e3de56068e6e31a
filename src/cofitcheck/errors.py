"""The errors of the package, in one tree: input that cannot be used on one side, defects on the other."""


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
    """The document itself, or a server that its check needs, cannot be reached now: the document has no
    fault, and it may be reached later."""


class ModelError(CofitcheckError):
    """The bundled or given model cannot be loaded: a defect of the installation, not of a document."""


def was_interrupt(error: BaseException | None) -> bool:
    """Tell whether an error was caused by Ctrl-C.

    Python 3.11 turns an interrupt into a RuntimeError while a class is made, and imports make classes.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None
