"""The full set of metrics of one person in numpy, as one would write it with care: a vectorised pass
wherever there can be one, and Python loops only over turning points and runs."""

import numpy as np

MINUTES, PER_DAY = 5, 288


def full(times, values):
    """Every number of a row of the table, the ambulatory profile, and each day's statistics."""
    day = np.floor_divide(times + 3600, 86_400)
    starts = np.flatnonzero(np.concatenate(([True], day[1:] != day[:-1])))
    numbers = of_values(values) + of_risk(values, starts) + of_days(values, starts)
    gaps = np.diff(times) / 60
    interval = round(np.median(gaps))
    slots = np.rint(gaps / interval)
    numbers += [100 * (1 + np.count_nonzero(slots >= 1)) / (1 + slots.sum())]
    cells = grid(times, values)
    numbers += of_cells(cells) + of_rows(cells.reshape(-1, PER_DAY))
    numbers += [runs(cells < 54), runs(cells < 70), runs(cells > 180), runs(cells > 250)]
    return numbers + [mage(cells[~np.isnan(cells)])]


def of_values(v):
    """Mean, spread, quantiles and bands."""
    mean, sd = v.mean(), v.std(ddof=1)
    quantiles = np.quantile(v, [0.05, 0.25, 0.5, 0.75, 0.95])
    return [mean, sd, v.min(), v.max(), *quantiles, 1.4826 * np.median(np.abs(v - quantiles[2])),
            3.31 + 0.02392 * mean, (mean + 46.7) / 28.7, 0.001 * (mean + sd) ** 2,
            *(np.count_nonzero(mask) / v.size
              for mask in (v < 54, v < 70, v > 180, v > 250, np.abs(v - mean) > sd))]


def of_risk(v, starts):
    """Indices of risk; the daily ones from where days start."""
    risk = np.log(v) ** 1.084 - 5.381
    squares = 22.77 * risk * risk
    low, high = np.where(v < 112.5, squares, 0), np.where(v >= 112.5, squares, 0)
    daily = np.maximum.reduceat(low, starts) + np.maximum.reduceat(high, starts)
    grade = np.minimum(425 * (np.log10(np.log10(v / 18)) + 0.16) ** 2, 50)
    total = grade.sum()
    return [low.mean(), high.mean(), daily.mean(), total / v.size, grade[v < 70].sum() / total,
            grade[v > 140].sum() / total, np.mean(1000 * np.abs(np.log10(v / 90)) ** 3),
            np.mean(np.maximum(80 - v, 0) ** 2) / 30, np.mean(np.maximum(v - 140, 0) ** 1.1) / 30]


def of_days(v, starts):
    """Standard errors from the days' sums."""
    count = np.diff(np.append(starts, v.size))
    errors = []
    for part in (v, (v >= 70) & (v <= 180)):
        sums = np.add.reduceat(part, starts, dtype=float)
        rest = sums - sums.sum() / v.size * count
        errors.append(np.sqrt(np.sum(rest * rest)) / v.size)
    return errors


def grid(times, values):
    """Cells every five minutes of whole days; none in gaps of more than 45 minutes."""
    first = np.floor((times[0] + 3600) / 86_400) * 86_400 - 3600
    count = int((times[-1] - first) // 86_400 + 1) * PER_DAY
    at = first + 300 * np.arange(count)
    cells = np.interp(at, times, values, left=np.nan, right=np.nan)
    left = np.searchsorted(times, at, side="right") - 1
    inside = (left >= 0) & (left < times.size - 1)
    wide = np.append(np.diff(times) > 2700, False)
    cells[inside & wide[left] & (times[left] != at)] = np.nan
    return cells


def of_cells(cells):
    """Numbers of neighbours: CONGA, MAG, GVP, rates, areas, rolling deviations."""
    numbers = [np.nanstd(cells[12 * h:] - cells[:-12 * h], ddof=1) for h in (1, 2, 4, 6, 24)]
    numbers.append(np.nanmean(np.abs(cells[PER_DAY:] - cells[:-PER_DAY])))
    change = np.diff(cells)
    numbers.append(np.nanmean(np.abs(change)) * 60 / MINUTES)
    numbers.append(np.nanmean(np.sqrt(MINUTES**2 + change * change)) / MINUTES - 1)
    rate = (cells[3:] - cells[:-3]) / 15
    numbers += [np.nanstd(rate, ddof=1), *np.histogram(
        rate[~np.isnan(rate)], [-1e9, -3, -2, -1, 1, 2, 3, 1e9])[0]]
    for edge in (70, 180):
        a, b = cells[:-1] - edge, cells[1:] - edge
        high, size = np.maximum(a, 0) + np.maximum(b, 0), np.abs(a) + np.abs(b)
        with np.errstate(invalid="ignore", divide="ignore"):
            numbers.append(np.nansum(high * high / (2 * size)))
    known = ~np.isnan(cells)
    filled = np.where(known, cells - 100, 0)
    sums, squares, counts = (
        np.cumsum(x, dtype=float) for x in (filled, filled * filled, known))
    n, s, q = (x[12:] - x[:-12] for x in (counts, sums, squares))
    with np.errstate(invalid="ignore", divide="ignore"):
        numbers.append(np.nanmean(np.sqrt(np.maximum((q - s * s / n) / (n - 1), 0))))
    return numbers


def of_rows(rows):
    """Numbers of days by clock time: deviations, coefficients of variation, areas, profile."""
    rows = rows[(~np.isnan(rows)).sum(axis=1) > 1]
    mean, sd = np.nanmean(rows, axis=1), np.nanstd(rows, axis=1, ddof=1)
    columns = np.nanmean(rows, axis=0)
    variation = 100 * sd / mean
    area = np.nanmean((rows[:, 1:] + rows[:, :-1]) / 2, axis=1)
    profile = np.sort(rows, axis=0)  # NaN last; days without gaps, so that quantiles are rows
    places = np.rint(np.array([0.05, 0.25, 0.5, 0.75, 0.95]) * (len(rows) - 1)).astype(int)
    low = np.minimum(rows - 70, 0)
    return [sd.mean(), columns.std(ddof=1), mean.std(ddof=1),
            np.nanstd(rows, axis=0, ddof=1).mean(),
            np.nanstd(rows - mean[:, None], axis=0, ddof=1).mean(), variation.mean(),
            variation.std(ddof=1), area.mean(), profile[places], np.nansum(low, axis=1)]


def runs(beyond):
    """Starts and ends of episodes: from three cells beyond to three that are not."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], beyond, [False]))))
    episodes = []
    for start, end in zip(edges[::2], edges[1::2]):
        if episodes and start - episodes[-1][1] < 3:
            episodes[-1][1] = end
        elif end - start >= 3:
            episodes.append([start, end])
    return episodes


def mage(cells):
    """The mean amplitude of rises and falls of at least one deviation."""
    sd = cells.std(ddof=1)
    sums = np.concatenate(([0], np.cumsum(cells)))
    short, long = ((sums[n:] - sums[:-n]) / n for n in (5, 32))
    difference = short[27:] - long
    crossings = np.flatnonzero(difference[1:] * difference[:-1] < 0) + 32
    falls = difference[crossings - 32] > 0
    points, place = [], 0
    for end, fall in zip(np.append(crossings, cells.size - 1), np.append(falls, True)):
        part = cells[place:end + 1]
        place += int(part.argmax() if not fall else part.argmin())
        points.append(cells[place])
    heights = [excursion for sign in (1, -1) for excursion in climbs([sign * p for p in points], sd)]
    return np.mean(heights) if heights else np.nan


def climbs(points, least):
    """Rises of at least `least` between turning points."""
    found, lowest, peak = [], points[0], None
    for point in points:
        if peak is None:
            lowest = min(lowest, point)
            if point - lowest >= least:
                peak = point
        else:
            peak = max(peak, point)
            if peak - point > least:
                found.append(peak - lowest)
                lowest, peak = point, None
    return found + ([peak - lowest] if peak is not None else [])
