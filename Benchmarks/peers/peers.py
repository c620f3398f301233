"""The peers: the same work in numpy and pandas, as one would write it with care."""

import gzip
import io
import time
import zlib

import numpy as np
import orjson
import pandas as pd
import polars as pl


def measured(function, repetitions, *arguments):
    """A function that measures: seconds of each repetition, after one that is not counted."""
    return lambda: samples(lambda: function(*arguments), repetitions)


def samples(function, repetitions):
    """Seconds of each repetition, after one that is not counted."""
    function()
    seconds = []
    for _ in range(repetitions):
        start = time.perf_counter()
        function()
        seconds.append(time.perf_counter() - start)
    return seconds


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


def frame(times, values):
    """All people in one table, a row to a reading."""
    return pd.DataFrame({"id": np.repeat(np.arange(len(values)), values.shape[1]),
                         "time": times.ravel(), "gl": values.ravel()})


def daily_pandas(table):
    """Count, extremes, mean, SD and five bands by groupby over person and local date."""
    table = table.assign(
        day=((table.time + 3600) // 86_400).astype("int64"), very_low=table.gl < 54,
        low=table.gl < 70, high=table.gl > 180, very_high=table.gl > 250)
    return table.groupby(["id", "day"]).agg(
        count=("gl", "size"), minimum=("gl", "min"), maximum=("gl", "max"), mean=("gl", "mean"),
        sd=("gl", "std"), very_low=("very_low", "sum"), low=("low", "sum"), high=("high", "sum"),
        very_high=("very_high", "sum"))


def plain_table(times, values):
    """The bytes of the table that the Swift benchmark reads."""
    lines = ["id,time,gl\n"]
    for person, (t, v) in enumerate(zip(times, values)):
        stamps = np.datetime_as_string(t.astype("datetime64[s]"))
        lines += [f"Subject {person + 1},{s}Z,{g:.0f}\n" for s, g in zip(stamps, v)]
    return "".join(lines).encode()


def read_pandas(text):
    """The table with its times as instants."""
    return pd.read_csv(io.BytesIO(text), parse_dates=["time"])


def nightscout_entries(times, values):
    """The bytes of the entries that the Swift benchmark reads."""
    stamps = np.datetime_as_string(times.astype("datetime64[s]"))
    return ("[" + ",".join(
        f'{{"_id":"{i}","device":"xDrip-DexcomG6","date":{t:.0f}000,"dateString":"{s}.000Z",'
        f'"sgv":{g:.0f},"delta":1.5,"direction":"Flat","type":"sgv","filtered":0,"unfiltered":0,'
        f'"rssi":100,"noise":1,"sysTime":"{s}.000Z","utcOffset":0}}'
        for i, (t, s, g) in enumerate(zip(times, stamps, values))) + "]").encode()


def tidepool_export(times, values):
    """The bytes of the readings that the Swift benchmark reads."""
    stamps = np.datetime_as_string(times.astype("datetime64[s]"))
    return ("[" + ",".join(
        f'{{"type":"cbg","id":"{i}","time":"{s}.000Z","deviceTime":"{s}","timezoneOffset":0,'
        f'"conversionOffset":0,"clockDriftOffset":0,"deviceId":"DexG6_8ZZ9ZZ","units":"mmol/L",'
        f'"value":{g / 18.01559!r},"uploadId":"upid_1"}}'
        for i, (s, g) in enumerate(zip(stamps, values.tolist()))) + "]").encode()


def read_json_pandas(text):
    """The documents as a table with their dates as instants."""
    return pd.read_json(io.BytesIO(text))


def read_polars(text):
    """The table with its times as instants."""
    return pl.read_csv(io.BytesIO(text), try_parse_dates=True)


def gunzip(text, packed={}):
    """Unpacks the table, packed once."""
    if text not in packed:
        packed[text] = gzip.compress(text, 6)
    return gzip.decompress(packed[text])


CLARITY = ["Index", "Timestamp (YYYY-MM-DDThh:mm:ss)", "Event Type", "Event Subtype", "Patient Info",
           "Device Info", "Source Device ID", "Glucose Value (mg/dL)", "Insulin Value (u)",
           "Carb Value (grams)", "Duration (hh:mm:ss)", "Glucose Rate of Change (mg/dL/min)",
           "Transmitter Time (Long Integer)", "Transmitter ID"]


def clarity_export(times, values):
    """A Clarity export like the one that the Swift benchmark reads, which holds a year."""
    quoted = lambda cells: ",".join(f'"{cell}"' for cell in cells) + "\r\n"  # noqa: E731
    stamps = np.datetime_as_string(times.astype("datetime64[s]"))
    return (quoted(CLARITY) + "".join(
        quoted([i + 1, s, "EGV", "", "", "", "iPhone G6", f"{g:.0f}", "", "", "", "", i * 300, "8ABCDE"])
        for i, (s, g) in enumerate(zip(stamps, values)))).encode()


def clarity_pandas(text):
    """The readings with their local times; peers leave zone, flags and other events aside."""
    table = pd.read_csv(io.BytesIO(text), parse_dates=[CLARITY[1]])
    table = table[table["Event Type"] == "EGV"]
    return table[CLARITY[1]].to_numpy(), pd.to_numeric(table[CLARITY[7]], "coerce").to_numpy()


def clarity_polars(text):
    """As with pandas."""
    table = pl.read_csv(io.BytesIO(text), try_parse_dates=True, infer_schema_length=1000)
    table = table.filter(pl.col("Event Type") == "EGV")
    return table[CLARITY[1]].to_numpy(), table[CLARITY[7]].cast(pl.Float64, strict=False).to_numpy()


LIBREVIEW = ["Device", "Serial Number", "Device Timestamp", "Record Type", "Historic Glucose mg/dL",
             "Scan Glucose mg/dL", "Non-numeric Rapid-Acting Insulin", "Rapid-Acting Insulin (units)",
             "Non-numeric Food", "Carbohydrates (grams)", "Carbohydrates (servings)",
             "Non-numeric Long-Acting Insulin", "Long-Acting Insulin (units)", "Notes",
             "Strip Glucose mg/dL", "Ketone mmol/L", "Meal Insulin (units)",
             "Correction Insulin (units)", "User Change Insulin (units)"]


def libreview_export(times, values):
    """A LibreView export like the one that the Swift benchmark reads, which holds a year."""
    stamps = times.astype("datetime64[s]").tolist()
    return ("Glucose Data,Generated on,12-01-2025 10:15 UTC,Generated by,A Person\n"
            + ",".join(LIBREVIEW) + "\n" + "".join(
                f"FreeStyle LibreLink,0A0A0A0A-1B1B-2C2C-3D3D-4E4E4E4E4E4E,{s:%d-%m-%Y %H:%M},0,"
                f"{g:.0f},,,,,,,,,,,,,,\n" for s, g in zip(stamps, values))).encode()


def libreview_pandas(text):
    """The readings with their local times, whose order of day and month the caller knows."""
    table = pd.read_csv(io.BytesIO(text), skiprows=1)
    table = table[table["Record Type"] == 0]
    times = pd.to_datetime(table[LIBREVIEW[2]], format="%d-%m-%Y %H:%M")
    return times.to_numpy(), table[LIBREVIEW[4]].to_numpy()


def libreview_polars(text):
    """As with pandas."""
    table = pl.read_csv(io.BytesIO(text), skip_rows=1, infer_schema_length=1000)
    table = table.filter(pl.col("Record Type") == 0)
    times = table[LIBREVIEW[2]].str.to_datetime("%d-%m-%Y %H:%M")
    return times.to_numpy(), table[LIBREVIEW[4]].to_numpy()


def write_polars(times, values, frames={}):
    """The plain table from a data frame, made once, as bytes."""
    if "frame" not in frames:
        frames["frame"] = pl.DataFrame({
            "id": np.repeat([f"Subject {n + 1}" for n in range(len(values))], values.shape[1]),
            "time": times.ravel().astype("datetime64[s]").astype("datetime64[ms]"),
            "gl": values.ravel().astype(np.int64)})
    return frames["frame"].write_csv(datetime_format="%Y-%m-%dT%H:%M:%SZ").encode()


def unzlib(text, packed={}):
    """Unpacks the table with zlib, packed once."""
    if text not in packed:
        packed[text] = gzip.compress(text, 6)
    return zlib.decompress(packed[text], 31)
