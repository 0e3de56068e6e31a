"""What a command and all the processes that come of it take, read from Linux while they run."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def pin(cores: int) -> None:
    """Keep this process, and those that it starts, on the first `cores` of the cores it may use."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])


def keep_compiled() -> None:
    """Let the processes that are started keep compiled modules, as an installation does."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


class Processes:
    """Samples what a process takes, and all that come of it."""

    def __init__(self, every: float = 0.25) -> None:
        """Take a sample every so many seconds."""
        self._every = every
        self._peaks: dict[int, dict[str, float]] = {}
        self._names: dict[int, str] = {}
        self._sum = 0.0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Processes:
        return self

    def watch(self, pid: int) -> None:
        """Begin to sample."""
        self._thread = threading.Thread(target=self._sample, args=(pid,), daemon=True)
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        if self._thread:
            self._thread.join()

    def table(self) -> dict[str, Any]:
        """Return the peak memory of each process in MiB and its processor seconds, and the peak of the sum
        of their shares."""
        rows = [{"what": self._names[pid], **peaks} for pid, peaks in self._peaks.items()]
        return {"processes": rows, "sum_pss_mib": round(self._sum)}

    def _sample(self, root: int) -> None:
        while not self._stop.wait(self._every):
            total = 0.0
            for pid in [root, *descendants(root)]:
                if found := taken_by(pid):
                    peaks = self._peaks.setdefault(pid, dict.fromkeys(found, 0))
                    for name, value in found.items():
                        peaks[name] = max(peaks[name], value)
                    total += found["pss_mib"]
                    self._names.setdefault(pid, "driver" if pid == root else kind_of(pid))
            self._sum = max(self._sum, total)


def descendants(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started, and theirs."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in map(int, children):
        yield child
        yield from descendants(child)


def taken_by(pid: int) -> dict[str, float]:
    """Return the memory of a process in MiB (resident, its proportional share, what is its alone), and its
    processor seconds so far."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return {}
    kibi = {line.partition(":")[0]: int(line.split()[1]) for line in lines}
    own = kibi["Private_Dirty"] + kibi["Private_Clean"]
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    memory = {"rss_mib": kibi["Rss"] >> 10, "pss_mib": kibi["Pss"] >> 10, "own_mib": own >> 10}
    return {**memory, "processor_seconds": seconds}


def kind_of(pid: int) -> str:
    """Return what a process of a batch is, by what it was started with and by."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text()
        parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
        above = Path(f"/proc/{parent}/cmdline").read_text()
    except OSError:
        return "gone"
    if "resource_tracker" in command:
        return "tracker"
    # A fork has the command of what it was forked from.
    return "worker" if "forkserver" in above else "server of the forks"
