#!/usr/bin/env python3
"""Writes accuracy_study.json: invented pairs, and their accuracy by numpy and scipy.

Bounds of rates are quantiles of scipy's beta distribution for the effective number of pairs of Korn
and Graubard; those of deviation intervals are computed by numpy from the samples of sensors that
SplitMix64 and the standard library of Swift draw.
"""
import json
import math
import random
from pathlib import Path

import numpy as np
from scipy.stats import beta, norm, t as student

random.seed(862)
SAMPLES, SEED, MASK = 400, 7, (1 << 64) - 1

pairs = []
for sensor in range(6):
    slope, offset, time = 1 + random.gauss(0, 0.06), random.gauss(0, 3), 0
    for index in range(110):
        time += random.choice([290, 600, 890, 910, 1500, 2100])
        reference = round(155 + 110 * math.sin(time / 6000 + sensor) + random.gauss(0, 12), 1)
        noise = random.gauss(0, 40 if random.random() < 0.06 else 10)
        reading = round(max(40, slope * reference + offset + noise), 1)
        pairs.append((f"S{sensor}", time, max(reference, 40.0), reading))

sensors = sorted({p[0] for p in pairs})
low, high = 70, 180


def person(pair):
    # Two sensors each.
    return f"P{int(pair[0][1:]) // 2}"


def band(value):
    return "low" if value < low else "high" if value > high else "target"


def within(limit, reference, reading, ranged):
    # The concentrations have one decimal place: what is left of further places is rounding.
    difference = round(abs(reading - reference), 9)
    return difference <= limit if ranged == "low" else round(100 * difference / reference, 9) <= limit


def bound(some, agree):
    people = sorted({person(p) for p in some})
    totals = np.array([sum(person(p) == name for p in some) for name in people])
    counts = np.array([sum(a for p, a in zip(some, agree) if person(p) == name) for name in people])
    count, total, m = counts.sum(), totals.sum(), len(people)
    effective = total
    if m > 1 and 0 < count < total:
        rate = count / total
        variance = m / (m - 1) * ((counts - rate * totals) ** 2).sum() / total ** 2
        quantiles = student.ppf(0.05, total - 1) / student.ppf(0.05, m - 1)
        effective = min(total, rate * (1 - rate) / variance * quantiles ** 2)
    rate = count / total * effective
    return 100 * float(beta.ppf(0.05, rate, effective - rate + 1)) if count else 0.0


rows = {}
groups = {"all": (lambda p: True, 2)}
for name in ["low", "target", "high"]:
    groups["reference " + name] = (lambda p, n=name: band(p[2]) == n, 2)
    groups["measured " + name] = (lambda p, n=name: band(p[3]) == n, 3)
for name in sensors:
    groups["sensor " + name] = (lambda p, n=name: p[0] == n, 2)
for name, (chosen, decides) in groups.items():
    some = [p for p in pairs if chosen(p)]
    r, m = np.array([p[2] for p in some]), np.array([p[3] for p in some])
    rows[name] = {
        "count": len(some), "mard": float(np.mean(100 * abs(m - r) / r)),
        "mad": float(np.mean(abs(m - r))), "bias": float(np.mean(100 * (m - r) / r)),
        "within": [], "bounds": []}
    for limit in (15, 20, 30, 40):
        agree = [within(limit, p[2], p[3], band(p[decides])) for p in some]
        rows[name]["within"].append(sum(agree))
        rows[name]["bounds"].append(bound(some, agree))

rates = []
for name in sensors:
    own = [p for p in pairs if p[0] == name]
    for p in own:
        earlier = [q for q in own if p[1] - q[1] >= 600]
        if earlier and p[1] - earlier[-1][1] <= 1800:
            minutes = (p[1] - earlier[-1][1]) / 60
            rates.append(((p[3] - earlier[-1][3]) / minutes, (p[2] - earlier[-1][2]) / minutes, p[2]))
# The Trend Accuracy Matrix: categories by the step of the reference, then by that of the sensor.
main = [[1, 3, 3, 5, 5], [2, 1, 3, 3, 3], [2, 2, 1, 3, 3], [2, 2, 2, 1, 3], [4, 4, 2, 2, 1]]
matrix = {"low": [[1, 3, 5, 5, 5], [2, 1, 3, 5, 5], [2, 2, 1, 3, 5]] + main[3:],
          "main": main, "high": [[1, 3, 3, 4, 4]] + main[1:]}


def step(rate):
    return sum(rate >= x for x in (-2, -1)) + sum(rate > x for x in (1, 2))


categories = [0] * 5
for sensor, truth, glucose in rates:
    table = matrix["low" if glucose < 100 else "high" if glucose > 180 else "main"]
    categories[table[step(truth)][step(sensor)] - 1] += 1
criteria = {"rates": len(rates),
            "J": [sum(a > 1 and not b < -2 for a, b, _ in rates), sum(a > 1 for a, *_ in rates)],
            "K": [sum(a < -1 and not b > 2 for a, b, _ in rates), sum(a < -1 for a, *_ in rates)]}

alarms = {}
for name, beyond in [("below 70", lambda x: x < 70), ("above 180", lambda x: x > 180)]:
    def near(one, other):
        return [sum(any(q[0] == p[0] and abs(q[1] - p[1]) <= 900 and beyond(q[other])
                        for q in pairs) for p in pairs if beyond(p[one])),
                sum(beyond(p[one]) for p in pairs)]
    alarms[name] = {"true": near(3, 2), "detected": near(2, 3)}

state = SEED


def random64():
    global state
    state = (state + 0x9E3779B97F4A7C15) & MASK
    mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    return mixed ^ (mixed >> 31)


def drawn(count):
    product = random64() * count
    if product & MASK < count:
        while product & MASK < (-count & MASK) % count:
            product = random64() * count
    return product >> 64


draws = [[drawn(len(sensors)) for _ in sensors] for _ in range(SAMPLES)]
intervals = []
for name, sizes in [("low", (0.85, 0.98)), ("target", (0.7, 0.99)), ("high", (0.8, 0.99)),
                    ("all", (0.87,))]:
    own = [np.array([(p[3] - p[2]) if name == "low" else 100 * (p[3] - p[2]) / p[2]
                     for p in pairs if p[0] == s and (name == "all" or band(p[2]) == name)])
           for s in sensors]
    ends = []
    for size in sizes:
        for q, level in [((1 - size) / 2, 0.025), ((1 + size) / 2, 0.975)]:
            estimate = np.quantile(np.concatenate(own), q)
            boot = np.array([np.quantile(np.concatenate([own[i] for i in d]), q) for d in draws])
            jack = np.array([np.quantile(np.concatenate(own[:i] + own[i + 1:]), q)
                             for i in range(len(own)) if len(own[i])])
            # Half of the quantiles that equal the estimate are below it.
            share = ((boot < estimate).mean() + (boot <= estimate).mean()) / 2
            if not 0 < share < 1:
                ends.append(float(np.quantile(boot, level)))
                continue
            d = jack.mean() - jack
            a = (d ** 3).sum() / (6 * (d ** 2).sum() ** 1.5)
            z = norm.ppf(share)
            shift = z + norm.ppf(level)
            ends.append(float(np.quantile(boot, norm.cdf(z + shift / (1 - a * shift)))))
    intervals.append({
        "range": name, "count": int(sum(map(len, own))),
        "median": float(np.median(np.concatenate(own))), "ends": ends,
        "sensors": [[float(np.median(v)), float(np.quantile(v, 0.05 if len(v) >= 10 else 0)),
                     float(np.quantile(v, 0.95 if len(v) >= 10 else 1))] for v in own if len(v)]})

# Counts and bounds published with the program of the Institut für Diabetes-Technologie, Ulm, for
# its simulated test data (CI_Results.csv, columns AR and CP_CI; MIT license).
published = [
    [320, 374, 82.22838590661246], [343, 374, 88.97722151507645], [369, 374, 97.20970529293184],
    [1332, 1593, 82.01334487587658], [1459, 1593, 90.35511645814674],
    [1570, 1593, 97.9606268559509], [1417, 1633, 85.31407683186607],
    [1533, 1633, 92.80966526909343], [1625, 1633, 99.11780668904821],
    [2979, 3600, 81.68076017181721], [3265, 3600, 89.85945050077883],
    [3547, 3600, 98.15272140593645]]

path = Path(__file__).with_name("accuracy_study.json")
path.write_text(json.dumps({
    "pairs": [[person(p), *p] for p in pairs], "samples": SAMPLES, "seed": SEED, "rows": rows, "criteria": criteria,
    "categories": categories, "matrix": matrix,
    "alarms": alarms, "intervals": intervals, "published": published}, separators=(",", ":")) + "\n")
