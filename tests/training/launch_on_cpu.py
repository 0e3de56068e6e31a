"""Runs `cofitcheck` where accelerate keeps sharding for GPUs: two processes on CPUs that meet by gloo.

Started by `accelerate launch` with a configuration for GPUs. Needs what accelerate has no public way for.
"""

import os
from importlib import import_module

from accelerate import PartialState
from accelerate.utils import DistributedType

if os.environ.get("ACCELERATE_USE_DEEPSPEED") == "true":
    # Shared memory between processes would be compiled first, for minutes, and is not needed.
    import_module("deepspeed.ops").__compatible_ops__["deepspeed_shm_comm"] = False
    PartialState(backend="gloo")
else:
    PartialState(cpu=True)
    PartialState._shared_state["distributed_type"] = DistributedType.MULTI_GPU

from cofitcheck.cli import main

main()
