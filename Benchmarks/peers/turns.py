"""Measures in short turns with a peer: ours, theirs, ours, theirs, so that what else the machine does falls
on both.

    scripts/bench --turns [--millions N] [PART…]     writes, growth, unpacking, metrics; all by default

- writes: acknowledged readings one by one, beside Python's sqlite3: medians of turns of 50 readings
- growth: a logbook that grows to N million readings, 10 by default, beside sqlite3.executemany
- unpacking: a gzip file beside zlib, and a gzipped table beside zlib and the table read as it is: the least
  time of a processor, which other work on the machine disturbs least
- metrics: the full set of metrics beside numpy with care, likewise
"""

import argparse
import gzip
import os
import re
import statistics
import subprocess
import tempfile
import time
import warnings
import zlib

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import careful_numpy  # noqa: E402  (after the thread settings)
import logbook  # noqa: E402
import peers  # noqa: E402
import workload  # noqa: E402

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAMS = subprocess.run(["swift", "build", "-c", "release", "--show-bin-path"], cwd=PACKAGE, check=True,
                          capture_output=True, text=True).stdout.strip()
PARTS = ["writes", "growth", "unpacking", "metrics"]
PEOPLE = 10
KINDS = {"whole mg/dL": 0.0, "no two values alike": 0.123}


class Swift:
    """The Swift side: a program that does a piece of work for each line it gets, and prints its seconds."""

    def __init__(self, folder):
        self.process = subprocess.Popen([os.path.join(PROGRAMS, "PeerTurns"), folder], text=True,
                                        bufsize=1, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def seconds(self, *command):
        self.process.stdin.write(" ".join(map(str, command)) + "\n")
        return float(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def seconds(work, clock=time.perf_counter):
    start = clock()
    work()
    return clock() - start


def writes(swift, folder, turns=40, count=50):
    """Each reading in a transaction of its own, on files that are open already; who begins alternates."""
    times, values = workload.years(0, 1)
    for promise, durability in (("power", "FULL"), ("process", "NORMAL")):
        store = logbook.new_store(os.path.join(folder, f"peer-{promise}.sqlite"), durability)
        every = logbook.rows(1, times, values)
        ours, theirs = [], []
        for turn in range(-1, turns):
            part = every[(turn + 1) * count:(turn + 2) * count]
            took = {}
            for side in ("ours", "theirs") if turn % 2 else ("theirs", "ours"):
                took[side] = (swift.seconds(promise, count) if side == "ours" else
                              seconds(lambda: logbook.insert_singly(store, part)))  # noqa: B023
            if turn >= 0:  # the first of each is not counted
                ours.append(took["ours"])
                theirs.append(took["theirs"])
        store.close()
        what = "the loss of power" if promise == "power" else "the end of the process"
        mine, other = (count / statistics.median(s) for s in (ours, theirs))
        print(f"Acknowledged readings one by one, surviving {what}: {mine:.0f} readings/s, "
              f"sqlite3 {other:.0f}: {mine / other:.2f}×", flush=True)


def growth(swift, folder, millions):
    """A batch is the year of one person; of both sides, the same people."""
    people = -(-millions * 1_000_000 // logbook.YEAR)
    every = [workload.years(person, 1) for person in range(4)]
    store = logbook.new_store(os.path.join(folder, "peer-cohort.sqlite"))
    ours, theirs = [], []
    for person in range(people):
        year = logbook.rows(person, *every[person % 4])
        ours.append(swift.seconds("grow"))
        theirs.append(seconds(lambda: logbook.insert(store, year)))  # noqa: B023
    store.close()
    tenth = max(1, people // 10)
    for what, part in ((f"to {people * logbook.YEAR / 1e6:.1f} million readings", slice(None)),
                       ("the last tenth of it", slice(-tenth, None))):
        mine, other = (len(s[part]) * logbook.YEAR / sum(s[part]) / 1e3 for s in (ours, theirs))
        print(f"Growth {what}: {mine:.0f} k readings/s, sqlite3.executemany {other:.0f}: "
              f"{mine / other:.2f}×", flush=True)


def unpacking(swift, folder, turns=15):
    """A table of 20 people, packed by gzip -6."""
    times, values = workload.cohort()
    text = peers.plain_table(times[:20], values[:20])
    packed = gzip.compress(text, 6)
    files = {}
    for name, content in (("plain", text), ("packed", packed)):
        files[name] = os.path.join(folder, name)
        with open(files[name], "wb") as file:
            file.write(content)
    least = {}
    for _ in range(turns):
        for name, found in (
                ("unpacked", swift.seconds("unpack", files["packed"])),
                ("zlib", seconds(lambda: zlib.decompress(packed, 31), time.process_time)),
                ("plain", swift.seconds("read", files["plain"])),
                ("packed", swift.seconds("read", files["packed"]))):
            least[name] = min(found, least.get(name, found))
    both = least["zlib"] + least["plain"]
    print(f"Unpacking {len(text)} bytes: {rate(text, least['unpacked'])}, zlib "
          f"{rate(text, least['zlib'])}: {least['zlib'] / least['unpacked']:.2f}×")
    print(f"Reading a gzipped table: {rate(text, least['packed'])}, zlib and then the table as it is "
          f"{rate(text, both)}: {both / least['packed']:.2f}×", flush=True)


def rate(text, time_):
    return f"{len(text) / time_ / 1e6:.0f} MB/s"


def numpy_nanoseconds(times, values):
    """What numpy takes for a reading, at best of three."""
    least = min(seconds(lambda: [careful_numpy.full(*person) for person in zip(times, values)],
                        time.process_time) for _ in range(3))
    return least / values.size * 1e9


def metrics(turns=3):
    warnings.simplefilter("ignore")
    times, values = (column[:PEOPLE] for column in workload.cohort())
    ours, theirs = {}, {}
    for _ in range(turns):
        printed = subprocess.run([os.path.join(PROGRAMS, "WideColumns")], check=True,
                                 capture_output=True, text=True).stdout
        for kind, shift in KINDS.items():
            found = float(re.search(rf"{kind}: ([\d.]+)", printed)[1])
            ours[kind] = min(ours.get(kind, found), found)
            found = numpy_nanoseconds(times, values + shift)
            theirs[kind] = min(theirs.get(kind, found), found)
    for kind in KINDS:
        print(f"Full set, {kind}: {ours[kind]:.1f} ns a reading, numpy with care "
              f"{theirs[kind]:.0f} ns: {theirs[kind] / ours[kind]:.1f}×", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--millions", type=int, default=10, help="readings of the growth")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS) + "; all by default")
    arguments = parser.parse_args()
    parts = arguments.parts or PARTS
    if unknown := set(parts) - set(PARTS):
        parser.error(f"there is no part {min(unknown)}")
    products = {"WideColumns" if part == "metrics" else "PeerTurns" for part in parts}
    for product in sorted(products):
        subprocess.run(["swift", "build", "-c", "release", "--product", product], cwd=PACKAGE,
                       check=True, stdout=subprocess.DEVNULL)
    for part in parts:
        if part == "metrics":
            metrics()
            continue
        with tempfile.TemporaryDirectory() as folder:
            swift = Swift(folder)
            if part == "writes":
                writes(swift, folder)
            elif part == "growth":
                growth(swift, folder, arguments.millions)
            else:
                unpacking(swift, folder)
            swift.close()


if __name__ == "__main__":
    main()
