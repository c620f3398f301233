# SPDX-License-Identifier: Apache-2.0
"""Columns of pandas, numpy and lists as Arrow columns, and back."""

from __future__ import annotations

import array
import ctypes
import datetime
import decimal
import numbers
from typing import Any, Dict, List, Mapping, Sequence, Tuple

from ._arrow import ArrowArray, ArrowArrayStream, ArrowSchema, Column, ImportedColumn, memory
from ._library import InvalidArgument

_epoch = datetime.datetime(1970, 1, 1)
_utc_epoch = _epoch.replace(tzinfo=datetime.timezone.utc)


def _unreadable(name: str, dtype: Any, kind: str) -> InvalidArgument:
    return InvalidArgument(
        f'The column "{name}" has the type {dtype} with values that cannot be read ({kind}); numbers, texts or '
        "timestamps are needed."
    )


def _is_missing(value: Any) -> bool:
    """Returns whether a value is None, NaN, NaT or NA."""
    try:
        return value is None or bool(value != value)
    except (ArithmeticError, TypeError, ValueError):  # NA has no truth value, and an array has several.
        return type(value).__name__ == "NAType"


def _encoded(name: str, value: Any) -> bytes:
    try:
        if isinstance(value, bytes):
            value.decode()
            return value
        return str(value).encode()
    except UnicodeError as error:
        raise InvalidArgument(f'The column "{name}" has a text that is not UTF-8: {error}') from None


def _texts(name: str, values: Sequence[Any]) -> Column:
    """Returns a column of texts, or of bytes of UTF-8, None where there is none."""
    encoded = [b"" if value is None else _encoded(name, value) for value in values]
    offsets = array.array("q", [0])
    end = 0
    for text in encoded:
        end += len(text)
        offsets.append(end)
    data = b"".join(encoded) or b"\0"
    holder = ctypes.create_string_buffer(data, len(data))
    validity, nulls = _validity([value is not None for value in values])
    return Column(
        name,
        "U",
        len(encoded),
        [_address(validity), offsets.buffer_info()[0], ctypes.addressof(holder)],
        [offsets, holder, validity],
        nulls,
    )


def _validity(valid: Sequence[bool]) -> Tuple[Any, int]:
    nulls = len(valid) - sum(valid)
    if not nulls:
        return None, 0
    bits = bytearray((len(valid) + 7) // 8)
    for row, is_valid in enumerate(valid):
        if is_valid:
            bits[row >> 3] |= 1 << (row & 7)
    return array.array("B", bits), nulls


def _address(buffer: Any) -> Any:
    return None if buffer is None else buffer.buffer_info()[0]


def column(name: str, values: Any) -> Column:
    """Returns a column of a numpy array, a pandas column, or a list, without copying where that is possible."""
    module = type(values).__module__
    if module.startswith("pandas"):
        return _pandas_column(name, values)
    if module == "numpy":
        return _numpy_column(name, values)
    # The values of a masked array are None where they are masked.
    return _list_column(name, values.tolist() if module.startswith("numpy.ma") else list(values), "list")


def _list_column(name: str, values: List[Any], dtype: Any) -> Column:
    """Returns a column of objects, whose types are found one by one; None, NaN, NaT and NA are missing."""
    values = [None if _is_missing(value) else value for value in values]
    kinds = {type(value) for value in values} - {type(None)}

    def are(*allowed: type) -> bool:
        return all(issubclass(kind, allowed) for kind in kinds)

    if not kinds:
        return Column(name, "n", len(values), [], None, len(values))
    if are(datetime.datetime):
        present = next(value for value in values if value is not None)
        return _datetimes(name, values, present.tzinfo is not None)
    if are(str, bytes):
        return _texts(name, values)
    if all(kind.__module__ == "numpy" and kind.__name__ == "datetime64" for kind in kinds):
        import numpy

        return _numpy_column(name, numpy.array([numpy.datetime64("NaT") if value is None else value for value in values]))
    is_boolean = any(kind.__name__ in ("bool", "bool_") for kind in kinds)
    try:
        if are(numbers.Integral) and not is_boolean:
            whole = array.array("q", [0 if value is None else value for value in values])
            validity, nulls = _validity([value is not None for value in values])
            buffers = [_address(validity), whole.buffer_info()[0]]
            return Column(name, "l", len(whole), buffers, [whole, validity], nulls)
        if are(numbers.Real, decimal.Decimal) and not is_boolean:
            floats = array.array("d", [float("nan") if value is None else float(value) for value in values])
            return Column(name, "g", len(floats), [None, floats.buffer_info()[0]], floats)
    except OverflowError:
        raise _unreadable(name, dtype, "an integer of more than 64 bits") from None
    raise _unreadable(name, dtype, ", ".join(sorted(kind.__name__ for kind in kinds)))


def _datetimes(name: str, values: List[Any], is_aware: bool) -> Column:
    microsecond = datetime.timedelta(microseconds=1)
    start = _utc_epoch if is_aware else _epoch
    try:
        times = array.array(
            "q", [-(2**63) if value is None else (value - start) // microsecond for value in values]
        )
    except TypeError:
        raise TypeError(
            f"The column {name!r} has times with and without a time zone."
        ) from None
    return Column(
        name, "tsu:UTC" if is_aware else "tsu:", len(times), [None, times.buffer_info()[0]], times
    )


_formats = {
    "float64": "g",
    "float32": "f",
    "int8": "c",
    "uint8": "C",
    "int16": "s",
    "uint16": "S",
    "int32": "i",
    "uint32": "I",
    "int64": "l",
    "uint64": "L",
}


def _numpy_column(name: str, values: Any, zone: str = "") -> Column:
    import numpy

    dtype = values.dtype
    if dtype.kind in "OUST":
        return _list_column(name, values.tolist(), dtype)
    if not dtype.isnative:
        values = values.astype(dtype.newbyteorder("="))
    if dtype.kind == "M":
        unit, multiple = numpy.datetime_data(values.dtype)
        if unit not in ("s", "ms", "us", "ns"):
            unit = "ns" if unit in ("ps", "fs", "as") else "s"
            multiple = 0
        if multiple != 1:
            values = values.astype(f"datetime64[{unit}]")
        instants = numpy.ascontiguousarray(values).view("int64")
        format = f"ts{unit[0]}:{zone}"
        return Column(name, format, len(instants), [None, instants.ctypes.data], instants)
    if values.dtype.name in _formats:
        known = numpy.ascontiguousarray(values)
        return Column(name, _formats[values.dtype.name], len(known), [None, known.ctypes.data], known)
    raise _unreadable(name, dtype, dtype.name)


def _pandas_column(name: str, series: Any) -> Column:
    import numpy
    import pandas

    if isinstance(series, pandas.DataFrame):
        raise InvalidArgument(f'There are {series.shape[1]} columns "{name}".')
    if not isinstance(series, pandas.Series):
        series = pandas.Series(series)
    dtype = series.dtype
    if isinstance(dtype, pandas.CategoricalDtype):
        codes = numpy.ascontiguousarray(series.array.codes)
        words = column(name, list(series.cat.categories))
        return _dictionary(name, codes, words)
    if isinstance(dtype, pandas.DatetimeTZDtype):
        # The instants are in memory as they are exported; a conversion would copy them.
        instants = numpy.asarray(series.array.asi8).view(f"datetime64[{dtype.unit}]")
        return _numpy_column(name, instants, _zone_name(dtype.tz))
    if isinstance(dtype, numpy.dtype) and dtype.kind != "O":
        return _numpy_column(name, series.to_numpy())
    if hasattr(dtype, "pyarrow_dtype"):
        return _arrow_column(name, series)
    kind = getattr(dtype, "kind", "O")
    if isinstance(dtype, pandas.SparseDtype):
        return _numpy_column(name, numpy.asarray(series))
    if kind in "iuf" and hasattr(dtype, "numpy_dtype"):
        missing = series.isna().to_numpy()
        values = series.to_numpy(dtype=dtype.numpy_dtype, na_value=float("nan") if kind == "f" else 0)
        if kind == "f" or not missing.any():
            return _numpy_column(name, values)
        bits = numpy.packbits(~missing, bitorder="little")
        buffers = [bits.ctypes.data, values.ctypes.data]
        return Column(name, _formats[values.dtype.name], len(values), buffers, [bits, values], int(missing.sum()))
    # The types of objects are found one by one; to ask for that of texts would copy them.
    is_text = isinstance(dtype, pandas.StringDtype)
    inferred = "string" if is_text else pandas.api.types.infer_dtype(series, skipna=True)
    if inferred in ("string", "bytes"):
        return _coded(name, series)
    if inferred == "empty":
        return Column(name, "n", len(series), [], None, len(series))
    if inferred in ("floating", "mixed-integer-float", "decimal"):
        return _numpy_column(name, series.to_numpy(dtype="float64", na_value=float("nan")))
    if kind == "O":
        return _list_column(name, series.tolist(), dtype)
    raise _unreadable(name, dtype, inferred)


def _arrow_column(name: str, series: Any) -> Column:
    """Returns the column of Arrow that a column of pandas has, with its time zone."""
    import pyarrow

    values = series.array.__arrow_array__()
    if pyarrow.types.is_decimal(values.type):
        values = values.cast(pyarrow.float64())
    if isinstance(values, pyarrow.ChunkedArray):
        values = values.combine_chunks() if values.num_chunks != 1 else values.chunk(0)
    if isinstance(values, pyarrow.ChunkedArray):
        raise InvalidArgument(f'The column "{name}" has more text than one array of Arrow.')
    return ImportedColumn(name, values)


def _coded(name: str, series: Any) -> Column:
    """Returns a column of texts or integers as positions in its different values, four bytes a row."""
    import numpy
    import pandas

    codes = numpy.empty(len(series), dtype="int32")
    known: Dict[Any, int] = {}
    # Not all rows at once, whose positions have eight bytes.
    for start in range(0, len(series), 100_000):
        found, words = pandas.factorize(series.iloc[start : start + 100_000])
        places = [known.setdefault(word, len(known)) for word in words]
        # The position of a missing value is −1, here and there.
        codes[start : start + len(found)] = numpy.array([*places, -1], dtype="int32")[found]
    values = [word.item() if hasattr(word, "item") else word for word in known]
    return _dictionary(name, codes, column(name, values or [""]))


def _dictionary(name: str, codes: Any, words: Column) -> Column:
    import numpy

    bits = None
    nulls = 0
    if len(codes) and codes.min() < 0:
        missing = codes < 0
        bits = numpy.packbits(~missing, bitorder="little")
        nulls = int(missing.sum())
    return Column(
        name,
        _formats[codes.dtype.name],
        len(codes),
        [None if bits is None else bits.ctypes.data, codes.ctypes.data],
        [codes, bits],
        nulls,
        words,
    )


def _zone_name(zone: Any) -> str:
    name = getattr(zone, "key", None) or getattr(zone, "zone", None) or str(zone)
    return {"UTC+00:00": "UTC"}.get(name, name[3:] if name.startswith("UTC") and len(name) > 3 else name)


def read_columns(stream: ArrowArrayStream) -> List[Tuple[str, str, Any]]:
    """Returns the name, format and values of the columns of a stream of the library, copied.

    Values are a bytes object of numbers with the positions of missing ones, or a list of texts.
    """
    schema = ArrowSchema()
    batch = ArrowArray()
    reference = ctypes.byref(stream)
    if stream.get_schema(reference, ctypes.byref(schema)) or stream.get_next(
        reference, ctypes.byref(batch)
    ):
        raise MemoryError("The table cannot be read.")
    try:
        columns: List[Tuple[str, str, Any]] = []
        for index in range(schema.n_children):
            kind = schema.children[index].contents
            part = batch.children[index].contents
            name, format = kind.name.decode(), kind.format.decode()
            rows = part.length
            valid = _bits(part.buffers[0], rows) if part.null_count else None
            if format in ("u", "U"):
                width = ctypes.c_int32 if format == "u" else ctypes.c_int64
                offsets = ctypes.cast(part.buffers[1], ctypes.POINTER(width))
                ends = offsets[: rows + 1]
                data = memory(part.buffers[2], ends[-1])
                known: Dict[bytes, str] = {}
                texts: List[Any] = []
                for row in range(rows):
                    if valid is not None and not valid[row]:
                        texts.append(None)
                        continue
                    key = data[ends[row] : ends[row + 1]]
                    text = known.get(key)
                    if text is None:
                        text = known[key] = key.decode()
                    texts.append(text)
                columns.append((name, format, texts))
            else:
                size = {"g": 8, "l": 8, "C": 1, "tdD": 4}.get(format, 8)
                data = memory(part.buffers[1], rows * size)
                columns.append((name, format, (data, valid)))
        return columns
    finally:
        batch.release(ctypes.byref(batch))
        schema.release(ctypes.byref(schema))


def _bits(address: int, rows: int) -> List[bool]:
    data = memory(address, (rows + 7) // 8)
    return [bool(data[row >> 3] >> (row & 7) & 1) for row in range(rows)]


def pandas_frame(columns: List[Tuple[str, str, Any]]) -> Any:
    """Returns a pandas DataFrame; missing numbers are NaN, instants are in the zone of the days."""
    import numpy
    import pandas

    made = {}
    for name, format, values in columns:
        if format in ("u", "U"):
            made[name] = pandas.array(values, dtype="str") if _has_str(pandas) else values
            continue
        data, valid = values
        numbers = numpy.frombuffer(data, dtype=_numpy_types.get(format, "int64")).copy()
        missing = None if valid is None else ~numpy.array(valid, dtype=bool)
        if format == "g":
            if missing is not None:
                numbers[missing] = numpy.nan
        elif format == "tdD":
            numbers = numbers.astype("int64").astype("datetime64[D]").astype("datetime64[s]")
            if missing is not None:
                numbers[missing] = numpy.datetime64("NaT")
        elif format.startswith("tsu:"):
            times = numbers.view("datetime64[us]")
            if missing is not None:
                times[missing] = numpy.datetime64("NaT")
            made[name] = pandas.DatetimeIndex(times).tz_localize("UTC").tz_convert(format[4:])
            continue
        elif missing is not None:
            made[name] = pandas.array(numbers, dtype="Int64")
            made[name][missing] = pandas.NA
            continue
        made[name] = numbers
    return pandas.DataFrame(made)


def _has_str(pandas: Any) -> bool:
    """Returns whether text has a type of its own, as from pandas 3."""
    return int(pandas.__version__.partition(".")[0]) >= 3


_numpy_types = {"g": "float64", "l": "int64", "C": "uint8", "tdD": "int32"}


def lists(columns: List[Tuple[str, str, Any]]) -> Dict[str, List[Any]]:
    """Returns a dictionary of lists; missing values are None, instants are datetimes in UTC."""
    made: Dict[str, List[Any]] = {}
    for name, format, values in columns:
        if format in ("u", "U"):
            made[name] = list(values)
            continue
        data, valid = values
        numbers = array.array({"g": "d", "l": "q", "C": "B", "tdD": "i"}.get(format, "q"))
        numbers.frombytes(data)
        if format == "tdD":
            start = datetime.date(1970, 1, 1).toordinal()
            found: List[Any] = [datetime.date.fromordinal(start + day) for day in numbers]
        elif format.startswith("tsu:"):
            found = [_utc_epoch + datetime.timedelta(microseconds=time) for time in numbers]
        else:
            found = list(numbers)
        if valid is not None:
            found = [value if is_valid else None for value, is_valid in zip(found, valid)]
        made[name] = found
    return made


def mapping_columns(table: Mapping[str, Any], names: Sequence[str]) -> List[Column]:
    """Returns columns of a mapping or a DataFrame of pandas."""
    columns = [column(name, table[name]) for name in names]
    lengths = {part.name: part.length for part in columns}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"The columns have different lengths: {lengths}.")
    return columns
