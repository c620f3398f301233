"""Every kind of table gives the same numbers and a table of its kind."""

import datetime
import warnings

import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import UTC, made

import swift_glucose as glucose


def expected():
    return glucose.metrics(made(), **UTC)


def frame():
    return pandas.DataFrame(made())


def arrow(**types):
    table = pyarrow.table(made())
    for name, kind in types.items():
        index = table.schema.get_field_index(name)
        table = table.set_column(index, name, table[name].cast(kind))
    return table


def test_kinds():
    want = expected()
    assert isinstance(want, dict)
    found = glucose.metrics(frame(), **UTC)
    assert isinstance(found, pandas.DataFrame)
    assert found["mage_mgdl"].tolist() == want["mage_mgdl"]
    found = glucose.metrics(arrow(), **UTC)
    assert isinstance(found, pyarrow.Table)
    assert found.to_pydict() == want
    found = glucose.metrics(polars.DataFrame(made()), **UTC)
    assert isinstance(found, polars.DataFrame)
    assert found.to_dict(as_series=False) == want
    found = glucose.metrics(glucose.Cohort(arrow(), **UTC).readings(), **UTC)
    assert found.to_pydict() == want


TYPES = [
    *({"time": pyarrow.timestamp(unit, zone)} for unit in ("s", "ms", "us", "ns") for zone in (None, "Europe/Oslo")),
    *({"glucose_mgdl": kind} for kind in ("float32", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float64")),
    *({"id": kind} for kind in ("int8", "uint8", "int32", "int64", "uint64")),
    *({"id": kind} for kind in ("string", "large_string", "string_view", "dictionary")),
]


@pytest.mark.parametrize("types", TYPES, ids=str)
def test_types_of_columns(types):
    table, want = arrow(), expected()
    kind = types.get("id")
    if kind:
        if kind == "string_view" and not hasattr(pyarrow, "string_view"):
            pytest.skip("This pyarrow has no views.")
        # Of texts, some are longer than a view; not by a cast, because what pyarrow 21 casts to views, it cannot export.
        names = range(3) if "int" in kind else ["p0", "a person with a long name", "a person with a long name, é"]
        ids = [names[int(id_[1:])] for id_ in made()["id"]]
        column = pyarrow.array(ids).dictionary_encode() if kind == "dictionary" else pyarrow.array(ids, getattr(pyarrow, kind)())
        table, want = table.set_column(0, "id", column), dict(want, id=list(names))
    else:
        table = arrow(**types)
    assert glucose.metrics(table, **UTC).to_pydict() == want


def test_float32_in_mmol():
    values = [4.0, 5.6, 7.8, 9.9, 10.0, 10.1] * 50
    table = {"time": made(1, 2)["time"][:300], "glucose_mmoll": values}
    exact = glucose.metrics(table, by=None, **UTC)
    single = dict(table, glucose_mmoll=numpy.array(values, dtype="float32"))
    assert glucose.metrics(single, by=None, **UTC) == exact
    # 10.0 mmol/L is in range in its own unit.
    assert exact["in_range_percent"] == [pytest.approx(100 * 5 / 6)]


def test_chunks_and_slices():
    table = arrow()
    padded = pyarrow.concat_tables([table.slice(0, 20), table.slice(0, 700), table.slice(700)]).slice(20, len(table))
    chunked = pyarrow.concat_tables([table.slice(start, 333) for start in range(0, len(table), 333)])
    assert padded["time"].num_chunks > 1 and chunked["id"].num_chunks > 3
    for rows in (padded, chunked):
        assert glucose.metrics(rows, **UTC).to_pydict() == expected()
    batch = table.combine_chunks().to_batches()[0].slice(5).slice(0, 288)
    assert glucose.metrics(batch, **UTC)["readings"].to_pylist() == [288]
    missing = made()
    for row in (3, 40, 41, 300, 1500):
        missing["glucose_mgdl"][row] = None
    part = pyarrow.table(missing).slice(13, 1600)
    want = glucose.metrics(pyarrow.table(part.to_pydict()), **UTC).to_pydict()
    assert want["readings"] == [1152 - 13 - 3, 461 - 1]
    whole = pyarrow.StructArray.from_arrays([column.chunk(0) for column in pyarrow.table(missing).columns], names=part.column_names)
    for rows in (part, part.set_column(0, "id", part["id"].dictionary_encode()), whole.slice(13, 1600)):
        found = glucose.metrics(rows, by="id", time="time", glucose="glucose_mgdl", unit="mg/dL", **UTC)
        assert found.to_pydict() == want


def test_a_category_of_polars_in_any_row():
    count = 200_001
    for row in (0, 99_999, 100_000, 200_000):
        ids = ["a"] * count
        ids[row] = "b"
        table = polars.DataFrame({
            "id": polars.Series(ids, dtype=polars.Categorical),
            "time": numpy.arange(count).astype("datetime64[m]").astype("datetime64[us]"),
            "glucose_mgdl": numpy.full(count, 100.0),
        })
        account = glucose.Cohort(table, **UTC).row_counts()
        assert dict(zip(account["id"], account["rows"])) == {"a": count - 1, "b": 1}, row


def test_any_order():
    table = frame()
    want = expected()["mage_mgdl"]
    shuffled = table.sample(frac=1, random_state=3)
    found = glucose.metrics(shuffled, **UTC).set_index("id")["mage_mgdl"]
    assert [found[f"p{person}"] for person in range(3)] == want
    by_time = table.sort_values(["time", "id"])
    assert glucose.metrics(by_time, **UTC)["mage_mgdl"].tolist() == want


def test_a_person_without_readings_has_a_row():
    table = made()
    table["glucose_mgdl"] = [None if id_ == "p1" else value for id_, value in zip(table["id"], table["glucose_mgdl"])]
    others = {key: [value for id_, value in zip(made()["id"], values) if id_ != "p1"] for key, values in made().items()}
    for period in ("record", "day"):
        found = glucose.metrics(table, period=period, **UTC)
        place = found["id"].index("p1")
        none = {name: values.pop(place) for name, values in found.items()}
        assert found == glucose.metrics(others, period=period, **UTC)
        assert (none["readings"], none["days"], none["zone"]) == (0, 0, found["zone"][0])
        assert all(none[name] is None for name in ("period_start", "period_end", "mean_mgdl", "low_episodes", "gri_zone"))
    frame_of_all = glucose.metrics(pandas.DataFrame(table), split=True, **UTC)
    assert frame_of_all[frame_of_all["id"] == "p1"]["part"].tolist() == ["all", "day", "night"]
    assert frame_of_all["period_start"].isna().sum() == 3


def test_counts_are_integers():
    columns = glucose.metric_columns()
    counts = {
        name for name, column in columns.items()
        if column["unit"] == "d" or column["unit"] == "1" and ("number of" in column["meaning"] or "readings that" in column["meaning"])
        or name.startswith("nocturnal") and column["unit"] == "1"
    }
    assert len(counts) == 16
    schema = glucose.metrics(arrow(), **UTC).schema
    for name in columns:
        kind = schema.field(name).type
        assert (kind == pyarrow.int64()) == (name in counts), name


def test_instants_in_utc_need_a_zone():
    """They are instants of anywhere, and days of UTC are those of few people."""
    instants = [time.replace(tzinfo=datetime.timezone.utc) for time in made()["time"]]
    table = dict(made(), time=instants)
    for kind in (dict, pandas.DataFrame, pyarrow.table, polars.DataFrame):
        with pytest.raises(glucose.InvalidArgument, match='"time" has instants in UTC'):
            glucose.day_statistics(kind(table))
        assert len(glucose.day_statistics(kind(table), **UTC)["day"]) == 12
    for zone in ("Zulu", "Etc/UTC", "Etc/GMT", "UCT", "+00:00"):
        with pytest.raises(glucose.InvalidArgument, match='"time" has instants in UTC'):
            glucose.day_statistics(arrow(time=pyarrow.timestamp("us", zone)))
    zones = dict(table, zone=["Europe/Oslo"] * len(instants))
    assert len(glucose.day_statistics(zones)["day"]) == 15


def test_empty():
    schema = arrow().schema
    empty = [pandas.DataFrame(made())[:0], polars.DataFrame(made())[:0], arrow().slice(0, 0),
             pyarrow.RecordBatchReader.from_batches(schema, []).read_all()]
    for compute in (glucose.metrics, glucose.episodes, glucose.profile):
        assert [len(compute(table, **UTC)) for table in empty] == [0] * 4
    nobody = {key: [] for key in made()}
    assert glucose.metrics(nobody, **UTC)["readings"] == []
    events = {"id": [], "time": [], "kind": [], "carbs_g": []}
    for kind in (pandas.DataFrame, polars.DataFrame, pyarrow.table, dict):
        assert len(glucose.Cohort(kind(nobody), events=kind(events), **UTC).metrics()["id"]) == 0
    assert "id" not in glucose.metrics(nobody, by=None, **UTC)


def test_one_percentile_needs_no_list():
    assert glucose.profile(made(), percentiles=50, **UTC) == glucose.profile(made(), percentiles=[50], **UTC)


def conflicting(*people):
    """Returns readings of three people, with another value at the time of one for each of some people."""
    table = made(3)
    for number, person in enumerate(people):
        table["id"].append(f"p{person}")
        table["time"].append(table["time"][person * 1152 + 7])
        table["glucose_mgdl"].append(301.0 + number)
    return table


def test_conflicts_are_told_once_counted_or_refused():
    table = conflicting(0, 2, 2)
    people = glucose.Cohort(table, **UTC)
    with pytest.warns(glucose.ConflictingReadings, match="^1 reading has another value .* in 1 person;") as shown:
        people.picture("day", "p0")
    assert shown[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        people.picture("day", "p0")
        people.picture("day", "p1")
    with pytest.warns(glucose.ConflictingReadings, match="^3 readings have another value .* in 2 people; .*iglu"):
        assert people.metrics()["readings"] == [1152] * 3
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert people.day_statistics() and people.row_counts()["conflicts"] == [1, 0, 2]
        # A repeated value is no conflict.
        repeated = made(1)
        for column in repeated.values():
            column.append(column[0])
        glucose.metrics(repeated, **UTC)
        found = glucose.metrics(table, conflicts="last", convention="iglu", **UTC)
        assert found["readings"] == [1153, 1152, 1154] and glucose.metrics(table, conflicts="last", **UTC)["max_mgdl"][2] == 303
    for compute in (lambda cohort: glucose.aggregate_part(cohort), lambda cohort: cohort.readings()):
        with pytest.warns(glucose.ConflictingReadings):
            compute(glucose.Cohort(table, **UTC))
    with pytest.raises(
        glucose.InvalidData, match=r"^p0: One reading has another value than a later row with the same time, the first at 20"
    ):
        glucose.Cohort(table, conflicts="refuse", **UTC).metrics()
    with pytest.raises(glucose.InvalidArgument, match="conflicts"):
        glucose.Cohort(table, conflicts="mean", **UTC)


def test_one_of_two_feeds_counts():
    """A second feed of the same sensor, 40 seconds later, as two programs forward it."""
    table = made(2)
    for row in range(1152):
        table["id"].append("p1")
        table["time"].append(table["time"][1152 + row] + datetime.timedelta(seconds=40))
        table["glucose_mgdl"].append(table["glucose_mgdl"][1152 + row] + 7)
    people = glucose.Cohort(table, **UTC)
    with pytest.warns(glucose.LeftOut, match="^1,152 readings are of a feed beside another, .* in 1 person;"):
        assert people.metrics() == glucose.metrics(made(2), **UTC)
    with pytest.warns(glucose.LeftOut, match="^1,152 readings are of a feed beside another"):
        glucose.report(table, "p1", **UTC)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        counts = people.row_counts()
        assert counts["readings"] == [1152, 1152] and counts["parallel"] == [0, 1152]
        assert people.metrics(convention="iglu")["readings"] == [1152, 2304]


def test_conflicts_of_a_file(tmp_path):
    """Scans with different values are no conflict of the readings that are computed with."""
    path = tmp_path / "libre.csv"
    head = (
        "Glucose Data,Generated on,05-05-2025 16:12 UTC,Generated by,Sample Person\n"
        "Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mg/dL,Scan Glucose mg/dL\n")
    rows = [
        f"FreeStyle LibreLink,A,{day}-05-2025 12:{minute},0,{100 + minute},"
        for day in (23, 24) for minute in (10, 25, 40, 55)]
    scans = [f"FreeStyle LibreLink,A,23-05-2025 12:17,1,,{value}" for value in (120, 121, 122)]

    def read(lines, **options):
        path.write_text(head + "\n".join(lines) + "\n")
        return glucose.read(path, zone="Europe/London", **options)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        people = read(rows + scans, conflicts="refuse")
        people.metrics()
        people.picture("day")
        account = people.row_counts().to_pydict()
        assert account["readings"] == [8] and account["duplicates"] == account["conflicts"] == [0]
    twice = rows + [rows[0], rows[1].replace("125", "126"), rows[1].replace("125", "127")] + scans
    with pytest.warns(glucose.ConflictingReadings, match="^2 readings have another value .* in 1 person;"):
        people = read(twice)
        people.metrics()
    account = people.row_counts().to_pydict()
    assert account["duplicates"] == [3] and account["conflicts"] == [2]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read(twice, conflicts="last").metrics()
    with pytest.raises(glucose.InvalidData, match="libre.csv: .*2 readings have another value than a later row"):
        read(twice, conflicts="refuse")


def test_days_of_23_and_25_hours():
    utc = datetime.timezone.utc
    for start, hours in [(datetime.datetime(2026, 3, 28, 23, tzinfo=utc), 23), (datetime.datetime(2026, 10, 24, 22, tzinfo=utc), 25)]:
        times = [start + datetime.timedelta(minutes=5 * row) for row in range(hours * 12)]
        table = {"time": times, "glucose_mgdl": [100.0] * len(times)}
        day = glucose.day_statistics(table, by=None, zone="Europe/Oslo")
        assert day["hours"] == [hours] and day["readings"] == [hours * 12]
        local = pandas.DataFrame({"time": pandas.to_datetime(times).tz_convert("Europe/Oslo"), "glucose_mgdl": 100.0})
        # Local times without a zone, in order: the second of the repeated hours is found.
        for rows in (local, local.assign(time=local["time"].dt.tz_localize(None))):
            day = glucose.day_statistics(rows, by=None, zone="Europe/Oslo")
            assert day["hours"].tolist() == [hours] and day["readings"].tolist() == [hours * 12]
    # Of two times in the repeated hour alone, nothing determines which occurrence is meant.
    start = datetime.datetime(2026, 10, 25, 2, 30)
    table = {"time": [start, start + datetime.timedelta(minutes=5)], "glucose_mgdl": [100.0, 110.0], "flags": [1, 0]}
    readings = glucose.Cohort(table, by=None, zone="Europe/Oslo").readings()
    assert readings["flags"] == [5, 4] and readings["time"][0].hour == 0
    assert glucose.Cohort(readings, by=None, **UTC).readings()["flags"] == [5, 4]


def test_a_fixed_offset_is_the_zone_of_results():
    offset = datetime.timezone(datetime.timedelta(hours=-3, minutes=-30))
    times = [datetime.datetime(2026, 3, 2, tzinfo=offset) + datetime.timedelta(minutes=5 * row) for row in range(576)]
    table = pyarrow.table({"time": pyarrow.array(times, pyarrow.timestamp("us", "-03:30")), "glucose_mgdl": [60.0] * 576})
    found = glucose.episodes(table, by=None)
    assert found.schema.field("start").type.tz == "-03:30" and found["start"][0].as_py() == times[0]
    assert glucose.day_statistics(table, by=None)["readings"].to_pylist() == [288, 288]


def test_units_flags_and_microseconds():
    table = made(1)
    table["time"] = [time.replace(microsecond=123_457) for time in table["time"]]
    table["flags"] = [1] + [2] * 3 + [0] * (len(table["id"]) - 4)
    table["glucose"] = [value / 18.01559 for value in table.pop("glucose_mgdl")]
    people = glucose.Cohort(table, unit="mmol/L", **UTC)
    found = people.metrics(bands={"low": 4, "high": 10})
    assert (found["bands_unit"], found["very_low_percent"]) == (["mmol/L"], [None])
    assert found["mean_mgdl"][0] == pytest.approx(expected()["mean_mgdl"][0], rel=1e-12)
    assert (found["below_device_limit"], found["above_device_limit"]) == ([1], [3])
    readings = people.readings()
    assert readings["flags"] == table["flags"] and [time.replace(tzinfo=None) for time in readings["time"]] == table["time"]


def test_a_night_at_its_present():
    start = datetime.datetime(2026, 3, 3, 3, tzinfo=datetime.timezone.utc)
    found = glucose.nights(made(1), now=start, **UTC)
    assert found["ongoing"] == [0, 1] and found["end"][1] == start.replace(hour=6)
    assert glucose.nights(made(1), **UTC)["ongoing"] == [0] * 4
    for compute, options, sentence in (
        (glucose.nights, {"now": start.replace(tzinfo=None)}, "`now` must have a time zone"),
        (glucose.quality, {"score": 2}, "`score` must be from 0 to 1"),
        (glucose.quality, {"rows": "week"}, '`rows` must be "day", "hour", "fault"'),
    ):
        with pytest.raises(glucose.InvalidArgument, match=sentence):
            compute(made(1), **options, **UTC)
    empty = {key: [] for key in made()}
    assert glucose.quality(empty, **UTC)["score"] == glucose.nights(empty, **UTC)["day"] == []


def test_the_account_of_rows():
    table = made()
    table["glucose_mgdl"][0] = None
    table["glucose_mgdl"][5] = 1.8
    table["glucose_mgdl"][7] = -1.0
    table["time"][9] = None
    table["time"][11] = table["time"][10]
    account = glucose.Cohort(table, invalid="skip", **UTC).row_counts()
    assert account["rows"] == [1152] * 3
    assert account["missing"] == [1, 0, 0] and account["invalid"] == [3, 0, 0]
    assert account["first_invalid"] == [5, None, None]
    assert account["duplicates"] == account["conflicts"] == [1, 0, 0]
    assert account["readings"] == [1147, 1152, 1152]


def test_polars_in_chunks():
    whole = polars.DataFrame(made())
    columns = {name: whole.get_column(name) for name in whole.columns}

    def cut(series, *borders):
        # Chunks in memory of their own.
        parts = [series[start:end].to_list() for start, end in zip((0, *borders), (*borders, len(series)))]
        return polars.concat([polars.Series(part, dtype=series.dtype) for part in parts], rechunk=False)

    table = polars.DataFrame({
        "id": cut(columns["id"], 1000, 2304), "time": columns["time"],
        "glucose_mgdl": cut(columns["glucose_mgdl"], 7, 1000, 1001),
    })
    assert [series.n_chunks() for series in table.get_columns()] == [3, 1, 4]
    want = expected()
    assert glucose.metrics(table, **UTC).to_dict(as_series=False) == want
    named = table.with_columns(polars.col("id").cast(polars.Categorical))
    assert glucose.metrics(named, **UTC).to_dict(as_series=False) == want
    missing = polars.concat([table[:5], table[5:6].with_columns(glucose_mgdl=polars.lit(None, polars.Float64)), table[6:]],
                            rechunk=False)
    assert glucose.metrics(missing, **UTC)["readings"].to_list() == [1151, 1152, 1152]
