"""The ends of processes, in which nothing calls a function of Python."""

import concurrent.futures
import subprocess
import sys

import pytest

PROGRAM = """
import datetime, math, sys
import swift_glucose as g

call, kind = sys.argv[1:]
start, rows = datetime.datetime(2026, 3, 2), range(288 * 6)
table = {
    "id": [person for person in "ab" for _ in rows],
    "time": [start + datetime.timedelta(minutes=5 * row) for _ in "ab" for row in rows],
    "glucose_mgdl": [140 + 60 * math.sin(row / (25 + size)) + 7919 * row % 13 for size in (0, 9) for row in rows],
}
if kind == "pandas":
    import pandas
    table = pandas.DataFrame(table)
zone = {"zone": "Europe/Zurich"}
if call == "part":
    rounds = g.PartitionedFit()
    while rounds.task:
        rounds.advance([g.fit_part(table, rounds.task, **zone)])
    g.backtest_part(table, rounds.model(), **zone)
elif call == "forecast":
    people = g.Cohort(table, **zone)
    g.forecast(people.fit(), people, personalized=True)
elif call == "best":
    g.best(table, "a", **zone)
else:
    getattr(g, call)(table, **zone)
"""


@pytest.mark.parametrize("kind", ["dict", "pandas"])
@pytest.mark.parametrize("call", ["fit", "backtest", "best", "forecast", "part", "metrics"])
def test_a_process_ends_well(call, kind):
    """Two hundred in all, of which a third died before the arrays of a cohort were released by the caller."""
    count = {"fit": 50, "backtest": 50}.get(call, 10) if kind == "dict" else {"fit": 20, "backtest": 20}.get(call, 5)

    def ended(_):
        result = subprocess.run([sys.executable, "-c", PROGRAM, call, kind], capture_output=True, text=True)
        return result.returncode, result.stderr

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert set(pool.map(ended, range(count))) == {(0, "")}
