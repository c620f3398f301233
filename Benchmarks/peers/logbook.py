"""The logbook's peers: the same work with Python's sqlite3, as one would write it with care, and with
pandas on SQLite.

    python3 Benchmarks/peers/logbook.py [--smoke]     only this part of the table
"""

import contextlib
import functools
import os
import sqlite3
import sys
import tempfile
import time

import numpy as np
import pandas as pd

import peers
import workload

YEAR = 365 * workload.PER_DAY


TABLE = ("CREATE TABLE readings (source INTEGER, time REAL, value REAL, marks INTEGER, "
         "PRIMARY KEY (source, time)) WITHOUT ROWID")
INSERT = "INSERT OR IGNORE INTO readings VALUES (?, ?, ?, ?)"


def new_store(path, durability="FULL"):
    """A file with a table of readings."""
    store = sqlite3.connect(path)
    store.execute("PRAGMA journal_mode = WAL")
    store.execute(f"PRAGMA synchronous = {durability}")
    store.execute(TABLE)
    return store


def insert(store, year):
    with store:
        store.executemany(INSERT, year)


def insert_singly(store, readings):
    for row in readings:
        with store:
            store.execute(INSERT, row)


class PlainStore:
    """Tables of readings, with the logbook's promise: a commit is on disk."""

    def __init__(self, folder, people):
        self.folder = folder
        self.people = people
        times, values = workload.years(1, 10)
        self.frame = pd.DataFrame({"source": 1, "time": times, "value": values, "marks": 0})
        self.years = [rows(1, times[i:i + YEAR], values[i:i + YEAR])
                      for i in range(0, 10 * YEAR, YEAR)]
        self.last = times[-1] + 300
        self.decade = self.new("decade.sqlite")
        for year in self.years:
            insert(self.decade, year)
        self.cohort = None

    def path(self, name):
        return os.path.join(self.folder, name)

    def new(self, name, durability="FULL"):
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.path(name))
        return new_store(self.path(name), durability)

    def insert_year(self):
        with contextlib.closing(self.new("year.sqlite")) as store:
            insert(store, self.years[0])

    def insert_year_pandas(self):
        with contextlib.closing(self.new("pandas.sqlite")) as store:
            self.frame[:YEAR].to_sql("readings", store, if_exists="append", index=False)

    def insert_decade(self):
        with contextlib.closing(self.new("years.sqlite")) as store:
            for year in self.years:
                insert(store, year)

    def insert_singly(self, durability):
        with contextlib.closing(self.new("single.sqlite", durability)) as store:
            insert_singly(store, self.years[0][:1000])

    def grow_cohort(self):
        """Seconds to insert a year of everybody, the making of the rows not counted."""
        times, values = zip(*(workload.years(person, 1) for person in range(4)))
        self.cohort = self.new("cohort.sqlite")
        seconds = 0
        for person in range(self.people):
            year = rows(person, times[person % 4], values[person % 4])
            start = time.perf_counter()
            insert(self.cohort, year)
            seconds += time.perf_counter() - start
        return seconds

    def window(self, store, source, start):
        """Extremes and mean of seven days."""
        table = arrays(store, source, start, start + 7 * 86_400)
        days = np.split(table[:, 1], np.searchsorted(table[:, 0], start + 86_400 * np.arange(1, 7)))
        return [(d.min(), d.mean(), d.max()) for d in days]

    def year_pandas(self, store, source, start):
        return pd.read_sql_query("SELECT time, value FROM readings WHERE source = ? AND time >= ? "
                                 "AND time < ?", store, params=(source, start, start + YEAR * 300))

    def cold(self, name, work, repetitions, *arguments):
        """Seconds of each `work` on a file that is opened for it and of which nothing lies in memory."""
        seconds = []
        for _ in range(repetitions):
            file = os.open(self.path(name), os.O_RDONLY)
            os.fsync(file)
            os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(file)
            begin = time.perf_counter()
            with contextlib.closing(sqlite3.connect(self.path(name))) as store:
                work(store, *arguments)
            seconds.append(time.perf_counter() - begin)
        return seconds

    def settle(self):
        """Puts what lies in the logs beside the files into the files."""
        for store in filter(None, (self.decade, self.cohort)):
            store.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self):
        for store in filter(None, (self.decade, self.cohort)):
            store.close()


def rows(source, times, values):
    return list(zip([source] * len(times), times.tolist(), values.tolist(), [0] * len(times)))


def arrays(store, source, start, end):
    """Times and values as the columns of an array."""
    return np.array(store.execute("SELECT time, value FROM readings WHERE source = ? "
                                  "AND time >= ? AND time < ?", (source, start, end)).fetchall())


def in_turns(table, pattern, peer, rounds, smoke, samples=None):
    """Seconds of a peer, measured in turns with the Swift benchmark: ours, theirs, ours, theirs.

    What else the machine does meanwhile then falls on both. The samples of the Swift benchmark take the
    place of those in the table.
    """
    import compare
    samples = samples or compare.swift_samples
    ours, theirs = {}, []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as shared:
            swift, _ = samples(smoke, shared, "--target", "LogbookBenchmarks", "--filter", pattern)
        for name, seconds in swift.items():
            ours.setdefault(name, []).append(seconds)
        theirs.append(peers.samples(peer, 1))
    table.swift.update({name: np.concatenate(seconds) for name, seconds in ours.items()})
    return np.concatenate(theirs)


def add(table, folder, repetitions, smoke):
    """Adds the logbook's lines to the table."""
    people = 5 if smoke else 476
    few = min(repetitions, 3)
    store = PlainStore(folder, people)
    thousands = lambda *numbers: numbers[0] / 1e3  # noqa: E731

    def line(name, peer, measure, amount=1, unit="/s"):
        table.add(f"Logbook {name}", amount, unit, peer, measure)

    def turns(pattern, peer):
        rounds = 1 if table.is_partial else few
        return lambda: in_turns(table, f"Logbook {pattern}", peer, rounds, smoke)

    line("batch insert", "sqlite3.executemany", turns("batch insert.*", store.insert_year),
         thousands, "k readings/s")
    line("batch insert", "pandas.to_sql", peers.measured(store.insert_year_pandas, few),
         thousands, "k readings/s")
    line(f"growth to {10 * YEAR}", "sqlite3.executemany",
         turns(f"growth to {10 * YEAR} .*", store.insert_decade), thousands, "k readings/s")
    line(f"growth to {people * YEAR}", "sqlite3.executemany", lambda: [store.grow_cohort()],
         thousands, "k readings/s")
    for what, durability in (("loss of power", "FULL"), ("end of the process", "NORMAL")):
        pattern = f"1000 readings.*{what}"
        line(pattern, "sqlite3, a commit each",
             turns(pattern, functools.partial(store.insert_singly, durability)), 1000, "readings/s")

    store.settle()
    midnight = (store.last + 3600) // 86_400 * 86_400 - 3600
    person = people // 2
    for file, source, days, year, size in (
            ("decade.sqlite", 1, midnight - 1803 * 86_400, store.last - YEAR * 300, "ten"),
            ("cohort.sqlite", person, workload.START - 3600 + 177 * 86_400, workload.START,
             "cohort")):
        opened = store.decade if size == "ten" else store.cohort
        for what, peer, work in (
                ("day window", "sqlite3 and numpy", store.window),
                ("year", "sqlite3 and numpy",
                 lambda s, source, start: arrays(s, source, start, start + YEAR * 300)),
                ("year", "pandas.read_sql_query", store.year_pandas)):
            start = days if what == "day window" else year
            line(f".*{what}.* out of .*{size}.*warm", peer,
                 peers.measured(work, repetitions, opened, source, start))
            line(f".*{what}.* out of .*{size}.*cold", peer,
                 functools.partial(store.cold, file, work, repetitions, source, start))
    store.close()


def main():
    import compare
    smoke = "--smoke" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as shared:
        swift, memory = compare.swift_samples(smoke, shared, "--target", "LogbookBenchmarks")
    with tempfile.TemporaryDirectory() as folder:
        add(compare.Table(swift, memory), folder, 1 if smoke else 9, smoke)


if __name__ == "__main__":
    main()
