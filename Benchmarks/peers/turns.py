# SPDX-License-Identifier: Apache-2.0
"""The full set of metrics beside numpy with care, in turns, by the time that each takes of a processor.

    swift build -c release --package-path Benchmarks --product WideColumns
    python3 Benchmarks/peers/turns.py [TURNS]

Other work on the machine disturbs the clock on the wall more than the least of many processor times.
"""

import os
import re
import subprocess
import sys
import time
import warnings

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import careful_numpy  # noqa: E402  (after the thread settings)
import workload  # noqa: E402

PROGRAM = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                       ".build", "release", "WideColumns")
PEOPLE = 10
KINDS = {"whole mg/dL": 0.0, "no two values alike": 0.123}


def numpy_nanoseconds(times, values):
    """What numpy takes for a reading, at best of three."""
    least = float("inf")
    for _ in range(3):
        start = time.process_time()
        for person in zip(times, values):
            careful_numpy.full(*person)
        least = min(least, time.process_time() - start)
    return least / values.size * 1e9


def main():
    warnings.simplefilter("ignore")
    times, values = (column[:PEOPLE] for column in workload.cohort())
    ours, theirs = {}, {}
    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 3):
        printed = subprocess.run([PROGRAM], check=True, capture_output=True, text=True).stdout
        for kind, shift in KINDS.items():
            found = float(re.search(rf"{kind}: ([\d.]+)", printed)[1])
            ours[kind] = min(ours.get(kind, found), found)
            found = numpy_nanoseconds(times, values + shift)
            theirs[kind] = min(theirs.get(kind, found), found)
    for kind in KINDS:
        print(f"Full set, {kind}: {ours[kind]:.1f} ns a reading, numpy with care "
              f"{theirs[kind]:.0f} ns: {theirs[kind] / ours[kind]:.1f}×")


main()
