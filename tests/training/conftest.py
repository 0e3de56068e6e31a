"""One thread for torch: the models here are tiny, and tests run beside each other."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
