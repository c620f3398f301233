"""Fracast-0, a model of time series whose package carries its weights, without any fit; only where it is installed."""

import time

import numpy as np
import torch
from fracast import FracastModel

import windows


def days(person, indices):
    """The readings of the last day, oldest first, one to a step; not a number before a gap."""
    steps = int(windows.DAY) // person.step
    values = windows.histories(person, indices, steps)
    times = person.times[indices][:, None] - person.step * np.arange(steps + 1)[None, :]
    early = times < person.times[person.run_starts[indices]][:, None]
    return np.where(early, np.nan, values)[:, ::-1]


def forecast(data):
    """The expected change at the last lead, the median of its forecast, and no seconds, since nothing is fitted."""
    torch.set_num_threads(1)
    model = FracastModel.from_pretrained(weights="fp32")
    middle = model.quantiles.index(0.5)
    rows = np.concatenate([days(person, own) for person, own in zip(data.people, data.tested)])
    start = time.process_time()
    # It needs eight readings; where there are fewer, the last value remains.
    enough = np.isfinite(rows).sum(axis=1) >= 8
    expected = data.test["now"].copy()
    for part in np.array_split(np.flatnonzero(enough), max(1, int(enough.sum()) // 64)):
        expected[part] = model.forecast_batch(rows[part], horizon=len(data.leads))[:, -1, middle]
    print(f"Fracast-0: {1000 * (time.process_time() - start) / len(rows):.0f} ms a forecast")
    return expected - data.test["now"], 0.0
