"""A PostgreSQL server of our own for one test run, in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PLACES = "/usr/lib/postgresql"


def find_server() -> Path | None:
    """Return the folder with the programs of PostgreSQL, or None where it is not installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    return next((path.parent for path in sorted(Path(_PLACES).glob("*/bin/initdb"), reverse=True)), None)


@contextmanager
def server(folder: Path, programs: Path) -> Iterator[str]:
    """Run a server and give the URL of its database."""
    # PostgreSQL refuses to run as root.
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    folder.mkdir(exist_ok=True)
    if os.geteuid() == 0:
        shutil.chown(folder, user)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(program: str, *arguments: str) -> None:
        command = [str(programs / program), "-D", str(folder / "data"), *arguments]
        subprocess.run(command, check=True, user=user, cwd=folder, stdout=subprocess.DEVNULL)

    run("initdb", "-E", "UTF8", "-A", "trust", "-U", "review", "--no-sync")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
    try:
        yield f"postgresql://review@127.0.0.1:{port}/postgres"
    finally:
        run("pg_ctl", "-m", "immediate", "stop")
