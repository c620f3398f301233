"""The whole way from a folder of files to a table of metrics, beside polars and numpy.

    python3 Benchmarks/peers/whole_way.py --glucose .build-release/release/glucose [--people 100]
        [--days 365] [--folder FOLDER]

Makes a folder of simulated people, a plain table each, has `glucose metrics --csv` read it, and does
the same with polars (reading) and numpy (the full set with care), in a process to each core that
holds one person at a time. Prints readings per second and the memory at most held by all processes, in
which the files of libraries count once. The folder is removed at the end.
"""

import argparse
import glob
import multiprocessing
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

PER_DAY = 288


def make(glucose, folder, people, days):
    """Writes a file to each person; returns the number of readings and of bytes."""
    command = [glucose, "simulate", "--people", str(people), "--days", str(days)]
    readings = size = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as made:
        header = made.stdout.readline()
        file, owner = None, None
        for line in made.stdout:
            person = line[:line.index(b",")]
            if person != owner:
                if file:
                    file.close()
                owner = person
                name = person.decode().replace(" ", "-") + ".csv"
                file = open(os.path.join(folder, name), "wb")  # noqa: SIM115
                file.write(header)
            file.write(line)
            readings, size = readings + 1, size + len(line)
        if file:
            file.close()
    if made.returncode != 0:
        sys.exit("The people could not be simulated.")
    return readings, size


def ours(glucose, folder, output):
    """Seconds and bytes of the command, and the number of rows that it wrote."""
    start = time.perf_counter()
    with open(output, "wb") as table, open(os.devnull, "wb") as errors:
        process = subprocess.Popen([glucose, "metrics", folder, "--zone", "UTC", "--csv"],
                                   stdout=table, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if process.returncode != 0:
        sys.exit(f"glucose metrics ended with {process.returncode}.")
    with open(output, encoding="utf-8") as table:
        rows = sum(1 for _ in table) - 1
    return seconds, usage.ru_maxrss * 1024, rows


def row(path):
    """The numbers of one file, and the memory that this process has held at most: without the files of programs
    and libraries, whose pages processes share, and those files."""
    import numpy as np
    import polars as pl

    import careful_numpy

    table = pl.read_csv(path, columns=[1, 2], try_parse_dates=True)
    times = table.to_series(0).dt.epoch("s").to_numpy().astype(np.float64)
    numbers = careful_numpy.full(times, table.to_series(1).cast(pl.Float64).to_numpy())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    with open("/proc/self/status", encoding="ascii") as status:
        files = next(int(line.split()[1]) * 1024 for line in status if line.startswith("RssFile:"))
    return os.path.basename(path), len(numbers), os.getpid(), peak - files, files


def theirs(folder, cores):
    """Seconds and bytes of polars and numpy, started anew like the command."""
    start = time.perf_counter()
    command = [sys.executable, os.path.abspath(__file__), "--peer", folder, "--cores", str(cores)]
    environment = dict(os.environ, POLARS_MAX_THREADS="1", OPENBLAS_NUM_THREADS="1",
                       OMP_NUM_THREADS="1")
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit("The peer did not run:\n" + done.stderr)
    rows, peak = done.stdout.split()
    return seconds, int(peak), int(rows)


def peer(folder, cores):
    """What `theirs` starts: prints the number of rows and the bytes of all processes together."""
    paths = sorted(glob.glob(os.path.join(folder, "*.csv")))
    peaks = {}
    rows = shared = 0
    with multiprocessing.get_context("spawn").Pool(cores) as pool:
        for _, _, process, peak, files in pool.imap_unordered(row, paths, chunksize=4):
            peaks[process] = max(peak, peaks.get(process, 0))
            shared = max(shared, files)
            rows += 1
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(rows, own + shared + sum(peaks.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--glucose", help="the command, built for release")
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--folder", help="where the files are made (default: a temporary folder)")
    parser.add_argument("--peer", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.peer:
        return peer(arguments.peer, arguments.cores)
    if not arguments.glucose:
        parser.error("--glucose is needed")
    if arguments.folder:
        os.makedirs(arguments.folder, exist_ok=True)
    folder = tempfile.mkdtemp(dir=arguments.folder)
    try:
        people = os.path.join(folder, "people")
        os.mkdir(people)
        readings, size = make(arguments.glucose, people, arguments.people, arguments.days)
        print(f"{arguments.people} people, {readings / 1e6:.1f} million readings, "
              f"{size / 1e6:.0f} MB, {arguments.cores} cores")
        shown = []
        # In turns, the better of two runs each.
        runs = {"glucose metrics": lambda: ours(arguments.glucose, people,
                                                os.path.join(folder, "table.csv")),
                "polars and numpy": lambda: theirs(people, arguments.cores)}
        found = {name: [] for name in runs}
        for _ in range(2):
            for name, run in runs.items():
                found[name].append(run())
        for name, results in found.items():
            seconds, peak, rows = min(results)
            if rows != arguments.people:
                sys.exit(f"{name} has {rows} rows for {arguments.people} people.")
            shown.append((readings / seconds / 1e6, peak))
            print(f"{name:20} {seconds:8.2f} s {readings / seconds / 1e6:8.2f} M readings/s "
                  f"{peak / 1e6:8.0f} MB at most")
        (rate, memory), (peer_rate, peer_memory) = shown
        print(f"{rate / peer_rate:.1f}x the rate, {memory / peer_memory:.2f}x the memory")
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
