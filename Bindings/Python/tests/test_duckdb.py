# SPDX-License-Identifier: Apache-2.0
"""Queries of DuckDB as tables, and results in queries."""

import pytest
from conftest import made

import swift_glucose as glucose

duckdb = pytest.importorskip("duckdb")
pa = pytest.importorskip("pyarrow")
UTC = {"zone": "UTC"}


def test_queries_in_and_out(tmp_path):
    table = pa.table(made(3, 5))
    with duckdb.connect() as database:
        database.register("made", table)
        path = tmp_path / "readings.parquet"
        database.sql(f"copy (select * from made) to '{path}'")
        readings = database.sql(f"select id, time, glucose_mgdl from '{path}' where id <> 'p1' order by id, time")
        found = glucose.metrics(readings, **UTC)
        wanted = glucose.metrics(table.filter(pa.compute.not_equal(table["id"], "p1")), **UTC)
        assert found.to_pyarrow().sort_by("id").equals(wanted.sort_by("id"))
        # A result is a table of the query with its name.
        days = glucose.day_statistics(readings, **UTC)
        rows = database.sql("select id, count(*), sum(readings) from days group by id order by id").fetchall()
        assert rows == [("p0", 5, 1440), ("p2", 5, 1440)]
        joined = database.sql("select count(*) from days join found using (id)").fetchall()
        assert joined == [(10,)]
