"""The functions for PySpark, on a local cluster of two threads."""

import datetime
import os
import sys

import pyarrow as pa
import pytest
from conftest import made

import swift_glucose as glucose

pyspark = pytest.importorskip("pyspark")
if not os.environ.get("JAVA_HOME"):
    import shutil

    if shutil.which("java") is None:
        pytest.skip("Spark needs Java.", allow_module_level=True)

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
        SparkSession.builder.master("local[2]")
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


def test_a_bad_record_is_a_row(session, table):
    spoiled = {key: list(values) for key, values in table.items()}
    spoiled["glucose_mgdl"][3] = 5000.0  # of p0
    spoiled["id"][2000] = None  # of p1
    cohort = spark.Cohort(frame(session, spoiled), **UTC)
    found = {row["id"]: row for row in cohort.metrics().collect()}
    assert set(found) == {f"p{number}" for number in range(9)} | {None}
    assert found["p0"]["error_type"] == "InvalidData" and "p0" in found["p0"]["error"]
    assert found[None]["error"] == "1 row has no id."
    expected = glucose.metrics(pa.table(table), **UTC).to_pylist()
    good = {row["id"]: row for row in expected}
    for name in ("p2", "p8"):
        assert found[name]["error"] is None
        assert {key: found[name][key] for key in good[name]} == good[name]
    with pytest.raises(glucose.InvalidData, match="p0"):
        spark.Cohort(frame(session, spoiled).dropna(), **UTC).fit()


def test_the_largest_person_is_refused(session, table):
    big = {key: list(values) for key, values in table.items()}
    for number in range(2000):
        big["id"].append("p4")
        big["time"].append(big["time"][0] + datetime.timedelta(days=30, minutes=5 * number))
        big["glucose_mgdl"].append(120.0)
    cohort = spark.Cohort(frame(session, big), largest=3000, **UTC)
    found = {row["id"]: row for row in cohort.metrics().collect()}
    assert found["p4"]["error"] == "p4: The person has 3440 rows, more than the limit of 3000."
    assert len(found) == 9 and sum(row["error"] is None for row in found.values()) == 8


def test_the_highest_of_an_instant_counts(session, table):
    doubled = {key: values + values for key, values in table.items()}
    doubled["glucose_mgdl"] = [value + 1 for value in table["glucose_mgdl"]] + table["glucose_mgdl"]
    found = spark.Cohort(frame(session, doubled).repartition(4), **UTC).metrics().toArrow().sort_by("id")
    higher = dict(table, glucose_mgdl=doubled["glucose_mgdl"][: len(table["id"])])
    assert found["mean_mgdl"].to_pylist() == glucose.metrics(pa.table(higher), **UTC)["mean_mgdl"].to_pylist()


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


def test_aggregates_and_back_tests_are_those_of_one_process(cohort, table, monkeypatch):
    monkeypatch.setattr(spark.jobs, "FAN", 2)
    assert cohort.aggregate().equals(glucose.aggregate(pa.table(table), **UTC))
    model = glucose.fit(pa.table(table), **UTC)
    found = cohort.backtest(model)
    expected = glucose.part_table(glucose.backtest_part(pa.table(table), model, **UTC)).to_pyarrow()
    keys = [("predictor", "ascending"), ("minutes", "ascending"), ("id", "ascending")]
    found, expected = found.sort_by(keys), expected.sort_by(keys)
    for name in ("predictor", "id", "minutes", "count"):
        assert found[name].to_pylist() == expected[name].to_pylist()
    for name in ("rmse_mgdl", "bias_mgdl", "coverage_90"):
        assert found[name].to_pylist() == [
            None if value is None else pytest.approx(value, rel=1e-9, abs=1e-9)
            for value in expected[name].to_pylist()]


def test_people_have_time_zones_of_their_own(session, table):
    zones = ["Europe/Oslo", "America/New_York", "Asia/Kathmandu"]
    zoned = dict(table, zone=[zones[int(id_[1:]) % 3] for id_ in table["id"]])
    zoned["zone"][3] = "Asia/Tokyo"  # of p0
    found = spark.Cohort(frame(session, zoned), unit="mg/dL").day_statistics().toArrow()
    errors = {row["id"]: row for row in found.to_pylist() if row["error"] is not None}
    assert set(errors) == {"p0"} and errors["p0"]["error_type"] == "InvalidData"
    assert "Asia/Tokyo, Europe/Oslo" in errors["p0"]["error"]
    good = pa.table(zoned).filter(pa.compute.not_equal(pa.table(zoned)["id"], "p0"))
    expected = glucose.day_statistics(good, unit="mg/dL")
    kept = found.filter(pa.compute.is_null(found["error"])).sort_by([("id", "ascending"), ("day", "ascending")])
    assert kept["mean_mgdl"].to_pylist() == expected["mean_mgdl"].to_pylist()


def test_forecasts_name_their_reasons(cohort, table):
    model = glucose.fit(pa.table(table), **UTC)
    early = datetime.datetime(2026, 3, 2, 0, 20, tzinfo=datetime.timezone.utc)
    found = cohort.forecast(model, at=early).collect()
    assert len(found) == 9
    assert all(row["error_type"] == "Unavailable" and row["error"] for row in found)


def test_options_are_checked_before_the_job(session, table):
    data = frame(session, table)
    with pytest.raises(glucose.InvalidArgument, match="no column"):
        spark.Cohort(data, by="person", **UTC)
    with pytest.raises(glucose.InvalidArgument, match="time zone"):
        spark.Cohort(data, unit="mg/dL", zone="Nowhere")
    with pytest.raises(glucose.InvalidArgument, match="`period`"):
        spark.Cohort(data, **UTC).metrics(period="year")
    with pytest.raises(glucose.InvalidArgument, match="`by`"):
        spark.Cohort(data, by=None, **UTC)
    for conflicts in ("warn", "mean"):
        with pytest.raises(glucose.InvalidArgument, match=f'`conflicts` must be "last" or "refuse", not "{conflicts}"'):
            spark.Cohort(data, conflicts=conflicts, **UTC)
    for name in ("error", "error_type"):
        with pytest.raises(glucose.InvalidArgument, match=f'a column "{name}" of their own'):
            spark.Cohort(data.withColumnRenamed("id", name), by=name, **UTC)
    with pytest.raises(glucose.InvalidArgument, match='column of ids "part" has the name of a column of the result'):
        spark.Cohort(data.withColumnRenamed("id", "part"), by="part", **UTC).metrics()


def test_conflicts_are_refused_or_the_highest_counts(session, table):
    doubled = {key: [*values, values[0]] for key, values in table.items()}
    doubled["glucose_mgdl"][-1] += 30
    data = frame(session, doubled)
    account = spark.Cohort(data, **UTC).row_counts().toArrow().to_pylist()
    assert {row["id"]: row["conflicts"] for row in account} == {f"p{person}": int(person == 0) for person in range(9)}
    found = spark.Cohort(data, conflicts="refuse", **UTC).metrics().toArrow().to_pylist()
    errors = {row["id"]: row["error"] for row in found if row["error"] is not None}
    assert set(errors) == {"p0"} and "One reading has another value" in errors["p0"]


def test_a_record_with_a_date_in_the_place_of_none_is_a_row(session, table):
    """Its grid would have the memory of a worker, whose loss ends the job."""
    spoiled = {key: list(values) for key, values in table.items()}
    spoiled["time"][3] = datetime.datetime(2299, 12, 30, tzinfo=datetime.timezone.utc)  # of p0
    data = session.createDataFrame(list(zip(*spoiled.values())), "id string, time timestamp, glucose_mgdl double")
    for work in ("metrics", "episodes", "profile"):
        found = getattr(spark.Cohort(data, **UTC), work)().toArrow().to_pylist()
        errors = {row["id"]: row["error"] for row in found if row["error"] is not None}
        assert set(errors) == {"p0"} and "2299-12-30T00:00:00Z" in errors["p0"]
        assert {row["id"] for row in found} == set(table["id"])


def test_instants_need_a_zone(session, table):
    with pytest.raises(glucose.InvalidArgument, match='"time" has instants, whose zone would be that of the session'):
        spark.Cohort(frame(session, table), unit="mg/dL")


def test_types_of_columns_are_checked_before_the_shuffle(session, table):
    data = frame(session, table)
    for column, type_, sentence in (
        ("glucose_mgdl", "string", '"glucose_mgdl" of glucose has the type'), ("time", "string", '"time" of times has the type'),
        ("time", "date", '"time" of times has the type'), ("id", "double", '"id" of ids has the type'),
    ):
        with pytest.raises(glucose.InvalidArgument, match=sentence):
            spark.Cohort(data.withColumn(column, data[column].cast(type_)), **UTC)


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


def test_events_are_checked_before_the_job(session, table, events):
    data = frame(session, table)
    with pytest.raises(glucose.InvalidArgument, match='no column "kind" of events'):
        spark.Cohort(data, events=events.drop("kind"), **UTC)
    with pytest.raises(glucose.InvalidArgument, match="must have one type"):
        spark.Cohort(data, events=events.selectExpr("1 as id", "time", "kind"), **UTC)
