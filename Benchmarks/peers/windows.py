"""The windows of `glucose backtest`, made again from the plain table that it reads.

A record in order of time: the first 70 percent fit, the last 30 test. A moment needs an hour of
readings without a gap above 30 minutes, two of them in its last quarter, and an outcome within two and
a half minutes of a lead.
`prediction.py` shows that these are the command's windows: the error of the last value is the same.
"""

import csv
from datetime import datetime, timezone

import numpy as np

TOLERANCE = 150.0
LONGEST_GAP = 1800.0 + TOLERANCE
# The rules of thumb go by a line through the readings of so many seconds.
LINE = 900.0 + TOLERANCE
TEST_SHARE = 0.3
DAY = 86_400.0
# The concentrations in mg/dL that the command accepts; it rejects the rows of others, which no device shows.
PLAUSIBLE = (10.0, 1000.0)


class Person:
    """One person's readings: times in seconds since 1970 and values in mg/dL."""

    def __init__(self, name, times, values):
        order = np.argsort(times, kind="stable")
        times, values = np.asarray(times)[order], np.asarray(values)[order]
        first = np.concatenate(([True], np.diff(times) > 0))
        self.name, self.times, self.values = name, times[first], values[first]
        gaps = np.concatenate(([np.inf], np.diff(self.times)))
        starts = np.where(gaps > LONGEST_GAP, np.arange(len(gaps)), 0)
        self.run_starts = np.maximum.accumulate(starts)
        self.cut = int(len(self.times) * (1 - TEST_SHARE))
        usual = np.sort(gaps[1:])[(len(gaps) - 1) // 2] if len(gaps) > 1 else np.inf
        self.step = 300 if usual <= 450 else 900 if usual <= 1350 else None


def read(path):
    """The people of a table with a column for the id, the time as UTC and the value, in the file's order."""
    people = {}
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows)
        for name, time, value in rows:
            if not PLAUSIBLE[0] <= float(value) <= PLAUSIBLE[1]:
                continue
            moment = datetime.fromisoformat(time).replace(tzinfo=timezone.utc)
            times, values = people.setdefault(name, ([], []))
            times.append(moment.timestamp())
            values.append(float(value))
    return [Person(name, *columns) for name, columns in people.items()]


def paced(times, step):
    """Which readings to take so that there is one to a step, whatever their jitter."""
    taken = np.zeros(len(times), dtype=bool)
    due = None
    for index, now in enumerate(times):
        if due is None or now - due > step:
            due = now + step
        elif now - due >= -0.4 * step:
            due = due + step + (now - due) / 4
        else:
            continue
        taken[index] = True
    return taken


def histories(person, indices, lags):
    """Concentrations 0, 1, 2 … steps before each reading, on the straight line between readings."""
    times = person.times[indices][:, None] - person.step * np.arange(lags + 1)[None, :]
    starts = person.run_starts[indices]
    result = np.interp(times, person.times, person.values)
    early = times < person.times[starts][:, None]
    return np.where(early, person.values[starts][:, None], result)


def outcomes(person, indices, leads):
    """The reading nearest to each lead if it lies within the tolerance, else not a number."""
    columns = []
    for lead in leads:
        wanted = person.times[indices] + lead
        after = np.minimum(np.searchsorted(person.times, wanted), len(person.times) - 1)
        before = np.maximum(after - 1, 0)
        nearer = wanted - person.times[before] <= np.abs(person.times[after] - wanted)
        nearest = np.where((before > indices) & nearer, before, after)
        good = (nearest > indices) & (np.abs(person.times[nearest] - wanted) <= TOLERANCE)
        columns.append(np.where(good, person.values[nearest], np.nan))
    return np.stack(columns, axis=1)


def anchors(person, first, last, history=3600.0):
    """Readings from `first` to before `last`, one to a step, with an hour of readings before them."""
    indices = np.arange(first, last)
    indices = indices[paced(person.times[first:last], person.step)]
    reach = person.times[person.run_starts[indices]] <= person.times[indices] - history + TOLERANCE
    return indices[reach & regular(person, indices, history)]


def regular(person, indices, history):
    """Whether readings of the last hour come as often as the model needs."""
    good = np.ones(len(indices), dtype=bool)
    for place, index in enumerate(indices):
        begin = np.searchsorted(person.times, person.times[index] - history - TOLERANCE)
        gaps = np.diff(person.times[max(begin, person.run_starts[index]):index + 1])
        if len(gaps):
            good[place] = np.sort(gaps)[len(gaps) // 2] <= 1.5 * person.step
    return good


def answered_by_rules(person, indices):
    """Whether the second-order autoregression and the straight line have readings to go by."""
    good = np.ones(len(indices), dtype=bool)
    for place, index in enumerate(indices):
        now = person.times[index]
        good[place] = person.times[index - 1] >= now - LINE if index else False
        if person.step == 300 and good[place]:
            before = np.searchsorted(person.times, now - 150, side="right") - 1
            good[place] = before >= 0 and person.times[before] >= now - 450
    return good


def training(person, leads):
    """Readings of the first part whose outcomes are all in it."""
    indices = anchors(person, 0, person.cut)
    end = person.times[person.cut] if person.cut < len(person.times) else np.inf
    return indices[person.times[indices] + leads[-1] + TOLERANCE <= end]


def testing(person, leads):
    """Readings of the last part with an outcome at some lead."""
    indices = anchors(person, person.cut, len(person.times))
    indices = indices[answered_by_rules(person, indices)]
    return indices[~np.isnan(outcomes(person, indices, leads)).all(axis=1)]
