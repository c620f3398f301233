"""Runs the Swift benchmarks and their peers, and prints the ratios.

    python3 Benchmarks/peers/compare.py [--full | --smoke | --metrics | --prediction | --files]

Both sides do the same work, one after the other, on one thread; those that write to a disk, in turns.
Figures are medians, with the best of all repetitions in brackets. Peers get local days as a fixed offset
from UTC, which is less work than the real zone that the Swift side resolves.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS",
             "POLARS_MAX_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402  (after the thread settings)

import fits  # noqa: E402
import logbook  # noqa: E402
import metrics  # noqa: E402
import peers  # noqa: E402
import workload  # noqa: E402
from peers import measured  # noqa: E402

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
UNITS = {"ns": 1e-9, "μs": 1e-6, "ms": 1e-3, "s": 1.0}
BYTES = {"K": 1e3, "M": 1e6, "G": 1e9}
# What is measured without an option: the rows of docs/speed.md, without what takes minutes to prepare.
HEADLINE = "|".join((
    "(Flat|Daily) statistics of .*", "Plain read of .*", "Full set of .* million( unrounded)? readings",
    "Full set of a cohort .*", "Reading .* on one core .*", "Reading (entries|an export) of .*",
    "Reading a gzipped table .*", "Writing a plain table .*", "Logbook batch insert .*",
    "Logbook 1000 readings .*", "Logbook .* out of ten.*", "Lag sums of one person.*", "Fit of 288000 .*",
    "Forecast with range .*"))


def swift_samples(smoke, shared, *options):
    """Seconds of every repetition of every Swift benchmark, and bytes at most held, by name.

    The benchmarks may keep files in the folder `shared` from one to the next.
    """
    environment = dict(os.environ, BENCHMARK_FOLDER=shared)
    if smoke:
        environment["BENCHMARK_SMOKE"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        command = ["swift", "package", "--allow-writing-to-directory", folder, "benchmark",
                   "--no-progress", "--format", "histogramSamples", "--path", folder, *options]
        done = subprocess.run(command, cwd=PACKAGE, env=environment, capture_output=True,
                              text=True)
        seconds = read_samples(folder, "wallClock", UNITS)
        if done.returncode != 0 or not seconds:
            sys.exit("The Swift benchmarks did not run:\n" + done.stdout + done.stderr)
        return seconds, read_samples(folder, "peakMemoryResident", BYTES)


def read_samples(folder, metric, units):
    """The samples of a metric, in units of one, by the name of the benchmark."""
    samples = {}
    for path in sorted(glob.glob(os.path.join(folder, f"*.{metric}.histogram.samples.tsv"))):
        name = ".".join(os.path.basename(path).split(".")[2:-4]).replace("_", " ")
        with open(path, encoding="utf-8") as lines:
            unit = next(lines).split("(")[-1].strip(" )\n")
            samples[name] = np.array([float(x) * units.get(unit, 1) for x in lines])
    return samples


class Table:
    """What is printed: a line to each benchmark, beside its peer if it has one."""

    def __init__(self, swift, memory, is_partial=False):
        self.swift = swift
        self.memory = memory
        self.is_partial = is_partial
        self.shown = set()
        row("swift-glucose", "rate", "peer", "rate", "ratio")

    def add(self, pattern, amount, unit, peer="", samples=None, factor=1.0, peer_amount=None):
        """A line: `amount` of `unit` handled in each repetition, by a peer in `samples` seconds.

        `amount` may be a function of the numbers in the benchmark's name, and `samples` one that measures
        the peer. A peer does the same amount unless `peer_amount` is another; the ratio is that of the
        rates. A partial table leaves out what was not measured in Swift, and does not measure its peer.
        """
        name = next((name for name in self.swift if re.match(pattern, name)), None)
        if name is None:
            if self.is_partial:
                return
            sys.exit(f"No Swift benchmark is called {pattern}.")
        if callable(amount):
            amount = amount(*[float(n) for n in re.findall(r"\d+", name)])
        self.shown.add(name)
        if samples is None:
            ours = self.swift[name] * factor
            return row(name, rate(amount, ours, unit), "", "", "")
        theirs = np.array(samples() if callable(samples) else samples)
        ours = self.swift[name] * factor
        theirs_amount = amount if peer_amount is None else peer_amount
        ratio = amount / np.median(ours) / (theirs_amount / np.median(theirs))
        row(name, rate(amount, ours, unit), peer, rate(theirs_amount, theirs, unit), f"{ratio:.1f}×")

    def rest(self):
        """A line to each benchmark that has none yet: what one repetition takes."""
        for name in sorted(set(self.swift) - self.shown):
            best, median = self.swift[name].min() * 1e3, np.median(self.swift[name]) * 1e3
            row(name, f"{median:.3g} [{best:.3g}] ms", "", "", "")


def row(*cells):
    print("{:<52} {:>28}   {:<30} {:>28} {:>7}".format(*cells))


def rate(amount, seconds, unit):
    def text(value):
        return f"{value:.0f}" if value >= 100 else f"{value:.3g}"
    return f"{text(amount / np.median(seconds))} [{text(amount / seconds.min())}] {unit}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="everything, in half an hour")
    parser.add_argument("--smoke", action="store_true", help="everything, a few times")
    parser.add_argument("--metrics", action="store_true", help="GlucoseMath only")
    parser.add_argument("--prediction", action="store_true", help="Prediction only")
    parser.add_argument("--files", action="store_true", help="GlucoseFiles only")
    arguments = parser.parse_args()
    smoke = arguments.smoke
    only = ("GlucoseMathBenchmarks" if arguments.metrics
            else "PredictionBenchmarks" if arguments.prediction
            else "GlucoseFilesBenchmarks" if arguments.files else None)
    repetitions = 1 if smoke else 9 if arguments.full or only else 3
    is_partial = not (only or smoke or arguments.full)
    options = ["--target", only] if only else ["--filter", HEADLINE] if is_partial else []
    with tempfile.TemporaryDirectory() as files:
        table = Table(*swift_samples(smoke, files, *options), is_partial)
    swift = table.swift
    if arguments.prediction:
        fits.add(table, swift, repetitions)
        table.rest()
        fits.show_memory(table.memory)
        return
    times, values = workload.cohort()

    if not arguments.files:
        metrics.add(table, times, values, repetitions)
    if arguments.metrics:
        return

    add_tables(table, times, values, repetitions)
    if arguments.files:
        return table.rest()

    fits.add(table, swift, repetitions)
    with tempfile.TemporaryDirectory() as folder:
        logbook.add(table, folder, repetitions, smoke)
    table.rest()
    fits.show_memory(table.memory)


def megabytes(*numbers):
    """The last number in the name of a benchmark, in millions."""
    return numbers[-1] / 1e6


def add_tables(table, times, values, repetitions):
    """The lines of GlucoseFiles. Neither side uses more than one core."""
    text = peers.plain_table(times[:20], values[:20])
    few = min(repetitions, 3)
    name = "Reading a plain table on one core.*"
    table.add(name, megabytes, "MB/s", "pandas.read_csv with dates",
              measured(peers.read_pandas, few, text))
    table.add(name, megabytes, "MB/s", "polars.read_csv with dates",
              measured(peers.read_polars, repetitions, text))
    year = workload.years(1, 1)
    for name, export, pandas, polars in (
            ("Clarity", peers.clarity_export(*year), peers.clarity_pandas, peers.clarity_polars),
            ("LibreView", peers.libreview_export(*year), peers.libreview_pandas,
             peers.libreview_polars)):
        for peer, read in (("pandas", pandas), ("polars", polars)):
            table.add(f"Reading a {name} export on one core.*", megabytes, "MB/s",
                      f"{peer}, readings only",
                      measured(read, few, export),
                      peer_amount=len(export) / 1e6)
    for name, unpack in (("gzip", peers.gunzip), ("zlib", peers.unzlib)):
        table.add("Reading a gzipped table.*", megabytes, "MB/s", f"{name}.decompress, no reading",
                  measured(unpack, few, text))
    table.add("Writing a plain table.*", megabytes, "MB/s", "polars.write_csv",
              measured(peers.write_polars, few, times[:20], values[:20]))
    table.add("Writing a plain table.*", megabytes, "MB/s", "reading it on one core, in Swift",
              next(s for n, s in table.swift.items()
                   if n.startswith("Reading a plain table on one core")))
    add_documents(table, repetitions)


def add_documents(table, repetitions):
    """JSON beside orjson, which makes objects and leaves their times as text, and pandas."""
    times, values = workload.years(1, 1)
    for name, text in (("Reading entries of Nightscout.*", peers.nightscout_entries(times, values)),
                       ("Reading an export of Tidepool.*", peers.tidepool_export(times, values))):
        table.add(name, megabytes, "MB/s", "orjson.loads",
                  measured(peers.orjson.loads, repetitions, text))
        table.add(name, megabytes, "MB/s", "pandas.read_json",
                  measured(peers.read_json_pandas, min(repetitions, 3), text))
    for name in ("Reading an export of Apple.*", "Reading a bundle.*", "Writing for.*",
                 "Writing as FHIR.*"):
        table.add(name, megabytes, "MB/s")


if __name__ == "__main__":
    main()
