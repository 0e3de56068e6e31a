"""Workers that share one model in memory, loaded by the server that they are forked from.

That server imports this module, which loads the model. Each worker begins with the pages of that server and
copies only those that it writes to. This is only for models that start no threads: a fork takes no threads
along.
"""

from __future__ import annotations

import base64
import gc
import os
import pickle
from contextlib import suppress
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from typing import Any

from cofitcheck.classification.trees import open_all
from cofitcheck.engines.engine import JobT, LoadWork, OutcomeT
from cofitcheck.engines.local import LocalEngine

_VARIABLE = "COFITCHECK_TEMPLATE"
_loaded: dict[str, Any] = {}


def sharing(load: LoadWork[JobT, OutcomeT]) -> LocalEngine[JobT, OutcomeT]:
    """Return an engine whose workers share what `load` loads; where they cannot be forked from a server, each
    loads for itself."""
    if "forkserver" not in get_all_start_methods():
        return LocalEngine(load)
    key = base64.b85encode(pickle.dumps(load)).decode()
    os.environ[_VARIABLE] = key
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return LocalEngine(partial(_shared, key), context)


def _shared(key: str) -> Any:
    """Return what the server of the forks has loaded; load it here where the server has not."""
    return _loaded.get(key) or _load(key)


def _load(key: str) -> Any:
    return pickle.loads(base64.b85decode(key))()


def _load_for_all() -> None:
    """Load in the server what its forks will share; where that fails, it fails in each fork, which reports
    it."""
    if key := os.environ.get(_VARIABLE):
        with suppress(Exception):
            _loaded[key] = _load(key)
            open_all()
        # The garbage collector would write to the pages of every object it looks at.
        gc.freeze()


_load_for_all()
