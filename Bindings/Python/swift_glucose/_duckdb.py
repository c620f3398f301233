"""Functions for queries of DuckDB."""

from __future__ import annotations

import datetime
from collections import Counter
from contextlib import suppress
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Callable, Dict, Optional

from ._cohort import Bands, Cohort
from ._library import InvalidArgument

if TYPE_CHECKING:
    from ._cohort import Convention, Unit


def register(
    connection: Any, *, unit: Unit, zone: str, instants: bool = False, convention: Convention = "clinical",
    bands: Bands = "consensus", night: Optional[str] = None, prefix: str = "glucose_",
) -> None:
    """Adds functions of the lists of a person's times and concentrations to a connection of DuckDB, or replaces them.

    ``glucose_metrics(list(time), list(glucose))`` is a struct of every metric, of the whole recording.
    ``glucose_day_statistics``, ``glucose_episodes`` and ``glucose_profile`` are lists of structs, which ``unnest`` makes
    rows of. A list without rows gives NULL or an empty list, and an invalid reading ends the query. All readings of a
    person are in memory at once; a query as a table for :func:`metrics` needs no lists, and uses all cores.

    >>> glucose.register(connection, unit="mg/dL", zone="Europe/Oslo")
    >>> connection.sql("select id, glucose_metrics(list(time), list(gl)).mean_mgdl from readings group by id")

    :param connection: The connection, such as that of ``duckdb.connect()``. It needs pyarrow.
    :param unit: The unit of concentrations, "mg/dL" or "mmol/L".
    :param zone: The time zone of local days.
    :param instants: False for times that are local times of ``zone`` (TIMESTAMP), True for instants (TIMESTAMPTZ).
    :param prefix: The beginning of the names of the functions.
    """
    import duckdb
    import pyarrow as pa
    import pyarrow.compute

    options: Dict[str, Dict[str, Any]] = {
        "metrics": {"convention": convention, "bands": bands, "night": night}, "day_statistics": {"bands": bands},
        "episodes": {"convention": convention, "bands": bands, "night": night}, "profile": {},
    }

    def computed(name: str, table: pa.Table) -> pa.Table:
        cohort = Cohort(table, by="list", time="time", glucose="glucose", unit=unit, zone=zone, conflicts="last")
        found = getattr(cohort, name)(tasks=1, **options[name])
        columns = [column.cast(pa.timestamp("us", "UTC")) if pa.types.is_timestamp(column.type) else column for column in found]
        return pa.table(columns, names=found.column_names)

    def function(name: str, kinds: pa.StructType) -> Callable[[Any, Any], Any]:
        def compute(times: Any, values: Any) -> Any:
            lists = [part.combine_chunks() if isinstance(part, pa.ChunkedArray) else part for part in (times, values)]
            count = len(lists[0])
            numbers, others = map(pa.compute.list_parent_indices, lists)
            if numbers != others:
                raise InvalidArgument(f"The lists of {prefix}{name} have different lengths.")
            rows = {"list": numbers, "time": lists[0].flatten(), "glucose": lists[1].flatten()}
            found = computed(name, pa.table(rows))
            places = found["list"].combine_chunks()
            rows_of = pa.StructArray.from_arrays(
                [found[field.name].combine_chunks().cast(field.type) for field in kinds], fields=list(kinds))
            if name == "metrics":
                return rows_of.take(pa.compute.index_in(pa.array(range(count), pa.int64()), value_set=places))
            found_rows = Counter(places.to_pylist())
            ends = accumulate((found_rows[number] for number in range(count)), initial=0)
            return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), rows_of)

        return compute

    start = datetime.datetime(2026, 3, 2, tzinfo=datetime.timezone.utc if instants else None)
    sample = pa.table({
        "list": pa.array([0] * 288, pa.int64()),
        "time": [start + datetime.timedelta(minutes=5 * row) for row in range(288)],
        "glucose": [120.0 if unit == "mg/dL" else 6.5] * 288,
    })
    for name in options:
        found = computed(name, sample).drop_columns(["list"])
        kinds = pa.struct(list(found.schema))
        relation = connection.from_arrow(found)
        struct = connection.struct_type(dict(zip(relation.columns, relation.types)))
        with suppress(duckdb.InvalidInputException):  # There is none yet.
            connection.remove_function(f"{prefix}{name}")
        connection.create_function(
            f"{prefix}{name}", function(name, kinds), ["TIMESTAMPTZ[]" if instants else "TIMESTAMP[]", "DOUBLE[]"],
            struct if name == "metrics" else connection.list_type(struct), type="arrow", null_handling="special")
