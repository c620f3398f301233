"""The functions for PySpark, on a local cluster of two threads, whose tasks are tried four times."""

import datetime
import hashlib
import os
import re
import signal
import sys

import pyarrow as pa
import pytest
from conftest import made

import swift_glucose as glucose

pytest.importorskip("pyspark")
from swift_glucose import spark  # noqa: E402

# Partitions have other sums to rounding. The features of a prior are correlated in few readings, which
# magnifies it; in mg/dL.
ROUNDING = 1e-5
UTC = {"unit": "mg/dL", "zone": "UTC"}
COLUMNS = ["id", "time", "glucose_mgdl"]


@pytest.fixture(scope="module")
def session():
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "5")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def table():
    table = made(9, 5)
    table["time"] = [time.replace(tzinfo=datetime.timezone.utc) for time in table["time"]]
    return table


@pytest.fixture(scope="module")
def cohort(session, table, tmp_path_factory):
    """The readings in seven files, in which nobody's rows are together."""
    path = str(tmp_path_factory.mktemp("cohort") / "readings")
    frame(session, table).repartition(7).write.parquet(path)
    return spark.Cohort(session.read.parquet(path), **UTC)


def frame(session, table):
    return session.createDataFrame(pa.table(table).to_pandas())


def rows(found):
    """Returns the rows of a result without those of errors, sorted."""
    found = found.toArrow().sort_by([(name, "ascending") for name in found.columns[:3]])
    assert set(found["error"].to_pylist()) <= {None}
    return found.drop_columns(["error", "error_type"])


@pytest.mark.parametrize("name", ["metrics", "day_statistics", "episodes", "profile", "quality", "nights"])
def test_results_are_those_of_one_process(cohort, table, name):
    found = rows(getattr(cohort, name)())
    expected = getattr(glucose, name)(pa.table(table), **UTC)
    expected = expected.sort_by([(column, "ascending") for column in expected.column_names[:3]])
    assert found.column_names == expected.column_names
    for column in found.column_names:
        want = expected[column]
        if pa.types.is_timestamp(want.type):
            want = want.cast(found[column].type)
        assert found[column].to_pylist() == want.to_pylist(), column


def test_integer_ids_and_local_times(session, table):
    numbered = dict(table, id=[int(id_[1:]) for id_ in table["id"]])
    local = frame(session, numbered).selectExpr("id", "cast(time as timestamp_ntz) time", "glucose_mgdl")
    found = spark.Cohort(local, unit="mg/dL", zone="Europe/Oslo").day_statistics().toArrow()
    naive = dict(numbered, time=[time.replace(tzinfo=None) for time in table["time"]])
    expected = glucose.day_statistics(pa.table(naive), unit="mg/dL", zone="Europe/Oslo")
    assert sorted(found["mean_mgdl"].to_pylist()) == sorted(expected["mean_mgdl"].to_pylist())
    assert found.schema.field("id").type == pa.int64()


def with_row(table, *, id="p0", time=None, glucose_mgdl=120.0):
    """Returns readings with one more."""
    time = table["time"][0] if time is None else datetime.datetime.fromisoformat(time).replace(tzinfo=datetime.timezone.utc)
    return {key: [*values, value] for (key, values), value in zip(table.items(), (id, time, glucose_mgdl))}


@pytest.mark.parametrize(
    "row, options, ids, error",
    [
        ({"glucose_mgdl": 5000.0}, {}, "p0", "p0: Reading .* from 10 to 1000 mg/dL"), ({"id": None}, {}, None, "1 row has no id."),
        ({}, {"largest": 1440}, "p0", "p0: The person has 1441 rows, more than the limit of 1440."),
        ({"glucose_mgdl": 401.0}, {"conflicts": "refuse"}, "p0", "One reading has another value"),
        # The grid of a date in the place of none would have the memory of a worker, whose loss ends the job.
        ({"time": "2299-12-30"}, {}, "p0", "2299-12-30T00:00:00Z"),
    ],
)
def test_a_bad_record_is_a_row(session, table, row, options, ids, error):
    rows = list(zip(*with_row(table, **row).values()))
    data = session.createDataFrame(rows, "id string, time timestamp, glucose_mgdl double")
    found = spark.Cohort(data, **options, **UTC).metrics().toArrow().to_pylist()
    errors = {row["id"]: (row["error_type"], row["error"]) for row in found if row["error"] is not None}
    assert list(errors) == [ids] and errors[ids][0] == "InvalidData" and re.search(error, errors[ids][1])
    good = {row["id"]: row for row in glucose.metrics(pa.table(table), **UTC).to_pylist() if row["id"] != ids}
    assert {row["id"]: {key: row[key] for key in good["p2"]} for row in found if row["error"] is None} == good
    with pytest.raises(glucose.InvalidData):
        spark.Cohort(data, **options, **UTC).fit()


def test_the_highest_of_an_instant_counts(session, table):
    data = frame(session, with_row(table, glucose_mgdl=401.0)).repartition(4)
    found = {row["id"]: row["max_mgdl"] for row in spark.Cohort(data, **UTC).metrics().collect()}
    assert found["p0"] == 401 and found["p1"] < 401
    account = spark.Cohort(data, **UTC).row_counts().toArrow().to_pylist()
    assert {row["id"]: row["conflicts"] for row in account} == {f"p{person}": int(person == 0) for person in range(9)}


def test_people_have_time_zones_of_their_own(session, table):
    zones = ["Europe/Oslo", "America/New_York", "Asia/Kathmandu"]
    zoned = dict(table, zone=[zones[int(id_[1:]) % 3] for id_ in table["id"]])
    found = rows(spark.Cohort(frame(session, zoned), unit="mg/dL").day_statistics())
    assert found["mean_mgdl"].to_pylist() == glucose.day_statistics(pa.table(zoned), unit="mg/dL")["mean_mgdl"].to_pylist()


def test_whole_people():
    ids = ["a"] * 3 + ["b"] * 11 + ["c"] + ["d"] * 10 + ["e"] * 9
    for size in (1, 2, 3, 5, 100):
        table = pa.table({"id": ids, "row": list(range(len(ids)))})
        for chunk in (1, 4, 100):
            found = list(spark.jobs.whole_people(table.to_batches(size), "id", 10, chunk))
            kept = [row for people, _ in found if people is not None for row in people["row"].to_pylist()]
            assert kept == [row for row, id_ in enumerate(ids) if id_ != "b"], (size, chunk)
            refused = [str(error) for _, errors in found for _, error in errors]
            assert refused == ["b: The person has 11 rows, more than the limit of 10."]
            seen = [set(people["id"].to_pylist()) for people, _ in found if people is not None]
            assert sum(map(len, seen)) == len(set().union(*seen)), "A person is in two tables."


def test_a_fit_is_that_of_one_process(session, cohort, table, monkeypatch):
    expected = glucose.fit(pa.table(table), **UTC)
    wanted = expected.forecast(pa.table(table), **UTC).sort_by([("id", "ascending"), ("time", "ascending")])
    key = frame(session, table)
    for partitions, fan in ((2, 16), (5, 2)):  # With a fan of 2, sums are added on the cluster.
        monkeypatch.setattr(spark.jobs, "FAN", fan)
        people = spark.Cohort(key, partitions=partitions, **UTC)
        model = people.fit()
        assert model.description == expected.description
        found = rows(people.forecast(model))
        for name in ("glucose_mgdl", "lower_mgdl", "upper_mgdl"):
            assert found[name].to_pylist() == pytest.approx(wanted[name].to_pylist(), abs=ROUNDING)


def test_a_worker_that_is_killed_in_each_round_of_a_fit_changes_nothing(cohort, monkeypatch, tmp_path):
    def fit_part(people, task):
        try:
            (tmp_path / hashlib.sha256(task).hexdigest()).touch(exist_ok=False)
        except FileExistsError:
            return glucose.fit_part(people, task)
        os.kill(os.getpid(), signal.SIGKILL)

    model = cohort.fit()
    monkeypatch.setattr(spark, "fit_part", fit_part)
    assert cohort.fit().to_bytes() == model.to_bytes() and len(list(tmp_path.iterdir())) == 4


def test_aggregates_and_back_tests_are_those_of_one_process(cohort, table, monkeypatch):
    monkeypatch.setattr(spark.jobs, "FAN", 2)
    assert cohort.aggregate().equals(glucose.aggregate(pa.table(table), **UTC))
    model = glucose.fit(pa.table(table), **UTC)
    early = datetime.datetime(2026, 3, 2, 0, 20, tzinfo=datetime.timezone.utc)
    reasons = cohort.forecast(model, at=early).collect()
    assert len(reasons) == 9 and all(row["error_type"] == "Unavailable" and row["error"] for row in reasons)
    found = cohort.backtest(model)
    expected = glucose.part_table(glucose.backtest_part(pa.table(table), model, **UTC))
    keys = [("predictor", "ascending"), ("minutes", "ascending"), ("id", "ascending")]
    found, expected = found.sort_by(keys), expected.sort_by(keys)
    for name in ("predictor", "id", "minutes", "count"):
        assert found[name].to_pylist() == expected[name].to_pylist()
    for name in ("rmse_mgdl", "bias_mgdl", "coverage_90"):
        assert found[name].to_pylist() == [
            None if value is None else pytest.approx(value, rel=1e-9, abs=1e-9)
            for value in expected[name].to_pylist()]


def test_options_are_checked_before_the_job(session, table, events):
    data = frame(session, table)

    def cast(column, kind):
        return data.withColumn(column, data[column].cast(kind))

    for sentence, rows, options in (
        ("no column", data, {"by": "person"}), ("time zone", data, {"zone": "Nowhere"}), ("`by`", data, {"by": None}),
        *((f'`conflicts` must be "last" or "refuse", not "{one}"', data, {"conflicts": one}) for one in ("warn", "mean")),
        *((f'a column "{one}" of their own', data.withColumnRenamed("id", one), {"by": one}) for one in ("error", "error_type")),
        ('"time" has instants, whose zone would be that of the session', data, {"zone": None}),
        ('"glucose_mgdl" of glucose has the type', cast("glucose_mgdl", "string"), {}),
        ('"time" of times has the type', cast("time", "string"), {}), ('"time" of times has the type', cast("time", "date"), {}),
        ('"id" of ids has the type', cast("id", "double"), {}),
        ('no column "kind" of events', data, {"events": events.drop("kind")}),
        ("must have one type", data, {"events": events.selectExpr("1 as id", "time", "kind")}),
    ):
        with pytest.raises(glucose.InvalidArgument, match=sentence):
            spark.Cohort(rows, **{**UTC, **options})
    with pytest.raises(glucose.InvalidArgument, match="`period`"):
        spark.Cohort(data, **UTC).metrics(period="year")
    with pytest.raises(glucose.InvalidArgument, match='column of ids "part" has the name of a column of the result'):
        spark.Cohort(data.withColumnRenamed("id", "part"), by="part", **UTC).metrics()


def test_nothing_is_computed_to_ask_for_the_number_of_partitions(cohort, table, monkeypatch):
    def fail(self):
        raise AssertionError("The plan is run to ask for its partitions.")

    monkeypatch.setattr(type(cohort._grouped), "rdd", property(fail))
    assert cohort.aggregate().equals(glucose.aggregate(pa.table(table), **UTC))


def logged(table):
    """Returns a meal at noon and a dose in the evening of each day of two people, and a meal of one without readings."""
    times = sorted({time.replace(hour=12, minute=0) for time in table["time"]})
    rows = [(id_, time, "meal", 40.0 + 10 * number, None) for id_ in ("p1", "p4") for number, time in enumerate(times)]
    rows += [(id_, time.replace(hour=18), "insulin", None, 3.5) for id_ in ("p1", "p4") for time in times]
    return rows + [("p99", times[0], "meal", 30.0, None)]


@pytest.fixture(scope="module")
def events(session, table):
    return session.createDataFrame(
        logged(table), "id string, time timestamp, kind string, carbs_g double, insulin_units double")


@pytest.mark.filterwarnings("ignore::swift_glucose.LeftOut")
def test_events_are_those_of_one_process(session, table, events):
    local = dict(zip(("id", "time", "kind", "carbs_g", "insulin_units"), map(list, zip(*logged(table)))))
    whole = glucose.Cohort(pa.table(table), events=pa.table(local), **UTC)
    people = spark.Cohort(frame(session, table).repartition(3), events=events, **UTC)
    found = people.metrics().toArrow().to_pylist()
    errors = {row["id"]: row["error"] for row in found if row["error"] is not None}
    assert errors == {"p99": "p99: There are events and no readings."}
    assert sorted(row["id"] for row in found if row["error"] is None) == sorted(set(table["id"]))
    expected = whole.fit(uses_events=True)
    model = people.fit(uses_events=True)
    assert model.description == expected.description and model.description["uses_events"]
    assert model.to_bytes() != spark.Cohort(frame(session, table), **UTC).fit(uses_events=True).to_bytes()
    wanted = expected.forecast(whole).sort_by([("id", "ascending"), ("time", "ascending")])
    forecasts = people.forecast(model).toArrow()
    forecasts = forecasts.filter(pa.compute.is_valid(forecasts["time"])).sort_by([("id", "ascending"), ("time", "ascending")])
    assert forecasts["glucose_mgdl"].to_pylist() == pytest.approx(wanted["glucose_mgdl"].to_pylist(), abs=ROUNDING)
