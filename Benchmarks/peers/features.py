"""What peers look at: the readings that the model looks at, in the same features."""

import numpy as np

import windows

LAGS = {300: 12, 900: 4}
SLOPES = {300: (1, 3, 6), 900: (1, 2, 4)}


def table(person, indices):
    """Level, changes, their products, what the day and the days before tell, and the time of day."""
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
    glucose = np.column_stack([level, changes, *products, *day, *character(person, indices),
                               *past_days(person, indices)])
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


def character(person, indices):
    """How restless the last day's readings are, how long slopes last, how rough the last hour was."""
    times, values = person.times, person.values
    length = times - times[person.run_starts]

    def before(offset):
        past = np.interp(times - offset, times, values)
        return np.where(times - offset < times[person.run_starts], values[person.run_starts], past)

    def sums(of, known):
        return np.concatenate(([0], np.cumsum(np.where(known, of, 0))))

    whole = length >= 2 * person.step - windows.TOLERANCE
    first = (values - before(person.step)) / 10
    second = first - (before(person.step) - before(2 * person.step)) / 10
    hourly = length >= 3600 - windows.TOLERANCE
    later = np.clip((values - before(1800)) / 10, -20, 20)
    earlier = np.clip((before(1800) - before(3600)) / 10, -20, 20)
    parts = {"count": sums(1.0, whole), "first": sums(np.minimum(first**2, 9), whole),
             "second": sums(np.minimum(second**2, 9), whole), "hours": sums(1.0, hourly),
             "product": sums(later * earlier, hourly), "square": sums(earlier**2, hourly)}

    def within(name, span):
        begin = np.searchsorted(times, times[indices] - span, side="right")
        return parts[name][indices + 1] - parts[name][begin]

    count = np.maximum(within("count", windows.DAY), 1)
    ratio = (within("second", windows.DAY) / count + 0.02) / (within("first", windows.DAY) / count + 0.1)
    restlessness = np.clip(np.log(np.maximum(ratio, 1e-6) * 1.3), -3, 3)
    hours = within("hours", windows.DAY)
    persistence = within("product", windows.DAY) / np.maximum(within("square", windows.DAY) + hours, 1)
    roughness = np.sqrt(np.maximum(within("second", 3600), 0) / np.maximum(within("count", 3600), 1))
    return restlessness, np.clip(persistence, -1, 1), roughness


def past_days(person, indices):
    """What came at this time of day on each of the last seven days, drawn towards nothing."""
    now = person.times[indices]

    def value(instants):
        place = np.searchsorted(person.times, instants, side="right") - 1
        after = np.minimum(place + 1, len(person.times) - 1)
        gap = person.times[after] - person.times[np.maximum(place, 0)]
        known = (place >= 0) & ((person.times[place] == instants) | (gap <= windows.LONGEST_GAP))
        return np.where(known, np.interp(instants, person.times, person.values), np.nan)

    days = now[:, None] - windows.DAY * np.arange(1, 8)[None, :]
    then = value(days)

    def mean(values, unit):
        known = ~np.isnan(values)
        return np.where(known, values, 0).sum(axis=1) / (known.sum(axis=1) + 2) / unit

    return (mean(value(days + 1800) - then, 20), mean(value(days + 3600) - then, 20),
            mean(then - person.values[indices][:, None], 50), (~np.isnan(then)).mean(axis=1))
