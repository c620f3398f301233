# SPDX-License-Identifier: Apache-2.0
"""Tables in, tables of the same kind out."""

from __future__ import annotations

import html
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence, Tuple

from ._arrow import ArrowArrayStream, capsule, moved_stream, release, stream_of, stream_of_chunks, stream_of_columns
from ._columns import (
    ResultColumn,
    Stored,
    lists,
    mapping_columns,
    pandas_frame,
    read_columns,
    restored,
    stored,
)
from ._library import InvalidArgument, library

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

AUTO: Any = type("Auto", (), {"__repr__": lambda self: "AUTO"})()
"""The default of an option that is found in the table."""

_IDS = ("id", "subject")
_TIMES = ("time", "timestamp")
_GLUCOSE = ("glucose_mgdl", "glucose_mmoll", "glucose", "gl")


class Table:
    """A result: a table that other libraries read without a copy.

    It has the Arrow PyCapsule interface, so that pyarrow, polars and DuckDB share its memory, and conversions to pandas
    and to lists copy it. It can be pickled and copied.
    """

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self._stored: Optional[Stored] = None

    @classmethod
    def _of(cls, columns: Stored) -> "Table":
        """Returns the table of copies of columns."""
        table = cls(0)
        table._stored = columns
        return table

    def __del__(self) -> None:
        if getattr(self, "_handle", 0) and not sys.is_finalizing():
            library.glucose_table_free(self._handle)

    def __reduce__(self) -> Any:
        return Table._of, (self._copied(),)

    def __copy__(self) -> "Table":
        return self

    def __deepcopy__(self, memo: Any) -> "Table":
        return self

    def __len__(self) -> int:
        if self._stored is not None:
            return self._stored[0][2] if self._stored else 0
        return int(library.glucose_table_row_count(self._handle))

    def __repr__(self) -> str:
        names = [column.name for column in self._columns()]
        shown = ", ".join(names[:6]) + (f", … ({len(names)} columns)" if len(names) > 6 else "")
        return f"<swift_glucose.Table: {len(self):,} {'row' if len(self) == 1 else 'rows'} of {shown}>"

    def _repr_html_(self) -> str:
        """Returns the first rows for a notebook."""
        rows = self._head(10)
        names = list(rows)
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape('' if cell is None else str(cell))}</td>" for cell in row) + "</tr>"
            for row in zip(*rows.values())
        )
        more = f"<p>{len(self):,} {'row' if len(self) == 1 else 'rows'}</p>"
        return f"<div><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}</div>"

    def _head(self, count: int) -> Dict[str, List[Any]]:
        columns = self._columns()
        for column in columns:
            column.rows = min(column.rows, count)
        return lists(columns)

    def _stream(self) -> ArrowArrayStream:
        if self._stored is not None:
            return stream_of_columns(restored(self._stored))
        stream = ArrowArrayStream()
        library.glucose_table_export(self._handle, stream)
        return stream

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Returns a capsule of a stream of one record batch."""
        return capsule(self._stream())

    def _columns(self) -> List[ResultColumn]:
        stream = self._stream()
        try:
            return read_columns(stream)
        finally:
            release(stream)

    def _copied(self) -> Stored:
        return stored(self._columns()) if self._stored is None else self._stored

    def to_pandas(self) -> "pandas.DataFrame":
        """Returns a pandas DataFrame, which is a copy. Missing numbers are NaN, instants have the zone of the days."""
        return pandas_frame(self._columns(), share=False)

    def to_polars(self) -> "polars.DataFrame":
        """Returns a polars DataFrame. Its times are in UTC if the zone of the days is an offset, which polars has not."""
        import polars

        columns = self._columns()
        if any(column.format.startswith(("tsu:+", "tsu:-")) for column in columns):
            in_utc = [
                (name, "tsu:UTC" if format.startswith("tsu:") else format, rows, nulls, buffers)
                for name, format, rows, nulls, buffers in stored(columns)
            ]
            return polars.DataFrame(Table._of(in_utc))
        return polars.DataFrame(self)

    def to_pyarrow(self) -> "pyarrow.Table":
        """Returns a pyarrow Table."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self).read_all()

    def to_dict(self) -> Dict[str, List[Any]]:
        """Returns lists by the name of the column. Missing values are None, instants are in UTC."""
        return lists(self._columns())

    def as_kind(self, kind: str) -> Any:
        """Returns the table as "pandas", "polars", "pyarrow" or "dict", or itself as "table"."""
        convert = getattr(self, f"to_{kind}", None)
        return self if convert is None else convert()

    def _moved_to(self, kind: str) -> Any:
        """Returns the table as a kind, which may have the memory of this one, of no further use."""
        return pandas_frame(self._columns(), share=True) if kind == "pandas" else self.as_kind(kind)


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
        getattr(table, "column_names", None),
        getattr(schema, "names", None),
        getattr(table, "columns", None),
    ):
        if found is not None and not callable(found):
            return [str(name) for name in found]
    if isinstance(table, Table):
        return [column.name for column in table._columns()]
    return None


def input_stream(
    table: Any, names: Sequence[str], time: Optional[str] = None
) -> Tuple[ArrowArrayStream, Any]:
    """Returns a stream of some columns of a table, and what must stay alive while it is moved.

    :param time: The column of times if their zone is that of local days, which must then be one zone.
    """
    kind = kind_of(table)
    known_names = column_names(table) or []
    if kind in ("pandas", "dict") and not hasattr(table, "to_frame"):
        missing = [name for name in names if name not in known_names]
        if missing:
            known = ", ".join(f'"{name}"' for name in known_names)
            raise InvalidArgument(f'There is no column "{missing[0]}"; the columns are {known}.')
        columns = mapping_columns(table, names)
        for column in columns:
            if column.name == time and column.several_zones:
                raise InvalidArgument(
                    f'The times of the column "{time}" have the time zones {", ".join(column.several_zones)}: pass '
                    "zone=, the time zone of local days."
                )
        return stream_of_columns(columns), table
    if kind in ("polars", "pyarrow") and all(name in known_names for name in names):
        twice = [name for name in names if known_names.count(name) > 1]
        if twice:
            raise InvalidArgument(f'There are {known_names.count(twice[0])} columns "{twice[0]}".')
        if hasattr(table, "get_columns"):
            # Polars would copy a table in several chunks, when it selects columns and when it hands them over.
            series = [table.get_column(name) for name in names]
            if any(one.n_chunks() > 1 for one in series):
                capsules = [one.__arrow_c_stream__() for one in series]
                return stream_of_chunks([stream_of(held) for held in capsules]), capsules
        if hasattr(table, "select"):
            table = table.select(list(names))
    if time is not None and is_from_duckdb(table):
        types = dict(zip(known_names, map(str, getattr(table, "types", []))))
        if types.get(time) == "TIMESTAMP WITH TIME ZONE":
            raise InvalidArgument(
                f'The column "{time}" has instants, whose zone would be that of the session of DuckDB: pass zone=, the '
                "time zone of local days."
            )
    if hasattr(table, "__arrow_c_stream__"):
        held = table.__arrow_c_stream__()
        stream = stream_of(held)
        if hasattr(table, "num_rows"):
            stream.length = table.num_rows
        elif kind == "polars":
            stream.length = len(table)
        return stream, (held, table)
    if hasattr(table, "__arrow_c_array__"):
        held = table.__arrow_c_array__()
        return moved_stream(held), held
    raise _not_a_table(table)


def _not_a_table(table: Any) -> TypeError:
    hint = ""
    if isinstance(table, (str, os.PathLike)):
        hint = " The file of a device is read by glucose.read(path), a table in a file by pandas or polars."
    elif hasattr(table, "to_table"):
        hint = " Pass its rows: .to_table()."
    return TypeError(
        f"{type(table).__name__} is not a table: pass a DataFrame of pandas or polars, a pyarrow "
        f"Table, a dictionary of columns, or an object with __arrow_c_stream__.{hint}"
    )


def numbered_ids(table: Any, name: Optional[str]) -> Tuple[Any, Optional[List[str]]]:
    """Returns a table with the numbers of categories in the column of ids, and the categories, or the table
    itself. Without this, polars would copy a column of categories when it hands it over."""
    if kind_of(table) != "polars" or name is None or not hasattr(table, "get_column"):
        return table, None
    import polars

    kind = table.schema.get(name)
    if kind is None or kind.base_type() not in (polars.Categorical, polars.Enum):
        return table, None
    ids = table.get_column(name)
    known: Dict[int, str] = {}
    # Not all rows at once, which would copy them.
    for start in range(0, len(ids), 100_000):
        found = ids.slice(start, 100_000).unique().drop_nulls()
        known.update(zip(found.to_physical().to_list(), found.cast(polars.String).to_list()))
    if not known or 8 * max(known) > len(ids):
        return table, None
    words = [known.get(number, "") for number in range(max(known) + 1)]
    return table.with_columns(ids.to_physical().alias(name)), words


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


def _time_in_index(table: Any) -> str:
    """Returns a sentence on times that are in the index of a DataFrame of pandas."""
    index = getattr(table, "index", None)
    if index is None or callable(index) or kind_of(table) != "pandas":
        return ""
    is_time = "datetime" in str(getattr(index, "dtype", "")) or index.name in _TIMES
    return " The index has times: pass table.reset_index()." if is_time else ""


def reading_columns(
    table: Any,
    by: Any,
    time: Any,
    glucose: Any,
    flags: Any,
    unit: Optional[str],
    zone: Any = None,
    zones: Any = None,
) -> Dict[str, Any]:
    """Returns the options of the columns of readings, by the arguments or by usual names."""
    names = column_names(table)
    if names is None and not hasattr(table, "__arrow_c_stream__") and not hasattr(table, "__arrow_c_array__"):
        raise _not_a_table(table)
    columns: Dict[str, Any] = {
        "id": found_column(by, names, _IDS, "by", "ids (None for one person)"),
        "time": found_column(time, names, _TIMES, "time", "times", _time_in_index(table)),
        "glucose": found_column(glucose, names, _GLUCOSE, "glucose", "glucose"),
    }
    if flags is AUTO:
        flags = "flags" if "flags" in (names or []) else None
    columns["flags"] = flags
    if zones is AUTO:
        is_known = zone is None and "zone" in (names or []) and columns["id"] != "zone"
        zones = "zone" if is_known else None
    columns["zones"] = zones
    columns["zone"] = None if zone is None else str(zone)
    if unit is None:
        suffix = str(columns["glucose"]).lower().replace("/", "")
        unit = (
            "mg/dL" if suffix.endswith("mgdl") else "mmol/L" if suffix.endswith("mmoll") else None
        )
    columns["unit"] = unit
    return columns
