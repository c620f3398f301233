"""Tables in, tables of the same kind out."""

from __future__ import annotations

import ctypes
import os
import weakref
from collections.abc import Mapping
from typing import Any, Dict, List, Optional, Sequence, Tuple, TypeVar

import pyarrow as pa

from ._columns import column, lists, pandas_frame
from ._library import Handle, InvalidArgument, library

AUTO: Any = type("Auto", (), {"__repr__": lambda self: "AUTO"})()
"""The default of an option that is found in the table."""

_IDS = ("id", "subject")
_TIMES = ("time", "timestamp")
_GLUCOSE = ("glucose_mgdl", "glucose_mmoll", "glucose", "gl")

# The readers of pyarrow that were passed: they give their rows once, and none afterwards.
_read: "weakref.WeakSet[Any]" = weakref.WeakSet()

_Self = TypeVar("_Self")


class Unchanging:
    """A value of which a copy is the value itself."""

    def __copy__(self: _Self) -> _Self:
        return self

    def __deepcopy__(self: _Self, memo: Any) -> _Self:
        return self


def result(handle: Handle) -> pa.Table:
    """Returns a table of the library, whose memory pyarrow owns afterwards."""
    array, schema = (ctypes.c_void_p * 10)(), (ctypes.c_void_p * 9)()
    library.glucose_export(handle.pointer, array, schema)
    return pa.Table.from_batches([pa.RecordBatch._import_from_c(ctypes.addressof(array), ctypes.addressof(schema))])


def as_kind(table: pa.Table, kind: str) -> Any:
    """Returns a result as "pandas", "polars" or "dict", which may have its memory, or itself."""
    if kind == "polars":
        import polars

        # Polars has no zones that are offsets.
        fields = [
            field.with_type(pa.timestamp("us", "UTC"))
            if pa.types.is_timestamp(field.type) and field.type.tz[0] in "+-" else field
            for field in table.schema
        ]
        return polars.DataFrame(table.cast(pa.schema(fields)))
    return pandas_frame(table) if kind == "pandas" else lists(table) if kind == "dict" else table


def kind_of(table: Any) -> str:
    """Returns the kind of a table, for a result of the same kind; subclasses are of the kind of their class."""
    for class_ in type(table).__mro__:
        module = class_.__module__.partition(".")[0]
        if module in ("pandas", "polars", "pyarrow"):
            return module
    return "dict" if isinstance(table, Mapping) else "table"


def is_from_duckdb(table: Any) -> bool:
    """Returns whether a table is a query of DuckDB."""
    return type(table).__module__.partition(".")[0] in ("duckdb", "_duckdb")


def column_names(table: Any) -> Optional[List[str]]:
    """Returns the names of the columns of a table, or None if only its stream has them."""
    if isinstance(table, Mapping):
        return [str(name) for name in table]
    if type(table).__name__ == "LazyFrame":
        raise TypeError("A LazyFrame has no rows yet: pass table.collect().")
    schema = getattr(table, "schema", None)
    for found in (
        getattr(table, "column_names", None), getattr(schema, "names", None), getattr(table, "columns", None),
    ):
        if found is not None and not callable(found):
            return [str(name) for name in found]
    return None


def arrow_table(table: Any, names: Sequence[str], time: Optional[str] = None) -> Any:
    """Returns some columns of a table as an object with ``__arrow_c_stream__``, without copying them where that is
    possible.

    :param time: The column of times if their zone is that of local days, which must then be one zone.
    """
    kind = kind_of(table)
    known_names = column_names(table) or []
    is_arrow = isinstance(table, (pa.Table, pa.RecordBatch))
    if is_arrow or kind in ("pandas", "polars", "dict"):
        for name in names:
            count = known_names.count(name)
            if count != 1:
                known = ", ".join(f'"{name}"' for name in known_names)
                sentence = f'There is no column "{name}"; the columns are {known}.'
                raise InvalidArgument(f'There are {count} columns "{name}".' if count else sentence)
        if is_arrow:
            return pa.table({name: table[name] for name in names})
        if kind == "polars":
            try:
                # Polars would copy a table in several chunks, when it hands over a whole table.
                return pa.table({name: _polars_column(table.get_column(name)) for name in names})
            except OSError:  # Before 1.36, it hands over no single column of times or of categories.
                return table.select(list(names))
        # The names of columns of pandas may be numbers.
        keys = [name if name in table else next(key for key in table if str(key) == name) for name in names]
        columns = {name: column(name, table[key], name == time) for name, key in zip(names, keys)}
        lengths = {name: len(values) for name, values in columns.items()}
        if len(set(lengths.values())) > 1:
            raise InvalidArgument(f"The columns have different lengths: {lengths}.")
        return pa.table(columns)
    if time is not None and is_from_duckdb(table):
        types = dict(zip(known_names, map(str, getattr(table, "types", []))))
        if types.get(time) == "TIMESTAMP WITH TIME ZONE":
            raise InvalidArgument(
                f'The column "{time}" has instants, whose zone would be that of the session of DuckDB: pass zone=, the '
                "time zone of local days."
            )
    if isinstance(table, pa.RecordBatchReader):
        if table in _read:
            raise InvalidArgument(
                "The rows of this RecordBatchReader, such as that of .arrow() of DuckDB, were read already: pass its table, "
                ".read_all(), or a Cohort, for several computations.")
        _read.add(table)
    if hasattr(table, "__arrow_c_stream__"):
        return table
    if hasattr(table, "__arrow_c_array__"):
        rows = pa.array(table)
        if rows.null_count:
            raise InvalidArgument("The table has rows that are null; only values in columns can be null.")
        return pa.Table.from_batches([pa.RecordBatch.from_struct_array(rows)])
    raise _not_a_table(table)


def _polars_column(series: Any) -> Any:
    """Returns a column of polars as an array of pyarrow.

    The numbers of categories stay in the memory of polars, which would copy them.
    """
    import polars

    known: Dict[int, str] = {}
    if series.dtype.base_type() in (polars.Categorical, polars.Enum):
        # Not all rows at once, which would copy them.
        for start in range(0, len(series), 100_000):
            found = series.slice(start, 100_000).unique().drop_nulls()
            known.update(zip(found.to_physical().to_list(), found.cast(polars.String).to_list()))
    if not known or 8 * max(known) > len(series):
        try:
            return pa.chunked_array(series)
        except pa.ArrowException:
            raise InvalidArgument(
                f'The column "{series.name}" has the type {series.dtype}; numbers, texts or timestamps are needed.') from None
    words = pa.array([known.get(number, "") for number in range(max(known) + 1)])
    chunks = pa.chunked_array(series.to_physical()).chunks
    return pa.chunked_array([pa.DictionaryArray.from_arrays(chunk, words, safe=False) for chunk in chunks])


def _not_a_table(table: Any) -> TypeError:
    hint = ""
    if isinstance(table, (str, os.PathLike)):
        hint = " The file of a device is read by glucose.read(path), a table in a file by pandas or polars."
    elif type(table).__name__ == "Series":
        hint = " A Series is one column; a cohort needs those of times and concentrations, and of ids for several people."
    elif hasattr(table, "to_table"):
        hint = " Pass its rows: .to_table()."
    return TypeError(
        f"{type(table).__name__} is not a table: pass a DataFrame of pandas or polars, a pyarrow "
        f"Table, a dictionary of columns, or an object with __arrow_c_stream__.{hint}"
    )


def found_column(
    given: Any, names: Optional[List[str]], choices: Sequence[str], option: str, meaning: str, hint: str = ""
) -> Optional[str]:
    """Returns the column of an option: the given one, or the only one with a usual name."""
    if given is not AUTO:
        return None if given is None else str(given)
    found = [choice for choice in choices if choice in (names or [])]
    if len(found) == 1:
        return found[0]
    usual = ", ".join(f'"{choice}"' for choice in choices)
    reason = f"has several of {usual}" if found else f"has none of {usual}"
    raise InvalidArgument(f"The column of {meaning} is unknown, because the table {reason}: pass {option}=.{hint}")


def _in_index(table: Any, meaning: str, choices: Sequence[str]) -> str:
    """Returns a sentence on ids or times that are in the index of a DataFrame of pandas."""
    if kind_of(table) != "pandas":
        return ""
    is_time = meaning == "times" and "datetime" in str(getattr(table.index, "dtype", ""))
    has_names = any(name in choices for name in table.index.names)
    return f" The index has {meaning}: pass table.reset_index()." if is_time or has_names else ""


def reading_columns(table: Any, by: Any, **options: Any) -> Tuple[Dict[str, Any], List[str]]:
    """Returns the options of a cohort, with the columns of readings by usual names, and the names of these columns."""
    names = column_names(table)
    has_stream = hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__")
    if names is None and (not has_stream or type(table).__name__ == "Series"):
        raise _not_a_table(table)
    options["id"] = found_column(by, names, _IDS, "by", "ids (None for one person)", _in_index(table, "ids", _IDS))
    options["time"] = found_column(options["time"], names, _TIMES, "time", "times", _in_index(table, "times", _TIMES))
    options["glucose"] = found_column(options["glucose"], names, _GLUCOSE, "glucose", "glucose")
    if options["flags"] is AUTO:
        options["flags"] = "flags" if "flags" in (names or []) else None
    if options["zones"] is AUTO:
        is_known = options["zone"] is None and "zone" in (names or []) and options["id"] != "zone"
        options["zones"] = "zone" if is_known else None
    if options["zone"] is not None:
        options["zone"] = str(options["zone"])
    if options["unit"] is None:
        options["unit"] = unit_in(str(options["glucose"]))
    return options, [options[key] for key in ("id", "time", "glucose", "flags", "zones") if options[key]]


def unit_in(name: str) -> Optional[str]:
    """Returns the unit in which the name of a column ends."""
    suffix = name.lower().replace("/", "")
    return "mg/dL" if suffix.endswith("mgdl") else "mmol/L" if suffix.endswith("mmoll") else None
