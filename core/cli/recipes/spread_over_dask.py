"""Spreads a sweep over a Dask cluster, one part a task, and merges the parts.

    python3 spread_over_dask.py figure-6-1 --parts 16 --folder study -- --rate 500..14500:500 --seeds 20

What follows `--` goes to `livelock sweep`. The result is study/merged.csv; parts already in the folder are not run again.
"""

import argparse
import pathlib
import subprocess
import sys

from dask.distributed import Client, as_completed


def run_part(livelock, scenario, text, options, number, parts):
    """One task, on a worker: the part as text. A scenario file comes as text, because workers share no disk."""
    command = [livelock, "sweep", "-" if text else scenario, *options]
    command += ["--jobs", "1", "--shard", f"{number}/{parts}"]
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise RuntimeError(f"part {number}/{parts}: {done.stderr.strip()}")
    return done.stdout


def arguments():
    ours = sys.argv[1:]
    options = []
    if "--" in ours:
        options = ours[ours.index("--") + 1 :]
        ours = ours[: ours.index("--")]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="options of `livelock sweep` come after --")
    parser.add_argument("scenario", help="id of a ready-made scenario, or a file")
    parser.add_argument("--parts", type=int, default=16, help="how many tasks (default 16)")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("study"))
    parser.add_argument("--format", choices=["csv", "json", "svg"], default="csv")
    parser.add_argument("--livelock", default="livelock", help="the command, as workers find it")
    parser.add_argument("--scheduler", help="address of a running cluster; one on this machine if not given")
    wanted = parser.parse_args(ours)
    wanted.options = options
    return wanted


def main():
    wanted = arguments()
    wanted.folder.mkdir(parents=True, exist_ok=True)
    file = pathlib.Path(wanted.scenario)
    text = file.read_text(encoding="utf-8") if file.is_file() else None
    parts = {number: wanted.folder / f"part-{number}-of-{wanted.parts}.json" for number in range(1, wanted.parts + 1)}
    missing = [number for number, part in parts.items() if not part.exists()]
    if missing:
        run_missing(wanted, text, parts, missing)
    merged = wanted.folder / f"merged.{wanted.format}"
    command = [wanted.livelock, "merge", "--format", wanted.format, "--output", merged, *parts.values()]
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(f"the parts in {wanted.folder} do not make one study; take another --folder, or remove those named")
    print(merged)


def run_missing(wanted, text, parts, missing):
    # one thread a worker: each task is a process of its own anyhow
    with Client(wanted.scheduler) if wanted.scheduler else Client(threads_per_worker=1, dashboard_address=None) as client:
        tasks = {}
        for number in missing:
            of_part = (wanted.livelock, wanted.scenario, text, wanted.options, number, wanted.parts)
            tasks[client.submit(run_part, *of_part, pure=False, retries=2)] = number
        for count, task in enumerate(as_completed(tasks), 1):
            part = parts[tasks[task]]
            beside = part.with_suffix(".partial")
            try:
                beside.write_text(task.result(), encoding="utf-8")
            except RuntimeError as error:
                sys.exit(f"livelock failed on a worker: {error}")
            beside.rename(part)
            if sys.stderr.isatty():
                print(f"\r{count} of {len(missing)} parts", end="", file=sys.stderr, flush=True)
        if sys.stderr.isatty():
            print(file=sys.stderr)


if __name__ == "__main__":
    main()
