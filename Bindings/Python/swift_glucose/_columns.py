"""Columns of pandas, numpy and lists as Arrow columns, and a result as a DataFrame of pandas."""

from __future__ import annotations

import datetime
from typing import Any, Dict, List

import pyarrow as pa

from ._library import InvalidArgument


def column(name: str, values: Any, needs_zone: bool = False) -> Any:
    """Returns an array of pyarrow of a pandas column, a numpy array or a list, without copying where that is possible.

    :param needs_zone: Whether the time zone of the column is that of local days, which must then be one zone.
    """
    module = type(values).__module__
    has_rows = hasattr(values, "__iter__") or hasattr(values, "__arrow_c_stream__")
    if isinstance(values, (str, bytes)) or not has_rows or getattr(values, "shape", None) == ():
        raise InvalidArgument(f'The column "{name}" is {values!r}: a value for each row is needed.')
    if hasattr(values, "__next__"):
        values = list(values)
    try:
        if module.startswith("pandas"):
            made = _pandas_column(name, values)
        elif module == "numpy":
            made = _numpy_column(values)
        elif hasattr(values, "__arrow_c_stream__"):
            made = pa.chunked_array(values)
        else:
            made = _objects(values if module.startswith("numpy.ma") else list(values))
        if pa.types.is_binary(made.type) or pa.types.is_fixed_size_binary(made.type):
            made = made.cast(pa.string())
    except (pa.ArrowException, OverflowError, TypeError, ValueError) as error:
        if isinstance(error, InvalidArgument):
            raise
        dtype = getattr(values, "dtype", type(values).__name__)
        kinds = ", ".join(sorted({type(value).__name__ for value in values}))
        raise InvalidArgument(
            f'The column "{name}" has the type {dtype} with values that cannot be read ({kinds}: {error}); numbers, texts '
            "or timestamps of one type are needed." + (_HINT if "str" in kinds.split(", ") else "")
        ) from None
    if isinstance(made.type, pa.BaseExtensionType):
        raise InvalidArgument(f'The column "{name}" has the type {made.type}; numbers, texts or timestamps are needed.')
    if pa.types.is_timestamp(made.type):
        _check_zones(name, values, needs_zone)
    return made


_HINT = (
    ' In pandas, `pd.to_numeric` makes numbers of text (for "Low" and "High", pass the limits of the device, such as 40 and '
    "400), and `.astype(str)` makes texts."
)


def _objects(values: Any) -> Any:
    """Returns an array of objects, whose types are found one by one; None, NaN, NaT and NA are missing."""
    if any(kind.__name__ == "datetime64" for kind in set(map(type, values))):
        import numpy

        # Not by pyarrow, which takes an interval of several units for one.
        return _numpy_column(numpy.array([numpy.datetime64("NaT") if value is None else value for value in values]))
    return pa.array(values, from_pandas=True)


def _check_zones(name: str, values: Any, needs_zone: bool) -> None:
    """Raises an error for times with and without a time zone, and for several zones if one is needed."""
    dtype: Any = getattr(values, "dtype", None)
    if hasattr(dtype, "tz"):
        zones = [dtype.tz]
    elif dtype is None or dtype == object:
        times = (time for time in values if isinstance(time, datetime.datetime) and time == time)
        # Some zones cannot be hashed.
        zones = list({id(time.tzinfo): time.tzinfo for time in times}.values())
    else:
        return
    if None in zones and len(zones) > 1:
        raise InvalidArgument(f'The column "{name}" has times with and without a time zone.')
    # The zone of a machine has no name.
    names = {
        "the machine's" if type(zone).__name__ == "tzlocal" else pa.lib.tzinfo_to_string(zone)
        for zone in zones if zone is not None
    }
    if needs_zone and (len(names) > 1 or "the machine's" in names):
        raise InvalidArgument(
            f'The times of the column "{name}" have the time zones {", ".join(sorted(names))}: pass zone=, the time zone '
            "of local days."
        )


def _numpy_column(values: Any) -> Any:
    import numpy

    if not values.dtype.isnative:
        values = values.astype(values.dtype.newbyteorder("="))
    if values.dtype.kind in "OT":
        return _objects(values)
    if values.dtype.kind != "M":
        return pa.array(values)
    unit, multiple = numpy.datetime_data(values.dtype)
    if unit not in ("s", "ms", "us", "ns"):
        values = values.astype("datetime64[ns]" if unit in ("ps", "fs", "as") else "datetime64[s]")
    elif multiple != 1:
        values = values.astype(f"datetime64[{unit}]")
    return _instants(values, None)


def _instants(values: Any, zone: Any) -> Any:
    """Returns an array of the times of an array of numpy, in its memory. The library reads NaT as missing."""
    import numpy

    unit = numpy.datetime_data(values.dtype)[0]
    return pa.array(numpy.ascontiguousarray(values).view("int64")).view(pa.timestamp(unit, zone))


def _pandas_column(name: str, series: Any) -> Any:
    import numpy
    import pandas

    series = pandas.Series(series)
    dtype = series.dtype
    if isinstance(dtype, pandas.CategoricalDtype):
        codes = numpy.ascontiguousarray(series.array.codes)
        indices = pa.array(codes, mask=codes < 0 if len(codes) and codes.min() < 0 else None)
        return pa.DictionaryArray.from_arrays(indices, column(name, list(series.cat.categories)), safe=False)
    if isinstance(dtype, pandas.DatetimeTZDtype):
        # The instants are in memory as they are exported; a conversion would copy them.
        return _instants(series.array.asi8.view(f"datetime64[{dtype.unit}]"), pa.lib.tzinfo_to_string(dtype.tz))
    if not len(series) and dtype == "float64":
        # The type of pandas for a column of an empty list.
        return pa.nulls(0)
    if isinstance(dtype, pandas.SparseDtype) or isinstance(dtype, numpy.dtype) and dtype.kind != "O":
        return _numpy_column(numpy.asarray(series))
    if hasattr(dtype, "pyarrow_dtype"):
        made = series.array.__arrow_array__()
        return made.cast(pa.float64()) if pa.types.is_decimal(made.type) else made
    if isinstance(dtype, pandas.StringDtype) or pandas.api.types.infer_dtype(series.iloc[:1000], skipna=True) == "string":
        # Four bytes a row, and each text once.
        return pa.array(series, pa.dictionary(pa.int32(), pa.string()), from_pandas=True)
    return _objects(series)


# The bytes of a frame above which its columns stay in the library's memory, one array each. Below, pandas copies them
# into one array, which later work of its own prefers.
_SHARED = 1 << 22


def pandas_frame(table: pa.Table) -> Any:
    """Returns a pandas DataFrame of a result, which has no other use; missing numbers are NaN, instants are in the zone
    of the days."""
    import pandas

    share = table.nbytes > _SHARED
    text: Any = pandas.array([], dtype="str").dtype
    float64, int64 = pa.float64(), pa.int64()
    made: Dict[str, Any] = {}
    for name, values in zip(table.column_names, table.columns):
        kind = values.type
        # Missing numbers are NaN in the memory of the library, and missing times NaT.
        if kind == float64:
            made[name] = _memory(values, "<f8")
        elif kind == int64 and not values.null_count:
            made[name] = _memory(values, "<i8")
        elif pa.types.is_timestamp(kind):
            times = pandas.DatetimeIndex(_memory(values, "<i8").view("datetime64[us]"), copy=not share)
            made[name] = times.tz_localize("UTC").tz_convert(kind.tz)
        elif hasattr(text, "__from_arrow__") and (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
            made[name] = text.__from_arrow__(values)
        else:
            kinds = {int64: pandas.Int64Dtype(), pa.uint8(): pandas.UInt8Dtype()} if values.null_count else {}
            made[name] = values.to_pandas(date_as_object=False, types_mapper=kinds.get)
    return pandas.DataFrame(made, copy=not share)


def lists(table: pa.Table) -> Dict[str, List[Any]]:
    """Returns a dictionary of lists of a result; missing values are None, instants are in UTC."""
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    made: Dict[str, List[Any]] = {}
    for name, values in zip(table.column_names, table.columns):
        is_time = pa.types.is_timestamp(values.type)
        found = (values.cast(pa.int64()) if is_time else values).to_pylist()
        if is_time:  # Four times as fast as pyarrow.
            found = [None if time is None else epoch + datetime.timedelta(microseconds=time) for time in found]
        made[name] = found
    return made


class _Memory:
    """The memory of an array from its first row on, as numpy sees it, which may be changed."""

    def __init__(self, array: Any, kind: str) -> None:
        self.owner = array.buffers()[1]
        self.__array_interface__ = {
            "data": (self.owner.address, False), "shape": (len(array),), "typestr": kind, "version": 3}


def _memory(values: Any, kind: str) -> Any:
    """Returns an array of numpy of the values of a column of one chunk, of eight bytes each."""
    import numpy

    return numpy.asarray(_Memory(values.chunk(0), kind)) if len(values) else numpy.empty(0, kind)
