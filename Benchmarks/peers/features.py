# SPDX-License-Identifier: Apache-2.0
"""What peers look at: the readings that the model looks at, in the same features."""

import numpy as np

import windows

LAGS = {300: 12, 900: 4}
SLOPES = {300: (1, 3, 6), 900: (1, 2, 4)}


def table(person, indices):
    """Level, changes, their products, mean and spread of 2, 6 and 24 hours, and the time of day."""
    lags = LAGS[person.step]
    short, middle, long = SLOPES[person.step]
    history = windows.histories(person, indices, max(lags, 2 * short, long))
    level = (history[:, 0] - 130) / 50
    changes = (history[:, :lags] - history[:, 1:lags + 1]) / 10
    d5, d15, d30 = (history[:, 0] - history[:, k] for k in (short, middle, long))
    d5, d15, d30 = d5 / 10, d15 / 20, d30 / 30
    bend = d5 - (history[:, short] - history[:, 2 * short]) / 10
    products = [level**2, level**3, level * d5, level * d15, level * d30, level * bend,
                d15 * np.abs(d15), d5 * np.abs(d5), d30 * np.abs(d30), d5 * d15, d15 * d30,
                np.maximum(level, 0) * d15, np.minimum(level, 0) * d15, level**2 * d15]
    day = []
    for hours in (2, 6, 24):
        mean, spread = moments(person, indices, hours * 3600.0)
        day += [(mean - history[:, 0]) / 50, spread / 30]
    turn = 2 * np.pi * (person.times[indices] % windows.DAY) / windows.DAY
    clock = [function(k * turn) for k in (1, 2, 3) for function in (np.sin, np.cos)]
    glucose = np.column_stack([level, changes, *products, *day])
    return glucose, np.column_stack(clock), history[:, 0]


def moments(person, indices, span):
    """Mean and standard deviation of the readings of the last `span` seconds."""
    shifted = person.values - 130
    sums = np.concatenate(([0], np.cumsum(shifted)))
    squares = np.concatenate(([0], np.cumsum(shifted**2)))
    first = np.searchsorted(person.times, person.times[indices] - span, side="right")
    count = indices + 1 - first
    mean = (sums[indices + 1] - sums[first]) / count
    variance = (squares[indices + 1] - squares[first]) / count - mean**2
    return mean + 130, np.sqrt(np.maximum(variance, 0))
