# SPDX-License-Identifier: Apache-2.0
"""Tables in, tables of the same kind out."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._arrow import ArrowArrayStream, capsule, moved_stream, stream_of, stream_of_chunks, stream_of_columns
from ._columns import lists, mapping_columns, pandas_frame, read_columns
from ._library import InvalidArgument, library

AUTO: Any = type("Auto", (), {"__repr__": lambda self: "AUTO"})()
"""The default of an option that is found in the table."""

_IDS = ("id", "subject")
_TIMES = ("time", "timestamp")
_GLUCOSE = ("glucose_mgdl", "glucose_mmoll", "glucose", "gl")


class Table:
    """A result, in memory that is shared with whatever it is converted to.

    It has the Arrow PyCapsule interface, so that pyarrow, polars and DuckDB read it without a copy.
    """

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self) -> None:
        if not sys.is_finalizing():
            library.glucose_table_free(self._handle)

    def __len__(self) -> int:
        return int(library.glucose_table_row_count(self._handle))

    def __repr__(self) -> str:
        return f"<swift_glucose.Table: {len(self)} rows>"

    def _stream(self) -> ArrowArrayStream:
        stream = ArrowArrayStream()
        library.glucose_table_export(self._handle, stream)
        return stream

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Returns a capsule of a stream of one record batch."""
        return capsule(self._stream())

    def _columns(self) -> List[Tuple[str, str, Any]]:
        stream = self._stream()
        try:
            return read_columns(stream)
        finally:
            stream.release(stream)

    def to_pandas(self) -> Any:
        """Returns a pandas DataFrame. Missing numbers are NaN."""
        return pandas_frame(self._columns())

    def to_polars(self) -> Any:
        """Returns a polars DataFrame."""
        import polars

        return polars.DataFrame(self)

    def to_pyarrow(self) -> Any:
        """Returns a pyarrow Table."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self).read_all()

    def to_dict(self) -> Dict[str, List[Any]]:
        """Returns lists by the name of the column. Missing values are None, instants are in UTC."""
        return lists(self._columns())

    def as_kind(self, kind: str) -> Any:
        """Returns the table as "pandas", "polars", "pyarrow" or "dict", or itself."""
        convert = getattr(self, f"to_{kind}", None)
        return self if convert is None else convert()


def kind_of(table: Any) -> str:
    """Returns the kind of a table, for a result of the same kind."""
    module = type(table).__module__.partition(".")[0]
    if module in ("pandas", "polars", "pyarrow"):
        return module
    return "dict" if isinstance(table, Mapping) else "table"


def column_names(table: Any) -> Optional[List[str]]:
    """Returns the names of the columns of a table, or None if only its stream has them."""
    if isinstance(table, Mapping):
        return [str(name) for name in table]
    schema = getattr(table, "schema", None)
    for found in (
        getattr(table, "column_names", None),
        getattr(schema, "names", None),
        getattr(table, "columns", None),
    ):
        if found is not None and not callable(found):
            return [str(name) for name in found]
    if isinstance(table, Table):
        return [name for name, _, _ in table._columns()]
    return None


def input_stream(table: Any, names: Sequence[str]) -> Tuple[ArrowArrayStream, Any]:
    """Returns a stream of some columns of a table, and what must stay alive while it is moved."""
    kind = kind_of(table)
    if kind in ("pandas", "dict") and not hasattr(table, "to_frame"):
        missing = [name for name in names if name not in table]
        if missing:
            known = ", ".join(f'"{name}"' for name in column_names(table) or [])
            raise InvalidArgument(
                f'There is no column "{missing[0]}"; the columns are {known}.'
            )
        return stream_of_columns(mapping_columns(table, names)), table
    known_names = column_names(table) or []
    if kind in ("polars", "pyarrow") and all(name in known_names for name in names):
        if hasattr(table, "get_columns"):
            # Polars would copy a table in several chunks, when it selects columns and when it hands them over.
            columns = [table.get_column(name) for name in names]
            if any(series.n_chunks() > 1 for series in columns):
                capsules = [series.__arrow_c_stream__() for series in columns]
                return stream_of_chunks([stream_of(held) for held in capsules]), capsules
        if hasattr(table, "select"):
            table = table.select(list(names))
    if hasattr(table, "collect") and kind == "polars" and not hasattr(table, "__arrow_c_stream__"):
        raise TypeError("A LazyFrame has no rows yet; pass table.collect().")
    if hasattr(table, "__arrow_c_stream__"):
        held = table.__arrow_c_stream__()
        return stream_of(held), (held, table)
    if hasattr(table, "__arrow_c_array__"):
        held = table.__arrow_c_array__()
        return moved_stream(held), held
    raise TypeError(
        f"{type(table).__name__} is not a table: pass a DataFrame of pandas or polars, a pyarrow "
        "Table, a dictionary of columns, or an object with __arrow_c_stream__."
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
    given: Any, names: Optional[List[str]], choices: Sequence[str], option: str, meaning: str
) -> Optional[str]:
    """Returns the column of an option: the given one, or the only one with a usual name."""
    if given is not AUTO:
        return None if given is None else str(given)
    found = [choice for choice in choices if choice in (names or [])]
    if len(found) == 1:
        return found[0]
    usual = ", ".join(f'"{choice}"' for choice in choices)
    reason = f"has several of {usual}" if found else f"has none of {usual}"
    raise InvalidArgument(f"The column of {meaning} is unknown, because the table {reason}: pass {option}=.")


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
    columns: Dict[str, Any] = {
        "id": found_column(by, names, _IDS, "by", "ids (None for one person)"),
        "time": found_column(time, names, _TIMES, "time", "times"),
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
