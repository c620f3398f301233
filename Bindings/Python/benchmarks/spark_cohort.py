"""A cohort in Parquet on a local cluster of two workers with one core each, beside one process.

Usage: python spark_cohort.py COMMAND FOLDER READINGS…

COMMAND is `glucose`, which simulates as many different people of one year as have this number of readings (105,120
each); fewer readings are of ten people and fewer days. Rates include reading Parquet and, on the cluster,
grouping in partitions of about a million readings; a first small job starts the workers before. One person with
LARGEST readings (by default 5 million) among 20 others is computed first. Processor seconds are those of all
processes, Spark's and Python's. A worker is killed after a quarter of the time that the job took before.
"""

import contextlib
import datetime
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import psutil
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset
import pyarrow.parquet

import swift_glucose as glucose

warnings.simplefilter("ignore")
UTC = {"unit": "mg/dL", "zone": "UTC"}
# The readings of a partition.
PARTITION = 1_000_000


def simulated(command, folder, count):
    """Writes a cohort with about this many readings in eight files."""
    days = min(365, max(count // (10 * 288), 1))
    people = max(round(count / (288 * days)), 1)
    folder.mkdir(parents=True)
    schema = pa.schema({"id": pa.string(), "time": pa.timestamp("us", "UTC"), "glucose_mgdl": pa.float64()})
    with contextlib.ExitStack() as files:
        writers = [files.enter_context(pa.parquet.ParquetWriter(folder / f"{file}.parquet", schema)) for file in range(8)]
        for first in range(0, people, 20):
            some = min(20, people - first)
            # Each group of people has a seed of its own, so that no two people are the same.
            text = subprocess.run(
                [command, "simulate", "--people", str(some), "--days", str(days), "--seed", str(1_000_000 + first)],
                check=True, capture_output=True).stdout
            id_, *others = pa.csv.read_csv(pa.BufferReader(text)).columns[:3]
            ids = pa.compute.binary_join_element_wise(f"{first:05}", id_.cast(pa.string()), "-")
            made = pa.table([ids, *others], schema.names).cast(schema)
            # Each person's rows are in all files.
            for file, writer in enumerate(writers):
                writer.write_table(made.take(np.arange(file, len(made), 8)))


def of_all(measure):
    """Returns what a function finds of this process and each that it started, with their command lines."""
    own, found = psutil.Process(), []
    for process in [own, *own.children(recursive=True)]:
        with contextlib.suppress(psutil.Error):
            found.append((measure(process), " ".join(process.cmdline())))
    return found


def processor():
    """Returns the processor seconds of this process and all that it started."""
    return sum(sum(times[:4]) for times, _ in of_all(lambda process: process.cpu_times()))


class Watch:
    """The most memory of a Python worker, and of a Java one, in a block."""

    def __enter__(self):
        self.python = self.java = 0
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()
        return self

    def watch(self):
        while not self.done.wait(0.25):
            for held, command in of_all(lambda process: process.memory_info().rss):
                if "pyspark" in command and "daemon" in command:
                    self.python = max(self.python, held)
                elif "CoarseGrainedExecutorBackend" in command:
                    self.java = max(self.java, held)

    def __exit__(self, *_):
        self.done.set()
        self.thread.join()


def show(name, readings, seconds, note=""):
    wall, used = seconds
    print(f"{name:54}{wall:7.1f} s{readings / wall / 1e6:9.4f} M/s{used:7.1f} processor s  "
          f"load {os.getloadavg()[0]:.0f}  {note}", flush=True)


def timed(work):
    """Returns the result of some work, and its seconds and processor seconds."""
    start, used = time.perf_counter(), processor()
    found = work()
    return found, (time.perf_counter() - start, processor() - used)


def session():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    made = (
        SparkSession.builder.master("local-cluster[2,1,1536]").config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.executor.memory", "1536m").config("spark.driver.memory", "1536m")
        .config("spark.sql.shuffle.partitions", "8")
        .config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC").getOrCreate()
    )
    made.sparkContext.setLogLevel("OFF")
    return made


def killed(people, seconds):
    """Kills a worker in the middle of a job; returns the job's result and time."""
    outcome = {}

    def work():
        outcome["found"], outcome["seconds"] = timed(lambda: people.metrics().toArrow())

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(seconds)
    workers = [one for one, command in of_all(lambda process: process) if "CoarseGrainedExecutorBackend" in command]
    workers = [one for one in workers if "java" in one.name()]
    if not thread.is_alive() or not workers:
        thread.join()
        return outcome, False
    workers[0].kill()
    thread.join()
    return outcome, True


def skewed(cluster, count):
    """Computes one person with this many readings beside 20 others with 10,000 each."""
    from swift_glucose import spark

    columns = ("timestamp_seconds(1000000000 + 300 * row) time", "round(150 + 80 * sin(row / 25)) glucose_mgdl")
    big = cluster.range(count).toDF("row").selectExpr("'big' id", *columns)
    others = cluster.range(200_000).toDF("all").selectExpr(
        "concat('p', cast(all div 10000 as string)) id", "all % 10000 row").selectExpr("id", *columns)
    with Watch() as watch:
        found, seconds = timed(lambda: spark.Cohort(big.union(others), **UTC).metrics().toArrow())
    rows = dict(zip(found["id"].to_pylist(), found["readings"].to_pylist()))
    assert rows["big"] == count and len(rows) == 21 and set(found["error"].to_pylist()) == {None}
    show(f"two workers, one person with {count:,} readings and 20 others", count + 200_000, seconds,
         f"a worker: {watch.python / 1e6:.0f} MB Python, {watch.java / 1e6:.0f} MB Java")


def main():
    from swift_glucose import spark

    source, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    sizes = [int(float(text)) for text in sys.argv[3:]] or [10_000_000]
    cluster = session()
    print(f"{datetime.date.today()}, {platform.processor()}, {os.cpu_count()} processors, Spark {cluster.version}, Java "
          f"{cluster.sparkContext._jvm.System.getProperty('java.version')}, Python {platform.python_version()}, pyarrow "
          f"{pa.__version__}, adaptive execution {cluster.conf.get('spark.sql.adaptive.enabled')}", flush=True)
    for place, size in enumerate(sizes):
        path = folder / f"{size}"
        if not path.exists():
            # What was interrupted is not taken for a cohort.
            unfinished = path.with_suffix(".unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            simulated(source, unfinished, size)
            unfinished.rename(path)
        data = pa.dataset.dataset(path)
        count = data.count_rows()
        frame = cluster.read.parquet(str(path))
        if place == 0:
            frame.limit(1000).mapInArrow(lambda batches: batches, frame.schema).count()
            skewed(cluster, int(os.environ.get("LARGEST", 5_000_000)))
        print(f"\n{count:,} readings in {sum(f.stat().st_size for f in path.iterdir()) / 1e6:.0f} MB of Parquet, "
              f"{os.cpu_count()} processors", flush=True)
        one, seconds = timed(lambda: glucose.metrics(data.to_table(), tasks=1, **UTC))
        show("one process of ours, one thread, all metrics", count, seconds)
        people = spark.Cohort(frame, partitions=max(8, round(count / PARTITION)), **UTC)
        with Watch() as watch:
            found, seconds = timed(lambda: people.metrics().toArrow())
        show("two workers, all metrics", count, seconds,
             f"a worker: {watch.python / 1e6:.0f} MB Python, {watch.java / 1e6:.0f} MB Java")
        one, found = one.sort_by("id"), found.sort_by("id")
        assert all(found[name].to_pylist() == one[name].to_pylist() for name in one.column_names), "The results differ."
        print("the results are equal to the bit", flush=True)
        # The first job was the slowest, because the workers compile as they go.
        outcome, was_killed = killed(people, seconds[0] / 4)
        again = outcome["found"].sort_by("id")
        assert again.equals(found), "The result after a kill differs."
        show("the same, a worker killed" if was_killed else "the same (it ended before the kill)", count,
             outcome["seconds"], "the same result")
    cluster.stop()


if __name__ == "__main__":
    main()
