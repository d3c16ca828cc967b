#!/usr/bin/env python3
"""Computes a set on disk with Dask: each slice of its plan is a task.

    python3 dask_set.py 6x7 /shared/6x7.set --scheduler tcp://HOST:8786 --memory 2GiB

Workers need `peglab` in their PATH, and the folder under the same name. If a worker dies, the
scheduler gives its slice to another one.
"""

import argparse
import itertools
import json
import subprocess

from dask.distributed import Client


def peglab(*words):
    """What `peglab set` prints. If it fails, its message is that of the task."""
    run = subprocess.run(["peglab", "set", *words], capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(run.stderr.strip())
    return run.stdout


def compute(name, folder, memory, _needed):
    """Computes a slice. Those that it needs are there, because Dask waits for them."""
    peglab("slice", folder, name, "--memory", memory)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board")
    parser.add_argument("folder")
    parser.add_argument("--scheduler", help="the scheduler's address [default: one of its own]")
    parser.add_argument("--memory", default="2GiB", help="of each task [default: 2GiB]")
    asked = parser.parse_args()

    plan = json.loads(peglab("plan", asked.board, asked.folder, "--memory", asked.memory, "--json"))
    slices = [dict(zip(plan["columns"], row)) for row in plan["rows"]]
    client = Client(asked.scheduler)
    # A task is tried again, however many workers die while they compute it.
    client.run_on_scheduler(lambda dask_scheduler: setattr(dask_scheduler, "allowed_failures", 1000))

    levels = {}
    for level, members in itertools.groupby(slices, key=lambda one: one["level"]):
        tasks = []
        for one in members:
            needed = [levels[int(need)] for need in one["needs"].split()]
            words = one["slice"], asked.folder, asked.memory, needed
            tasks.append(client.submit(compute, *words, pure=False, retries=3, priority=-level))
        # One task for a level, so that the graph has few edges.
        levels[level] = client.submit(lambda _: None, tasks, pure=False, priority=-level)
    client.gather(list(levels.values()))
    print(peglab("finish", asked.folder), end="")


if __name__ == "__main__":
    main()
