"""Runs the parts of a sweep on a Dask cluster, one part per task, and merges them.

    python3 spread_over_dask.py figure-6-1 --parts 16 --folder sweep -- --rate 500..14500:500 --seeds 20

The options after `--` go to `livelock sweep`. The result is sweep/merged.csv. Parts that are in the folder are not run again.
"""

import argparse
import pathlib
import subprocess
import sys

from dask.distributed import Client, as_completed


def run_part(livelock, scenario, scenario_text, options, number, parts):
    """Runs one part on a worker and returns it as text. A scenario file comes as text, because workers share no disk."""
    command = [livelock, "sweep", "-" if scenario_text else scenario, *options]
    command += ["--jobs", "1", "--shard", f"{number}/{parts}"]
    done = subprocess.run(command, input=scenario_text, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise RuntimeError(f"part {number}/{parts}: {done.stderr.strip()}")
    return done.stdout


def read_arguments():
    words = sys.argv[1:]
    sweep_options = []
    if "--" in words:
        sweep_options = words[words.index("--") + 1 :]
        words = words[: words.index("--")]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="options of `livelock sweep` come after --")
    parser.add_argument("scenario", help="an id of `livelock list`, or a file")
    parser.add_argument("--parts", type=int, default=16, help="number of tasks (default 16)")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("sweep"))
    parser.add_argument("--format", choices=["csv", "json", "svg"], default="csv")
    parser.add_argument("--livelock", default="livelock", help="the command on the workers")
    parser.add_argument("--scheduler", help="address of a running cluster (default: a new one on this machine)")
    arguments = parser.parse_args(words)
    arguments.sweep_options = sweep_options
    return arguments


def main():
    arguments = read_arguments()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    file = pathlib.Path(arguments.scenario)
    scenario_text = file.read_text(encoding="utf-8") if file.is_file() else None
    parts = {number: arguments.folder / f"part-{number}-of-{arguments.parts}.json" for number in range(1, arguments.parts + 1)}
    missing = [number for number, part in parts.items() if not part.exists()]
    if missing:
        run_missing(arguments, scenario_text, parts, missing)
    merged = arguments.folder / f"merged.{arguments.format}"
    command = [arguments.livelock, "merge", "--format", arguments.format, "--output", merged, *parts.values()]
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(f"the parts in {arguments.folder} do not make one sweep; use another --folder, or remove the files named above")
    print(merged)


def run_missing(arguments, scenario_text, parts, missing):
    # one thread per worker is enough: each task starts a process
    with Client(arguments.scheduler) if arguments.scheduler else Client(threads_per_worker=1, dashboard_address=None) as client:
        tasks = {}
        for number in missing:
            task_arguments = (arguments.livelock, arguments.scenario, scenario_text, arguments.sweep_options, number, arguments.parts)
            tasks[client.submit(run_part, *task_arguments, pure=False, retries=2)] = number
        for count, task in enumerate(as_completed(tasks), 1):
            part = parts[tasks[task]]
            temporary = part.with_suffix(".partial")
            try:
                temporary.write_text(task.result(), encoding="utf-8")
            except RuntimeError as error:
                sys.exit(f"livelock failed on a worker: {error}")
            temporary.rename(part)
            if sys.stderr.isatty():
                print(f"\r{count} of {len(missing)} parts", end="", file=sys.stderr, flush=True)
        if sys.stderr.isatty():
            print(file=sys.stderr)


if __name__ == "__main__":
    main()
