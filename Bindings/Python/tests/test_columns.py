"""Types of columns: each is read as what it is, or refused with a sentence."""

import contextlib
import datetime
import decimal
import importlib
import zoneinfo

import numpy
import pandas
import polars
import pyarrow
import pytest
from conftest import UTC, made

import swift_glucose as glucose


def table(rows, **columns):
    """Returns columns with times every five minutes."""
    start = datetime.datetime(2026, 3, 2)
    return {"time": [start + datetime.timedelta(minutes=5 * row) for row in range(rows)], **columns}


def readings(values, kind=dict, **options):
    """Returns the concentrations of a column."""
    rows = kind(table(len(values), glucose_mgdl=values))
    return list(glucose.Cohort(rows, by=None, **UTC, **options).readings()["glucose_mgdl"])


def ids(values, kind=dict):
    """Returns the ids of a column, one row each."""
    rows = kind(table(len(values), id=values, glucose_mgdl=[100.0] * len(values)))
    return list(glucose.Cohort(rows, **UTC).row_counts()["id"])


@pytest.mark.parametrize(
    "values, want",
    [
        *((none, []) for none in (
            [None] * 3, [float("nan"), None, pandas.NA], pandas.Series([None] * 3, dtype=object),
            pandas.Series([None, float("nan"), pandas.NaT], dtype=object), pandas.Series([pandas.NA] * 3, dtype="Int64"),
            numpy.array([None] * 3, dtype=object),
        )),
        *((numpy.array([100, 121, 255], dtype=order + kind), [100, 121, 255])
          for order in "<>" for kind in ("i2", "i4", "i8", "u4", "f4", "f8")),
        *((pandas.Series([100, None, 120], dtype=kind), [100, 120])
          for kind in ("Int8", "UInt16", "Int64", "Float32", "Float64", object)),
        ([100, None, 120.5, numpy.float32(98)], [100, 120.5, 98]),
        ([decimal.Decimal("99.5"), None, decimal.Decimal("98")], [99.5, 98]),
        (pandas.Series([100, 0, 120], dtype="Sparse[int]")[[0, 2]], [100, 120]),
        (numpy.ma.masked_array([100.0, 1.0, 120.0], [False, True, False]), [100, 120]),
    ],
    ids=str,
)
def test_numbers(values, want):
    """Those that are missing are skipped, in any order of bytes."""
    assert readings(values) == want
    if isinstance(values, (numpy.ndarray, pandas.Series)) and len(values) == 3 and not isinstance(values, numpy.ma.MaskedArray):
        assert readings(values, pandas.DataFrame) == want


def test_a_column_of_several_types_names_what_makes_one():
    for refused in (lambda: readings(["Low", 120, 131], pandas.DataFrame), lambda: ids(["a", 2, "b"], pandas.DataFrame)):
        with pytest.raises(glucose.InvalidArgument, match="of one type are needed. In pandas, `pd.to_numeric` .* 40 and 400.*astype"):
            refused()
    with pytest.raises(glucose.InvalidArgument, match='type float64; .* In pandas, `.astype."Int64".` makes integers'):
        ids([1.0, 2.0, 2.0])
    for times in ([1.5], [datetime.date(2026, 3, 2)]):
        with pytest.raises(glucose.InvalidArgument, match="of dates or, with `unit`, of numbers"):
            glucose.metrics({"time": times, "glucose_mgdl": [100.0]}, by=None, **UTC)


@pytest.mark.parametrize(
    "values, kind",
    [
        (pandas.Series(["Low", 120, 131], dtype=object), "object .*int, str"), (["Low", 120, 131], "list .*int, str"),
        (pandas.Series([True, None, False], dtype="boolean"), "bool"), ([True, False, True], "bool"),
        (numpy.array([120j, 121, 122]), "complex128"), ([2**70, 100, 110], "list .*int.* too large"),
        (pandas.Series(pandas.to_timedelta([1, 2, 3], unit="s")), "duration"), ([datetime.date(2026, 3, 2)] * 3, "date32"),
        (pandas.Series(pandas.period_range("2026", periods=3)), "period"),
    ],
)
@pytest.mark.parametrize("missing", ["skip", "refuse"])
def test_a_column_that_cannot_be_read_is_refused(values, kind, missing):
    """It is not taken for a column of missing values, which `missing="skip"` skips."""
    with pytest.raises(glucose.InvalidArgument, match=f'"glucose_mgdl" .*has the type .*{kind}'):
        readings(values, missing=missing)


@pytest.mark.parametrize("kind", ["<M8[us]", ">M8[us]", ">M8[s]", "M8[300s]", "M8[5m]", "M8[25ms]", "M8[10ns]", "M8[ps]", "M8[m]"])
def test_times_of_numpy(kind):
    times = numpy.array(["1970-01-02T00:00", "1970-01-02T00:05", "NaT"], dtype="M8[ns]").astype(kind)
    seconds = times.astype("M8[s]").astype("int64")[:2].tolist()
    for table in ({"time": times}, {"time": list(times)}):
        table["glucose_mgdl"] = [100.0, 110.0, 120.0]
        found = glucose.Cohort(table, by=None, invalid="skip", **UTC).readings()
        assert [int(time.timestamp()) for time in found["time"]] == seconds
    assert seconds[0] // 300 == 288


def test_times_of_arrow_in_pandas_keep_their_zone():
    rows = table(4, glucose_mgdl=[100.0, 110.0, 120.0, 130.0])
    times = [*(time.replace(tzinfo=datetime.timezone.utc) for time in rows["time"][:3]), None]
    column = pandas.Series(times, dtype=pandas.ArrowDtype(pyarrow.timestamp("ms", "Europe/Oslo")))
    cohort = glucose.Cohort(pandas.DataFrame(dict(rows, time=column)), by=None, invalid="skip")
    assert cohort.description["zone"] == "Europe/Oslo" and cohort.readings()["time"].tolist() == times[:3]


def test_bytes_are_texts():
    for values in (
        [b"p0", b"p1"], numpy.array([b"p0", b"p1"]), numpy.array([b"p0", b"p1"], dtype=object),
        pandas.Series([b"p0", b"p1"]), numpy.array(["p0", "p1"]),
    ):
        assert ids(values) == ["p0", "p1"]
    with pytest.raises(glucose.InvalidArgument, match='"id" has the type .* Invalid UTF8'):
        ids(pandas.Series([b"p0", b"\xff"]))


def test_ids_that_are_missing_or_great():
    for none in (None, float("nan"), pandas.NaT, pandas.NA):
        for values in (
            ["p0", none], [7, none], pandas.Series([7, none], dtype=object), pandas.Series([7, None], dtype="Int64"),
            pandas.Series(["p0", none], dtype="category"), pyarrow.DictionaryArray.from_arrays([0, 1], ["p0", None]),
        ):
            with pytest.raises(glucose.InvalidArgument, match='Row 1 has no id in the column "id"'):
                ids(values)
    with pytest.raises(glucose.InvalidArgument, match="an id above 2"):
        ids(pyarrow.array([2**63], pyarrow.uint64()))
    for values in (pandas.Series([2**53 + 1, 5, 2**53 + 1], dtype="Int64"), numpy.array([2**53 + 1, 5], dtype=">i8")):
        assert ids(values) == [2**53 + 1, 5]


OSLO = zoneinfo.ZoneInfo("Europe/Oslo")


def aware(*zones):
    """Returns a table of half a day of readings from 12:00 UTC in each zone."""
    start = datetime.datetime(2026, 6, 1, 12, tzinfo=datetime.timezone.utc)
    times = [start + datetime.timedelta(minutes=5 * row) for row in range(144)]
    return {
        "id": [f"p{number}" for number in range(len(zones)) for _ in times],
        "time": [time.astimezone(zone) for zone in zones for time in times],
        "glucose_mgdl": [100.0] * (144 * len(zones)),
    }


def objects(table):
    """Returns a DataFrame with a column of datetimes, as for texts of several offsets that were parsed."""
    return pandas.DataFrame(dict(table, time=pandas.Series(table["time"], dtype=object)))


@pytest.mark.parametrize("kind", [dict, objects])
def test_datetimes_keep_their_zone(kind):
    """The evening of 12 to 24 o'clock UTC is two days in Oslo."""
    zones = [(OSLO, "Europe/Oslo"), (datetime.timezone(datetime.timedelta(hours=2)), "GMT+0200")]
    for module, zone in (("pytz", lambda m: m.timezone("Europe/Oslo")), ("dateutil.tz", lambda m: m.gettz("Europe/Oslo"))):
        with contextlib.suppress(ImportError):
            zones.append((zone(importlib.import_module(module)), "Europe/Oslo"))
    for zone, name in zones:
        cohort = glucose.Cohort(kind(aware(zone)), conflicts="last")
        assert cohort.description["zone"] == name, zone
        assert list(cohort.day_statistics()["readings"]) == [120, 24], zone
    assert list(glucose.day_statistics(kind(aware(datetime.timezone.utc)), **UTC)["readings"]) == [144]


def test_datetimes_of_several_zones_need_a_zone():
    table = aware(datetime.timezone.utc, datetime.timezone(datetime.timedelta(hours=2)))
    for kind in (dict, objects):
        with pytest.raises(glucose.InvalidArgument, match=r'"time" have the time zones \+02:00, UTC: pass zone='):
            glucose.metrics(kind(table))
        assert list(glucose.day_statistics(kind(table), zone="UTC")["readings"]) == [144, 144]
        zoned = dict(table, zone=["UTC"] * 144 + ["Europe/Oslo"] * 144)
        assert list(glucose.day_statistics(kind(zoned))["readings"]) == [144, 120, 24]
    table["time"][3] = table["time"][3].replace(tzinfo=None)
    with pytest.raises(glucose.InvalidArgument, match="with and without a time zone"):
        glucose.metrics(table, **UTC)


def test_names_of_columns_that_are_numbers():
    frame = pandas.DataFrame(made(1))
    frame.columns = [0, 1, 2]
    found = glucose.metrics(frame, by=0, time=1, glucose=2, unit="mg/dL", **UTC)
    assert found["0"].tolist() == ["p0"]
    with pytest.raises(glucose.InvalidArgument, match='no column "3"; the columns are "0", "1", "2"'):
        glucose.metrics(frame, by=3, time=1, glucose=2, unit="mg/dL", **UTC)


def test_ids_are_told_apart_by_their_bytes():
    """Two ways to write é are two people, as in pandas, polars and Spark."""
    names = ["\u00e9", "e\u0301"]
    for values, make in ((names, dict), (pandas.Series(names, dtype="category"), dict), (names, polars.DataFrame)):
        assert [str(name) for name in ids(values, make)] == names


def test_an_id_that_is_not_utf8():
    wrong = pyarrow.Array.from_buffers(
        pyarrow.string(), 1, [None, pyarrow.py_buffer(b"\0\0\0\0\2\0\0\0"), pyarrow.py_buffer(b"a\xff")])
    with pytest.raises(glucose.InvalidArgument, match='"id" has the text "a.*", which is not UTF-8'):
        ids(wrong, pyarrow.table)


def test_decimals():
    numbers = [decimal.Decimal("100.5"), None, decimal.Decimal("99.25")]
    for scale in (2, 7):
        column = pyarrow.array(numbers, pyarrow.decimal128(18, scale))
        assert [value.as_py() for value in readings(column, pyarrow.table)] == [100.5, 99.25]
        sliced = pyarrow.concat_arrays([column, column]).slice(2, 3)
        assert [value.as_py() for value in readings(sliced, pyarrow.table)] == [99.25, 100.5]
    assert readings(polars.Series(numbers, dtype=polars.Decimal(10, 2)), polars.DataFrame) == [100.5, 99.25]
    with pytest.raises(glucose.InvalidData, match="value -5.0 mg/dL"):
        readings(pyarrow.array([decimal.Decimal("-5")], pyarrow.decimal128(9, 1)), pyarrow.table)
    with pytest.raises(glucose.InvalidArgument, match="decimal"):
        readings(pyarrow.array([decimal.Decimal("5")], pyarrow.decimal256(50, 1)), pyarrow.table)


def test_columns_of_events_that_nobody_reads():
    events = {"id": ["p0"], "time": [datetime.datetime(2026, 3, 3, 12)], "kind": ["meal"], "carbs_g": [40], "carbs": [40], "eaten": [True]}
    for kind in (dict, pandas.DataFrame):
        with pytest.warns(glucose.LeftOut, match='Columns of events are not read: "carbs", "eaten"; .* carbs_g, '):
            assert glucose.Cohort(made(), events=kind(events), **UTC).events()["carbs_g"] == [40]
    del events["carbs"], events["eaten"]
    with pytest.raises(glucose.InvalidArgument, match='"name" has the type list .*int, str'):
        twice = {name: values * 2 for name, values in events.items()}
        glucose.Cohort(made(), events=dict(twice, name=["Soup", 3]), **UTC)
