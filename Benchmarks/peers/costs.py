"""Counts the instructions and the allocations of single calls, and compares them with their limits.

    scripts/bench --check            fails if a call costs more than its limit
    scripts/bench --check --write    writes new limits: what was counted, and a tenth more

Valgrind counts, so the numbers depend on the compiler and the code, hardly on the machine. The limits
are in Benchmarks/costs.csv. Each call is counted as the difference of two runs of the program CallCosts.
"""

import csv
import os
import re
import subprocess
import sys
import tempfile

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIMITS = os.path.join(PACKAGE, "costs.csv")
MARGIN = 1.1
FEW, MANY = 2, 12


def program(stripped):
    """Compiles CallCosts for release, puts it stripped at a path, and returns the path of what was compiled."""
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--product", "CallCosts"]
    subprocess.run(command, check=True, stdout=sys.stderr)
    folder = subprocess.run([*command[:-2], "--show-bin-path"], check=True, capture_output=True,
                            text=True).stdout.strip()
    built = os.path.join(folder, "CallCosts")
    strip(built, stripped)
    return built


def strip(built, stripped):
    """Copies a program without what debuggers need, which not every valgrind can read."""
    subprocess.run(["strip", "-S", "-o", stripped, built], check=True)


def totals(path, call, count):
    """The instructions, allocations, and bytes of a run with a number of calls, and the bytes of the heap
    that it reads and writes."""
    # One kind of processor for all machines, as far as BLAS chooses its code by it.
    environment = dict(os.environ, OPENBLAS_NUM_THREADS="1", OPENBLAS_CORETYPE="Haswell")
    with tempfile.TemporaryDirectory() as folder:
        profile = os.path.join(folder, "profile")
        environment["TMPDIR"] = folder
        done = subprocess.run(
            ["valgrind", "--tool=dhat", f"--dhat-out-file={profile}", path, call, str(count)],
            env=environment, capture_output=True, text=True)
        found = re.search(r"Total: +([\d,]+) bytes in ([\d,]+) blocks", done.stderr)
        if done.returncode != 0 or found is None:
            sys.exit(f"{call} did not run:\n{done.stdout}{done.stderr}")
        with open(profile, encoding="utf-8") as lines:
            instructions = next(m for m in map(re.compile(r'"te":(\d+)').search, lines) if m)
    moved = [re.search(rf"{kind}: +([\d,]+) bytes", done.stderr)[1] for kind in ("Reads", "Writes")]
    size, blocks, read, written = (int(n.replace(",", "")) for n in (*found.groups(), *moved))
    return int(instructions[1]), blocks, size, read, written


def costs(path, call):
    """The instructions, allocations, and bytes of one call."""
    few, many = totals(path, call, FEW), totals(path, call, MANY)
    return [max(0, round((b - a) / (MANY - FEW))) for a, b in zip(few[:3], many[:3])]


def read_limits():
    """The limits by call, empty where there are none yet."""
    if not os.path.exists(LIMITS):
        return {}
    with open(LIMITS, encoding="utf-8", newline="") as lines:
        return {row[0]: [int(number) for number in row[1:]] for row in list(csv.reader(lines))[1:]}


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "CallCosts")
        strip(sys.argv[1], path)
        compare(path)


def compare(path):
    """Prints the costs of all calls beside their limits, or writes the limits."""
    calls = subprocess.run([path, "--list"], check=True, capture_output=True,
                           text=True).stdout.split()
    limits = read_limits()
    found, failed = {}, []
    print("{:<18} {:>14} {:>14} {:>11} {:>11} {:>12} {:>12}".format(
        "call", "instructions", "limit", "allocations", "limit", "bytes", "limit"))
    for call in calls:
        found[call] = costs(path, call)
        limit = limits.get(call, [None] * 3)
        print("{:<18} {:>14,} {:>14} {:>11,} {:>11} {:>12,} {:>12}".format(
            call, *(cell for pair in zip(found[call], (
                "–" if number is None else f"{number:,}" for number in limit)) for cell in pair)))
        if any(number is None or cost > number for cost, number in zip(found[call], limit)):
            failed.append(call)
    if "--write" in sys.argv:
        with open(LIMITS, "w", encoding="utf-8", newline="") as lines:
            table = csv.writer(lines, lineterminator="\n")
            table.writerow(["call", "instructions", "allocations", "bytes"])
            table.writerows([call, *(int(MARGIN * cost) + 1 for cost in found[call])]
                            for call in calls)
        return
    if failed:
        sys.exit(f"Above the limits in Benchmarks/costs.csv: {', '.join(failed)}.")
    if stale := sorted(set(limits) - set(calls)):
        sys.exit(f"Benchmarks/costs.csv has limits of calls that do not exist: {', '.join(stale)}.")


if __name__ == "__main__":
    main()
