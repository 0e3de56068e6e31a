"""Documents checked by Ray actors, on this machine or a cluster.

These are plain actors, and not Ray Data. A document that kills its worker has to be known by name, tried
again alone and reported, but Ray Data retries a whole block and then gives the run up. An actor has one
document at a time, and the next document is taken only when a result has been kept: there is no other
back-pressure.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Generator, Iterator
from typing import Any, Generic

from cofitcheck.engines.engine import Engine, JobT, LoadWork, LostJob, OnStage, OutcomeT
from cofitcheck.engines.jobs import Unchecked, Waiting
from cofitcheck.errors import CofitcheckError, InputError, MissingDependencyError, ModelError

_OBJECT_STORE_BYTES = 1 << 30
"""The bytes of results on their way that a cluster started here may hold."""

_KNOCK_SECONDS = 10.0


class RayEngine(Engine[JobT, OutcomeT]):
    """Actors that hold the models, each with one core and as many GPUs as it is given."""

    def __init__(
        self, load: LoadWork[JobT, OutcomeT], workers: int, address: str | None = None, gpus: float = 0
    ) -> None:
        """Join the cluster at `address`, or start one here with room for `workers`.

        Raises `MissingDependencyError` without Ray, `InputError` where no cluster answers or it has too
        little.
        """
        # Nothing is sent anywhere: Ray is not to count its users either.
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        try:
            import ray
        except ImportError as error:
            raise MissingDependencyError(
                "The Ray engine needs Ray: pip install 'cofitcheck[ray]'."
            ) from error
        self._ray = ray
        self._load = load
        self._options = {"num_cpus": 1, "num_gpus": gpus, "scheduling_strategy": "SPREAD"}
        quiet: dict[str, Any] = {"logging_level": "ERROR", "log_to_driver": False}
        here = {"num_cpus": workers, "object_store_memory": _OBJECT_STORE_BYTES, "include_dashboard": False}
        try:
            if address:
                _knock(address)
            ray.init(**quiet, **({"address": address} if address else here))
        except (ConnectionError, OSError, RuntimeError, ValueError) as error:
            raise InputError(
                f"Ray at {address or 'this machine'} cannot be reached ({error}); check --ray-address."
            ) from error
        self._require(gpus)

    def _require(self, gpus: float) -> None:
        there = self._ray.cluster_resources()
        if there.get("CPU", 0) < 1 or there.get("GPU", 0) < gpus:
            raise InputError(
                f"The Ray cluster has {there.get('CPU', 0):g} cores and {there.get('GPU', 0):g} GPUs, and a "
                f"worker needs 1 and {gpus:g}; name another."
            )

    def run(
        self, jobs: Iterator[JobT], workers: int, on_stage: OnStage
    ) -> Generator[OutcomeT | Unchecked | LostJob[JobT], None, None]:
        """Do `jobs` with `workers` actors (see `Engine`)."""
        crew = _Crew[JobT](self._ray, Waiting(jobs), self._load, self._options)
        try:
            for _ in range(workers):
                crew.hire()
            while crew.busy:
                ref = self._ray.wait([*crew.starting, *crew.working])[0][0]
                if ref in crew.starting:
                    actor = crew.begin(ref)
                else:
                    actor, job = crew.working.pop(ref)
                    outcome = crew.outcome(ref, job)
                    yield outcome
                    if isinstance(outcome, LostJob):
                        self._ray.kill(actor)
                        crew.hire()
                        continue
                if (given := crew.occupy(actor)) is not None:
                    on_stage(given.shown, "check")
        finally:
            crew.dismiss()


def _knock(address: str) -> None:
    """Raise `OSError` where nothing listens at "host:port": Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), _KNOCK_SECONDS).close()


class _Crew(Generic[JobT]):
    """The actors, and the jobs that wait for them."""

    def __init__(
        self, ray: Any, waiting: Waiting[JobT], load: LoadWork[JobT, Any], options: dict[str, Any]
    ) -> None:
        self._ray, self._waiting, self._load = ray, waiting, load
        self._actor = ray.remote(_Actor).options(**options)
        self.starting: dict[Any, Any] = {}
        self.working: dict[Any, tuple[Any, JobT]] = {}

    @property
    def busy(self) -> bool:
        """Whether there is anything to wait for: a job in work, or an actor that starts while jobs wait."""
        return bool(self.working or (self.starting and self._waiting))

    def hire(self) -> None:
        """Start an actor where there is work left."""
        if self._waiting:
            actor = self._actor.remote()
            self.starting[actor.load.remote(self._load)] = actor

    def begin(self, ref: Any) -> Any:
        """Return the actor that has loaded its models. Raises `ModelError` where it cannot."""
        actor = self.starting.pop(ref)
        try:
            refused = self._ray.get(ref)
        except self._ray.exceptions.RayError as error:
            raise ModelError(f"A Ray worker could not start: {error}") from error
        if refused is not None:
            raise ModelError(refused)
        return actor

    def occupy(self, actor: Any) -> JobT | None:
        """Give an actor the next job and return it, or let the actor go."""
        if not self._waiting:
            self._ray.kill(actor)
            return None
        job = self._waiting.take()
        self.working[actor.work.remote(job)] = (actor, job)
        return job

    def outcome(self, ref: Any, job: JobT) -> Any:
        """Return what became of a job."""
        try:
            return self._ray.get(ref)
        except self._ray.exceptions.RayTaskError as error:
            print(error, file=sys.stderr)
            return LostJob(job, "")
        except self._ray.exceptions.RayError as error:
            return LostJob(job, type(error).__name__)

    def dismiss(self) -> None:
        """Let every actor go."""
        for actor in [*self.starting.values(), *(actor for actor, _ in self.working.values())]:
            self._ray.kill(actor)


class _Actor:
    """The inside of an actor: load the models once, then do one job after another."""

    def load(self, load: LoadWork[Any, Any]) -> str | None:
        """Load the models; return why that cannot be done, or None."""
        try:
            self._work = load()
        except CofitcheckError as error:
            return str(error)
        return None

    def work(self, job: Any) -> Any:
        """Return what became of a job."""
        return self._work(job, lambda _: None)
