"""Tables from Python: this library beside iglu_python, pandas and polars, in one run.

Usage: python python_table.py [PEOPLE [READINGS]]

The environment has the wheel of scripts/python, pyarrow and the packages of requirements.txt. Rates are in
millions of readings a second of all threads and of a processor's second, the best of three runs; iglu_python is
measured on the first days of one person. Memory is the most that the process held during the calls above what it
held before, as a multiple of the table's bytes.
"""

import datetime
import os
import platform
import resource
import statistics
import sys
import threading
import time

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

import swift_glucose as glucose

PEOPLE = int(sys.argv[1]) if len(sys.argv) > 1 else 200
READINGS = int(sys.argv[2]) if len(sys.argv) > 2 else 25_000


def table(order):
    """Returns readings every five minutes of all people: by person, or by time."""
    draw = np.random.default_rng(1)
    count = PEOPLE * READINGS
    people = np.repeat(np.arange(PEOPLE, dtype="int32"), READINGS)
    times = np.tile(np.arange(READINGS) * 300_000_000 + 1_700_000_000_000_000, PEOPLE)
    values = 140 + 50 * np.sin(np.arange(count) / 40) + draw.normal(0, 20, count)
    values = np.clip(values, 40, 400).round()
    if order == "time":
        rows = np.arange(count).reshape(PEOPLE, READINGS).T.ravel()
        people, times, values = people[rows], times[rows], values[rows]
    names = pa.array([f"person {person}" for person in range(PEOPLE)])
    return pa.table({
        "id": pa.DictionaryArray.from_arrays(pa.array(people), names),
        "time": pa.array(times).cast(pa.timestamp("us", "UTC")),
        "glucose_mgdl": values,
    })


def memory():
    """Returns the bytes that the process holds."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


class Peak:
    """The most bytes that the process holds in a block, above what it held before."""

    def __enter__(self):
        self.before = self.most = memory()
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def watch(self):
        while not self.done.wait(0.001):
            self.most = max(self.most, memory())

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()
        self.bytes = max(self.most, memory()) - self.before


def line(name, readings, work, size=None, runs=3):
    """Prints the rate of some work."""
    wall, processor = [], []
    with Peak() as peak:
        for _ in range(runs):
            start, used = time.perf_counter(), time.process_time()
            work()
            wall.append(time.perf_counter() - start)
            processor.append(time.process_time() - used)
    held = "" if size is None else f"{1 + peak.bytes / size:9.2f}"
    print(f"{name:52}{readings / min(wall) / 1e6:10.4f}{readings / min(processor) / 1e6:12.4f}{held}")


BANDS = [0, 54, 70, 180.0000001, 250.0000001, 1e9]


def pandas_usual(frame):
    """The usual metrics only: count, mean, SD, CV, extremes, quartiles and bands."""
    groups = frame.groupby("id", observed=True)["glucose_mgdl"]
    found = groups.agg(["count", "mean", "std", "min", "max"])
    found["cv"] = 100 * found["std"] / found["mean"]
    quartiles = groups.quantile([0.05, 0.25, 0.5, 0.75, 0.95]).unstack()
    bands = pd.cut(frame["glucose_mgdl"], BANDS, right=False)
    return found.join(quartiles), pd.crosstab(frame["id"], bands, normalize="index")


def polars_usual(frame):
    """The same with polars."""
    value = pl.col("glucose_mgdl")
    return frame.group_by("id").agg(
        value.count().alias("count"), value.mean().alias("mean"), value.std().alias("sd"),
        (100 * value.std() / value.mean()).alias("cv"), value.min().alias("min"), value.max().alias("max"),
        *[value.quantile(p, "linear").alias(f"q{p}") for p in (0.05, 0.25, 0.5, 0.75, 0.95)],
        *[value.is_between(low, high, closed="left").mean().alias(f"from {low}")
          for low, high in zip(BANDS, BANDS[1:])])


def iglu_rate():
    """Measures every metric of iglu_python on ten days of one person."""
    try:
        import metrics as peers
        import iglu_python  # noqa: F401 - its absence is what is asked
    except ImportError as error:
        print(f"iglu_python is left out: {error}")
        return
    count = 2880
    part = table("person").slice(0, count)
    times = part["time"].cast("int64").to_numpy() / 1e6
    values = part["glucose_mgdl"].to_numpy()
    line("iglu_python, each of its metrics, 10 days of one", count,
         lambda: peers.iglu_python(times, values), runs=1)


def processor():
    """Returns the name of the processor."""
    with open("/proc/cpuinfo") as file:
        return next(line.partition(": ")[2].strip() for line in file if line.startswith("model name"))


def main():
    by_person, by_time = table("person"), table("time")
    size = by_person.nbytes
    print(f"{datetime.date.today()}, {processor()}, Python {platform.python_version()}, pandas {pd.__version__}, "
          f"polars {pl.__version__}, pyarrow {pa.__version__}, numpy {np.__version__}")
    print(f"{PEOPLE} people, {READINGS} readings each, {size / 1e6:.0f} MB, "
          f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    print(f"{'M readings/s':52}{'of all':>10}{'a processor':>12}{'memory':>9}")
    count = by_person.num_rows
    utc = {"zone": "UTC"}
    columns = len(glucose.metric_columns())
    line(f"all {columns} metrics, pyarrow, by person", count, lambda: glucose.metrics(by_person, **utc), size)
    line("the same, one thread", count, lambda: glucose.metrics(by_person, tasks=1, **utc), size)
    line("the same, rows by time", count, lambda: glucose.metrics(by_time, **utc), size)
    frame = by_person.to_pandas()
    line("the same, pandas to pandas", count, lambda: glucose.metrics(frame, **utc), size)
    polar = pl.from_arrow(by_person)
    line("the same, polars to polars", count, lambda: glucose.metrics(polar, **utc), size)
    text = by_person.set_column(0, "id", by_person["id"].cast(pa.string()))
    named = text.to_pandas()
    line("the same, pandas, ids as text", count, lambda: glucose.metrics(named, **utc), text.nbytes)
    pieces = [polar[start : start + 100_000] for start in range(0, count, 100_000)]
    chunks = pl.concat(pieces, rechunk=False)
    line("the same, polars, in chunks", count, lambda: glucose.metrics(chunks, **utc), size)
    texts_by_time = text.take(pa.compute.sort_indices(text, [("time", "ascending")]))
    line("the same, pyarrow, ids as text, rows by time", count, lambda: glucose.metrics(texts_by_time, **utc), text.nbytes)
    del texts_by_time
    line("all metrics of each day, pyarrow", count, lambda: glucose.metrics(by_person, period="day", **utc), size)
    line("the same, pandas to pandas", count, lambda: glucose.metrics(frame, period="day", **utc), size)
    cohort = glucose.Cohort(by_person, **utc)
    line("the readings, pyarrow", count, cohort.readings, size)
    line("the readings, pandas to pandas", count, glucose.Cohort(frame, **utc).readings, size)
    line("statistics of each local day, pyarrow", count, lambda: glucose.day_statistics(by_person, **utc), size)
    line("a fit of 30 minutes, pyarrow, one run", count, cohort.fit, size, runs=1)
    line("pandas groupby, the usual metrics only", count, lambda: pandas_usual(frame), size)
    line("polars group_by, the usual metrics only", count, lambda: polars_usual(polar), size)
    iglu_rate()
    day = by_person.slice(0, 288)
    for name, call in [
        ("day_statistics of 288 readings", lambda: glucose.day_statistics(day, tasks=1, **utc)),
        ("metrics of 288 readings", lambda: glucose.metrics(day, tasks=1, **utc)),
    ]:
        times = []
        for _ in range(300):
            start = time.perf_counter()
            call()
            times.append(time.perf_counter() - start)
        print(f"{name}: {1e6 * statistics.median(times):.0f} µs a call")


if __name__ == "__main__":
    main()
