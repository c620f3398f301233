"""Queries of DuckDB as tables, and results in queries."""

import duckdb
import pyarrow as pa
import pytest
from conftest import UTC, made

import swift_glucose as glucose


def test_queries_in_and_out(tmp_path):
    table = pa.table(made(3, 5))
    with duckdb.connect() as database:
        database.register("made", table)
        path = tmp_path / "readings.parquet"
        database.sql(f"copy (select * from made) to '{path}'")
        readings = database.sql(f"select id, time, glucose_mgdl from '{path}' where id <> 'p1' order by id, time")
        found = glucose.metrics(readings, **UTC)
        wanted = glucose.metrics(table.filter(pa.compute.not_equal(table["id"], "p1")), **UTC)
        assert found.sort_by("id").equals(wanted.sort_by("id"))
        # A result is a table of the query with its name.
        days = glucose.day_statistics(readings, **UTC)
        rows = database.sql("select id, count(*), sum(readings) from days group by id order by id").fetchall()
        assert rows == [("p0", 5, 1440), ("p2", 5, 1440)]
        joined = database.sql("select count(*) from days join found using (id)").fetchall()
        assert joined == [(10,)]


def test_functions_of_queries():
    table = pa.table(made(3, 5))
    with duckdb.connect() as database:
        database.register("made", table)
        for zone in ("Asia/Tokyo", "UTC"):
            glucose.register(database, unit="mg/dL", zone=zone)
        lists = "list(time), list(glucose_mgdl)"
        found = database.sql(f"select id, glucose_metrics({lists}) as row from made group by id order by id").fetchall()
        wanted = glucose.metrics(table, **UTC).to_pylist()
        assert [dict(row, id=id_) for id_, row in found] == [dict(row) for row in wanted]
        for name in ("day_statistics", "episodes", "profile"):
            people = dict(database.sql(f"select id, glucose_{name}({lists}) from made group by id").fetchall())
            rows = [dict(row, id=id_) for id_ in sorted(people) for row in people[id_]]
            assert rows == getattr(glucose, name)(table, **UTC).to_pylist(), name
            unnested = database.sql(f"select unnest(glucose_{name}({lists}), recursive := true) from made group by id")
            assert len(unnested.fetchall()) == len(rows)
        none = database.sql(f"select glucose_metrics({lists}), glucose_episodes({lists}) from made where id = 'p9'")
        assert none.fetchall() == [(None, [])]
        with pytest.raises(duckdb.Error, match="from 10 to 1000 mg/dL"):
            database.sql("select glucose_metrics(list(time), list(5.6)) from made").fetchall()


def test_functions_of_instants():
    """Local times are not taken for instants, whose session might have another zone."""
    with duckdb.connect() as database:
        database.register("made", pa.table(made(1, 2)))
        database.sql("set timezone = 'Asia/Tokyo'")
        glucose.register(database, unit="mg/dL", zone="Europe/Oslo", instants=True)
        query = "select glucose_day_statistics(list(time at time zone 'UTC'), list(glucose_mgdl)) from made"
        days = database.sql(query).fetchall()[0][0]
        assert [day["readings"] for day in days] == [276, 288, 12]
        glucose.register(database, unit="mg/dL", zone="Europe/Oslo", prefix="local_")
        with pytest.raises(duckdb.Error):
            database.sql("select local_metrics(list(time at time zone 'UTC'), list(glucose_mgdl)) from made").fetchall()


def test_instants_of_a_session_need_a_zone():
    with duckdb.connect() as database:
        database.register("made", pa.table(made(1, 2)))
        database.sql("set timezone = 'Asia/Tokyo'")
        instants = database.sql("select id, time at time zone 'UTC' as time, glucose_mgdl from made")
        with pytest.raises(glucose.InvalidArgument, match='"time" has instants, whose zone would be that of the session'):
            glucose.day_statistics(instants)
        assert glucose.day_statistics(instants, **UTC).to_pydict()["readings"] == [288, 288]
        zoned = database.sql("select id, time at time zone 'UTC' as time, glucose_mgdl, 'UTC' as zone from made")
        assert glucose.day_statistics(zoned).to_pydict()["readings"] == [288, 288]
