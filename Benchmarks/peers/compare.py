# SPDX-License-Identifier: Apache-2.0
"""Runs the Swift benchmarks and their numpy and pandas peers, and prints the ratios.

    python3 Benchmarks/peers/compare.py [--smoke]

Both sides handle the same 2,592,000 readings, one after the other, on one thread. Figures are
medians; the best of all repetitions stands in brackets. Peers get local days as a fixed offset from
UTC, which is less work than the real zone that the Swift side resolves.
"""

import argparse
import glob
import os
import subprocess
import sys
import tempfile
import time

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402  (after the thread settings)
import pandas as pd  # noqa: E402

import workload  # noqa: E402

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
READINGS = workload.PEOPLE * workload.DAYS * workload.PER_DAY
UNITS = {"ns": 1e-9, "μs": 1e-6, "ms": 1e-3, "s": 1.0}


def swift_samples(pattern):
    """Seconds of every repetition of the Swift benchmarks whose name matches, by name."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["swift", "package", "--allow-writing-to-directory", folder, "benchmark",
                   "--no-progress", "--filter", pattern, "--format", "histogramSamples",
                   "--path", folder]
        done = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True)
        files = sorted(glob.glob(os.path.join(folder, "*.wallClock.histogram.samples.tsv")))
        if done.returncode != 0 or not files:
            sys.exit("The Swift benchmarks did not run:\n" + done.stdout + done.stderr)
        samples = {}
        for path in files:
            name = os.path.basename(path).split(".")[2:-4]
            with open(path, encoding="utf-8") as lines:
                unit = next(lines).split("(")[-1].strip(" )\n")
                samples[".".join(name).replace("_", " ")] = [float(x) * UNITS[unit] for x in lines]
        return samples


def peer_samples(function, repetitions):
    function()
    samples = []
    for _ in range(repetitions):
        start = time.perf_counter()
        function()
        samples.append(time.perf_counter() - start)
    return samples


def flat_numpy(values):
    """A vectorised pass over each person's values for each statistic."""
    return [(v.min(), v.max(), v.mean(), v.std(ddof=1), np.count_nonzero(v < 54),
             np.count_nonzero(v < 70), np.count_nonzero(v > 180), np.count_nonzero(v > 250))
            for v in values]


def daily_numpy(times, values):
    """Minimum, maximum, mean, SD and five bands of each local day, from timestamps."""
    result = []
    for t, v in zip(times, values):
        day = np.floor_divide(t + 3600, 86_400)
        starts = np.flatnonzero(np.concatenate(([True], day[1:] != day[:-1])))
        count = np.diff(np.append(starts, len(v)))
        total = np.add.reduceat(v, starts)
        squares = np.add.reduceat(v * v, starts)
        result.append((
            np.minimum.reduceat(v, starts), np.maximum.reduceat(v, starts), total / count,
            np.sqrt((squares - total * total / count) / (count - 1)),
            np.add.reduceat(v < 54, starts, dtype=np.int64),
            np.add.reduceat(v < 70, starts, dtype=np.int64),
            np.add.reduceat(v > 180, starts, dtype=np.int64),
            np.add.reduceat(v > 250, starts, dtype=np.int64)))
    return result


def daily_pandas(frame):
    """The same by groupby over person and local date."""
    frame = frame.assign(
        day=((frame.time + 3600) // 86_400).astype("int64"), very_low=frame.gl < 54,
        low=frame.gl < 70, high=frame.gl > 180, very_high=frame.gl > 250)
    return frame.groupby(["id", "day"]).agg(
        count=("gl", "size"), minimum=("gl", "min"), maximum=("gl", "max"), mean=("gl", "mean"),
        sd=("gl", "std"), very_low=("very_low", "sum"), low=("low", "sum"), high=("high", "sum"),
        very_high=("very_high", "sum"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="one repetition of each peer")
    repetitions = 1 if parser.parse_args().smoke else 9
    swift = swift_samples(".*readings.*|.*same values.*")
    times, values = workload.cohort()
    frame = pd.DataFrame({"id": np.repeat(np.arange(workload.PEOPLE), values.shape[1]),
                          "time": times.ravel(), "gl": values.ravel()})
    flat = "Flat statistics of 2.592 million readings"
    daily = "Daily statistics of 2.592 million readings"
    plain = "Plain read of the same values"
    peers = [
        (flat, "numpy, a pass each", peer_samples(lambda: flat_numpy(values), repetitions)),
        (daily, "numpy from timestamps",
         peer_samples(lambda: daily_numpy(times, values), repetitions)),
        (daily, "pandas groupby", peer_samples(lambda: daily_pandas(frame), min(repetitions, 3))),
        (flat, "a plain read of the values, in Swift", swift[plain]),
    ]
    print(f"{'swift-glucose':<44} {'M readings/s':>16}   {'peer':<38} {'M readings/s':>16} {'ratio':>8}")
    for name, peer, samples in peers:
        ours, theirs = np.array(swift[name]), np.array(samples)
        print(f"{name:<44} {rate(ours):>16}   {peer:<38} {rate(theirs):>16} "
              f"{np.median(theirs) / np.median(ours):>7.1f}×")


def rate(samples):
    return f"{READINGS / np.median(samples) / 1e6:.0f} [{READINGS / samples.min() / 1e6:.0f}]"


if __name__ == "__main__":
    main()
