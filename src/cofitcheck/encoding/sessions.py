"""ONNX Runtime with the same arithmetic whatever the number of threads.

The runtime shares out the sums of one run among its threads, so that the last bits of a result depend on how
many there are. Here every run has one thread, and several runs go on side by side instead.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def open_session(model: Path, *, optimised: bool = True) -> Any:
    """Return a session of a graph on the CPU, safe to run in several threads. A graph of one step needs not
    be `optimised`, which takes time. Raises what ONNX Runtime raises."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    # No two batches have one size, so a plan of the last one's memory serves none. The arena itself has to
    # stay: without it each step of each run asks the system for its memory anew (a third of the seconds).
    options.enable_mem_pattern = False
    if not optimised:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def giving_back() -> Any:
    """Return the options of a run after which the arena of its session gives its memory back to the system:
    an encoder's would keep 150 MB for the longest table that it has seen."""
    import onnxruntime

    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def side_by_side(work: Callable[[Item], Result], items: Iterable[Item], threads: int) -> list[Result]:
    """Return the result of each item in order, worked out in up to `threads` threads (0: one a core)."""
    if (threads or os.cpu_count() or 1) == 1:
        # No thread is ever started: a process that is forked later would have none of them.
        return list(map(work, items))
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        return list(pool.map(work, items))
