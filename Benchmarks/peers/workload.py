"""The recordings of Benchmarks/Workload/Workload.swift, made from the same closed formula."""

import numpy as np

PEOPLE, DAYS, PER_DAY = 100, 90, 288
START = 725_760_000.0 + 978_307_200.0  # 2024-01-01 00:00 UTC in Unix time


def cohort():
    """Times in seconds since 1970 and values in mg/dL, one row a person."""
    index = np.arange(DAYS * PER_DAY, dtype=np.float64)
    person = np.arange(PEOPLE, dtype=np.float64)[:, None]
    day = 55 * np.sin(6 * np.pi * index / 288 + person)
    slow = 25 * np.sin(index / 811 + person)
    values = np.rint(150 + day + slow + _noise())
    times = START + index * 300 + person
    return times, np.clip(values, 40, 400)


def years(person, count):
    """Times and values of one person over some years, as the Swift side of the logbook has them."""
    index = np.arange(365 * count * PER_DAY, dtype=np.float64)
    waves = 55 * np.sin(6 * np.pi * index / 288 + person) + 25 * np.sin(index / 811 + person)
    noise = _noise(np.array([[person]], dtype=np.uint64), len(index))[0]
    return START + index * 300 + person, np.clip(np.rint(150 + waves + noise), 40, 400)


def _noise(person=np.arange(PEOPLE, dtype=np.uint64)[:, None], count=DAYS * PER_DAY):
    index = np.arange(count, dtype=np.uint64)
    z = (person << np.uint64(32)) + index + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return (z >> np.uint64(11)).astype(np.float64) / 9_007_199_254_740_992 * 30 - 15
