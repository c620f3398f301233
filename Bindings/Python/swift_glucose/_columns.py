# SPDX-License-Identifier: Apache-2.0
"""Columns of pandas, numpy and lists as Arrow columns, and back."""

from __future__ import annotations

import array
import contextlib
import ctypes
import datetime
import decimal
import importlib
import numbers
import sys
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

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
        return _datetimes(name, values)
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


def _datetimes(name: str, values: List[Any]) -> Column:
    """Returns a column of datetimes: local times, or instants with the time zone that all of them have."""
    present = [value for value in values if value is not None]
    is_aware = present[0].tzinfo is not None
    microsecond = datetime.timedelta(microseconds=1)
    start = _utc_epoch if is_aware else _epoch
    try:
        times = array.array(
            "q", [-(2**63) if value is None else (value - start) // microsecond for value in values]
        )
    except TypeError:
        raise InvalidArgument(f'The column "{name}" has times with and without a time zone.') from None
    zones = _zone_names(present) if is_aware else {""}
    zone = zones.pop() if len(zones) == 1 else None
    format = f"tsu:{'UTC' if zone is None else zone}"
    made = Column(name, format, len(times), [None, times.buffer_info()[0]], times)
    if zone is None:
        made.several_zones = sorted(zones - {""})
    return made


def _zone_names(times: Sequence[datetime.datetime]) -> "set[str]":
    """Returns the names of the time zones of some times; those without a name are the offsets of the times."""
    known: Dict[int, Optional[str]] = {}
    names = set()
    for time in times:
        zone = time.tzinfo
        if id(zone) not in known:
            known[id(zone)] = _zone_name(zone)
        name = known[id(zone)]
        if name is None and type(zone).__name__ == "tzlocal":
            return {"the machine's", ""}
        names.add(_offset_name(time.utcoffset()) if name is None else name)
    return names


def _offset_name(offset: Optional[datetime.timedelta]) -> str:
    minutes = (offset or datetime.timedelta()) // datetime.timedelta(minutes=1)
    if not minutes:
        return "UTC"
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


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
        zone = _zone_name(dtype.tz)
        offset = None if zone or type(dtype.tz).__name__ == "tzlocal" else dtype.tz.utcoffset(None)
        if zone is None and offset is not None:
            zone = _offset_name(offset)
        made = _numpy_column(name, instants, zone or "UTC")
        if zone is None:
            made.several_zones = ["the machine's"]
        return made
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


def _zone_name(zone: Any) -> Optional[str]:
    """Returns the name of a time zone, or None if it has none, as that of a machine."""
    name = getattr(zone, "key", None) or getattr(zone, "zone", None)
    if name is None and type(zone).__module__.startswith("dateutil"):
        # The file of a zone of dateutil; other zones are offsets.
        file = str(getattr(zone, "_filename", None) or "")
        name = file.partition("zoneinfo/")[2] or None
        return name
    name = str(zone) if name is None and isinstance(zone, datetime.timezone) else name
    if name is None:
        return None
    return {"UTC+00:00": "UTC"}.get(name, name[3:] if name.startswith("UTC") and len(name) > 3 else name)


class ResultColumn:
    """A column of a result of the library, in memory that it owns together with the other columns."""

    def __init__(self, name: str, format: str, array: ArrowArray, owner: Any) -> None:
        self.name = name
        self.format = format
        self.rows = int(array.length)
        self.null_count = int(array.null_count)
        self.addresses: List[Optional[int]] = [array.buffers[place] for place in range(array.n_buffers)]
        self.owner = owner

    @property
    def is_text(self) -> bool:
        return self.format in ("u", "U")

    def sizes(self) -> List[int]:
        """Returns the numbers of bytes of the buffers."""
        validity = (self.rows + 7) // 8 if self.null_count else 0
        if not self.is_text:
            return [validity, self.rows * {"C": 1, "tdD": 4}.get(self.format, 8)]
        width = 4 if self.format == "u" else 8
        kind = ctypes.c_int32 if width == 4 else ctypes.c_int64
        end = kind.from_address((self.addresses[1] or 0) + width * self.rows).value if self.addresses[1] else 0
        return [validity, width * (self.rows + 1), end]

    def buffers(self) -> List[Optional[bytes]]:
        """Returns copies of the buffers, None for an absent validity."""
        sizes = self.sizes()
        found: List[Optional[bytes]] = [memory(*part) for part in zip(self.addresses, sizes)]
        if not self.null_count:
            found[0] = None
        return found

    def numbers(self, type_: str, size: int) -> Any:
        """Returns an array of numpy of the values, in the memory of the column."""
        import numpy

        return numpy.asarray(_Memory(self.addresses[1], self.rows, type_, size, self.owner))

    def missing(self) -> Any:
        """Returns an array of numpy of Booleans for the rows without a value, or None if all rows have one."""
        if not self.null_count:
            return None
        import numpy

        bits = numpy.asarray(_Memory(self.addresses[0], (self.rows + 7) // 8, "|u1", 1, self.owner))
        return numpy.unpackbits(bits, count=self.rows, bitorder="little") == 0

    def nulls(self) -> List[int]:
        """Returns the rows without a value."""
        if not self.null_count:
            return []
        bits = memory(self.addresses[0], (self.rows + 7) // 8)
        places = [place for place, byte in enumerate(bits) if byte != 0xFF]
        rows = (8 * place + bit for place in places for bit in range(8) if not bits[place] >> bit & 1)
        return [row for row in rows if row < self.rows]

    def texts(self) -> List[Optional[str]]:
        """Returns the texts, None where there is none."""
        _, ends_, data = self.buffers()
        ends = array.array("i" if self.format == "u" else "q", ends_ or b"")
        assert data is not None
        known: Dict[bytes, str] = {}
        texts: List[Optional[str]] = []
        start = ends[0] if ends else 0
        last, text = b"", ""
        for end in ends[1:]:
            key = data[start:end]
            start = end
            if key != last:
                # Ids and words repeat.
                found = known.get(key)
                text = known.setdefault(key, key.decode()) if found is None else found
                last = key
            texts.append(text)
        for row in self.nulls():
            texts[row] = None
        return texts

    def arrow(self, pyarrow: Any) -> Any:
        """Returns an array of pyarrow of the texts, in the memory of the column."""
        held = [
            pyarrow.foreign_buffer(address, size, base=self) if address and size else pyarrow.py_buffer(b"")
            for address, size in zip(self.addresses, self.sizes())
        ]
        kind = pyarrow.StringArray if self.format == "u" else pyarrow.LargeStringArray
        return kind.from_buffers(self.rows, held[1], held[2], held[0] if self.null_count else None, self.null_count)


class _Memory:
    """Memory as numpy sees it, with what owns it."""

    def __init__(self, address: Optional[int], count: int, type_: str, size: int, owner: Any) -> None:
        self.owner = owner
        if not address:
            self.owner = holder = ctypes.create_string_buffer(max(count * size, 1))
            address = ctypes.addressof(holder)
        self.__array_interface__ = {"data": (address, False), "shape": (count,), "typestr": type_, "version": 3}


class _Batch:
    """An array of the library, which is released when nothing refers to it any more."""

    def __init__(self, array: ArrowArray) -> None:
        self.array = array

    def __del__(self) -> None:
        if self.array.release and not sys.is_finalizing():
            self.array.release(ctypes.byref(self.array))


def read_columns(stream: ArrowArrayStream) -> List[ResultColumn]:
    """Returns the columns of a stream of the library, without copying them."""
    schema = ArrowSchema()
    array = ArrowArray()
    reference = ctypes.byref(stream)
    if stream.get_schema(reference, ctypes.byref(schema)):
        raise MemoryError("The table cannot be read.")
    try:
        if stream.get_next(reference, ctypes.byref(array)):
            raise MemoryError("The table cannot be read.")
        owner = _Batch(array)
        columns = []
        for index in range(schema.n_children):
            kind = schema.children[index].contents
            part = array.children[index].contents
            columns.append(ResultColumn(kind.name.decode(), kind.format.decode(), part, owner))
        return columns
    finally:
        schema.release(ctypes.byref(schema))


# The bytes of a frame above which its columns stay in the library's memory, one array each. Below, pandas copies them
# into one array, which later work of its own prefers.
_SHARED = 1 << 22


def pandas_frame(columns: List[ResultColumn], share: bool) -> Any:
    """Returns a pandas DataFrame; missing numbers are NaN, instants are in the zone of the days.

    :param share: Whether the frame may have the memory of the columns, which then have no other use.
    """
    import pandas

    share = share and sum(sum(column.sizes()) for column in columns) > _SHARED
    made = {column.name: _pandas_values(pandas, column, share) for column in columns}
    return pandas.DataFrame(made, copy=not share)


def _pandas_values(pandas: Any, column: ResultColumn, share: bool) -> Any:
    import numpy

    if column.is_text:
        return _pandas_texts(pandas, column)
    missing = column.missing()
    if column.format == "g":
        # Missing numbers are NaN in the memory of the library, too.
        return column.numbers("<f8", 8)
    if column.format == "tdD":
        days = column.numbers("<i4", 4).astype("int64").view("datetime64[D]").astype("datetime64[s]")
        if missing is not None:
            days[missing] = numpy.datetime64("NaT")
        return days
    if column.format.startswith("tsu:"):
        # Missing times are NaT in the memory of the library, too.
        times = pandas.DatetimeIndex(column.numbers("<i8", 8).view("datetime64[us]"), copy=not share)
        return times.tz_localize("UTC").tz_convert(column.format[4:])
    numbers_ = column.numbers("|u1", 1) if column.format == "C" else column.numbers("<i8", 8)
    if missing is None:
        return numbers_
    return pandas.arrays.IntegerArray(numbers_.copy(), missing)


def _pandas_texts(pandas: Any, column: ResultColumn) -> Any:
    is_long = column.rows > 10_000
    pyarrow: Any = sys.modules.get("pyarrow")
    if is_long and pyarrow is None:
        with contextlib.suppress(ImportError):
            pyarrow = importlib.import_module("pyarrow")
    if not _has_str(pandas):
        return column.arrow(pyarrow).to_pandas() if is_long and pyarrow is not None else column.texts()
    if is_long and pyarrow is not None:
        dtype = pandas.array([], dtype="str").dtype
        if getattr(dtype, "storage", "") == "pyarrow":
            return dtype.__from_arrow__(column.arrow(pyarrow))
    return pandas.array(column.texts(), dtype="str")


def _has_str(pandas: Any) -> bool:
    """Returns whether text has a type of its own, as from pandas 3."""
    return int(pandas.__version__.partition(".")[0]) >= 3


def lists(columns: List[ResultColumn]) -> Dict[str, List[Any]]:
    """Returns a dictionary of lists; missing values are None, instants are datetimes in UTC."""
    made: Dict[str, List[Any]] = {}
    for column in columns:
        if column.is_text:
            made[column.name] = column.texts()
            continue
        values = array.array({"g": "d", "C": "B", "tdD": "i"}.get(column.format, "q"), column.buffers()[1] or b"")
        nulls = column.nulls()
        for row in nulls:
            values[row] = 0
        found: List[Any] = values.tolist()
        if column.format == "tdD":
            start = datetime.date(1970, 1, 1).toordinal()
            found = [datetime.date.fromordinal(start + day) for day in found]
        elif column.format.startswith("tsu:"):
            found = [_utc_epoch + datetime.timedelta(microseconds=time) for time in found]
        for row in nulls:
            found[row] = None
        made[column.name] = found
    return made


Stored = List[Tuple[str, str, int, int, List[Optional[bytes]]]]
"""The name, format, number of rows, number of nulls, and buffers of each column."""


def stored(columns: List[ResultColumn]) -> Stored:
    """Returns copies of columns that can be pickled."""
    return [(part.name, part.format, part.rows, part.null_count, part.buffers()) for part in columns]


def restored(columns: Stored) -> List[Column]:
    """Returns the columns of copies."""
    made = []
    for name, format, rows, nulls, buffers in columns:
        addresses = [None if part is None else ctypes.cast(ctypes.c_char_p(part), ctypes.c_void_p).value for part in buffers]
        made.append(Column(name, format, rows, addresses, buffers, nulls))
    return made


def mapping_columns(table: Mapping[Any, Any], names: Sequence[str]) -> List[Column]:
    """Returns columns of a mapping or a DataFrame of pandas, whose names may be numbers."""
    keys = {name: name if name in table else next(key for key in table if str(key) == name) for name in names}
    columns = [column(name, table[keys[name]]) for name in names]
    lengths = {part.name: part.length for part in columns}
    if len(set(lengths.values())) > 1:
        raise InvalidArgument(f"The columns have different lengths: {lengths}.")
    return columns
