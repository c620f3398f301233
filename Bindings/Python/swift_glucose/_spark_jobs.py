"""What the workers of a cluster compute: partitions whose rows are sorted by id, from Arrow to Arrow."""

from __future__ import annotations

import datetime
import warnings
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Iterator, List

import pyarrow as pa
import pyarrow.compute as pc

from ._cohort import Cohort
from ._library import GlucoseError, InvalidData, LeftOut, Unavailable, _errors, counted
from ._model import Model
from ._partitioned import sum_parts

# The rows that are computed together: whole people, until there are as many rows.
_CHUNK = 500_000
# The parts that are added on one machine before the driver adds their sums.
FAN = 16
# The column of events, which rows of readings do not have.
EVENT = "event of swift_glucose"
# The columns of parts, of the partitions in these places.
PARTS = pa.schema([("place", pa.int32()), ("part", pa.binary()), ("error_type", pa.string()), ("error", pa.string())])


def forecast(cohort: Cohort[Any], model: bytes, **options: Any) -> pa.Table:
    """Returns the forecasts of a model."""
    return Model.from_bytes(model).forecast(cohort, tasks=1, **options)


@dataclass
class Job:
    """The computation of a partition, whose rows are sorted by id."""

    columns: Dict[str, Any]
    largest: int
    compute: Any
    schema: pa.Schema

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for people, refused in whole_people(batches, self.columns["by"], self.largest):
            if people is not None:
                found = self.compute(local_cohort(people, self.columns, errors="row"))
                yield from found.cast(self.schema).to_batches()
            for id_, error in refused:
                yield from self.failure(id_, error).to_batches()

    def failure(self, id_: Any, error: GlucoseError) -> pa.Table:
        return pa.Table.from_pylist([{self.columns["by"]: id_, **failure(error)}], schema=self.schema)


@dataclass
class PartOf:
    """The part of a partition in a fit, a back-test or an aggregate."""

    columns: Dict[str, Any]
    largest: int
    compute: Any

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import TaskContext

        context = TaskContext.get()
        place = context.partitionId() if context is not None else 0
        row: Dict[str, Any] = {"place": place}
        try:
            for people, refused in whole_people(batches, self.columns["by"], self.largest):
                for _, error in refused:
                    raise error
                if people is not None:
                    own = self.compute(local_cohort(people, self.columns))
                    row["part"] = sum_parts([row["part"], own]) if "part" in row else own
        except GlucoseError as error:
            row = {"place": place, **failure(error)}
        if len(row) > 1:
            yield pa.RecordBatch.from_pylist([row], PARTS)


def local_cohort(people: pa.Table, columns: Dict[str, Any], **options: Any) -> Cohort[Any]:
    """Returns the cohort of rows of readings and of events."""
    if EVENT not in people.column_names:
        return Cohort(people, **columns, **options)
    is_event = pc.is_valid(people[EVENT])
    readings = people.filter(pc.invert(is_event)).drop_columns([EVENT])
    rows = people.filter(is_event)
    by = columns["by"]
    names = [field.name for field in rows.schema.field(EVENT).type]
    logged = rows.select([by, EVENT]).flatten().rename_columns([by, *names])
    with warnings.catch_warnings():
        # They have a row of their own.
        warnings.simplefilter("ignore", LeftOut)
        return Cohort(readings, events=logged, **columns, **options)


def failure(error: GlucoseError) -> Dict[str, str]:
    """Returns the columns of an error."""
    return {"error_type": type(error).__name__, "error": str(error)}


def add_parts(parts: pa.Table) -> pa.Table:
    """Returns the sum of the parts of a group of partitions, in the order of the partitions, or the first error."""
    rows = sorted(parts.to_pylist(), key=lambda row: row["place"])
    wrong = next((row for row in rows if row["error"] is not None), None)
    return pa.Table.from_pylist([wrong or dict(rows[0], part=sum_parts(row["part"] for row in rows))], PARTS)


def person_starts(ids: pa.ChunkedArray) -> List[int]:
    """Returns the first row of each person in rows that are sorted by id."""
    if len(ids) == 0:
        return []
    changes = pc.indices_nonzero(pc.not_equal(ids.slice(1), ids.slice(0, len(ids) - 1)))
    return [0] + [index + 1 for index in changes.to_pylist()]


def whole_people(
    batches: Iterable[pa.RecordBatch], by: str, largest: int, chunk: int = _CHUNK
) -> Iterator[Any]:
    """Returns tables of whole people, from batches that are sorted by id, and the errors of those refused.

    No more than ``chunk`` rows and those of one person and a batch are in memory.
    """
    waiting: List[pa.Table] = []  # The last person's rows are at the end.
    rows = last_rows = without_id = 0
    last: Any = None
    dropped: Dict[Any, int] = {}
    for batch in batches:
        table = pa.Table.from_batches([batch])
        if table[by].null_count:
            without_id += table[by].null_count
            table = table.filter(pc.is_valid(table[by]))
        starts = person_starts(table[by])
        if len(table) <= largest:
            # The first and the last person may have rows in other batches, and those between are whole.
            starts = sorted({*starts[:2], *starts[-1:]})
        for start, end in zip(starts, starts[1:] + [len(table)]):
            piece = table.slice(start, end - start)
            id_ = piece[by][0].as_py()
            if id_ != last:
                last_rows = 0
                if rows >= chunk:
                    yield pa.concat_tables(waiting), []
                    waiting, rows = [], 0
            last = piece[by][len(piece) - 1].as_py()
            if id_ in dropped:
                dropped[id_] += len(piece)
                continue
            waiting.append(piece)
            rows += len(piece)
            last_rows = last_rows + len(piece) if id_ == last else 0
            if last_rows > largest:
                # The rows of this person so far are released, and the rest is only counted.
                dropped[id_] = last_rows
                rows -= last_rows
                waiting = [pa.concat_tables(waiting).slice(0, rows)] if rows else []
    refused: List[Any] = [
        (id_, InvalidData(f"{id_}: The person has {count} rows, more than the limit of {largest}."))
        for id_, count in dropped.items()
    ]
    if without_id:
        refused.append((None, InvalidData(f"{counted(without_id, 'row has', 'rows have')} no id.")))
    people = pa.concat_tables(waiting) if rows else None
    if people is not None or refused:
        yield people, refused


def sample(columns: Dict[str, Any], id_type: pa.DataType) -> Cohort[Any]:
    """Returns a person of one day, whose results have the columns of all."""
    start = datetime.datetime(2026, 3, 2, tzinfo=datetime.timezone.utc)
    times = [start + datetime.timedelta(minutes=5 * row) for row in range(288)]
    values = {
        "by": pa.array([1]).cast(id_type)[0], "glucose": 120.0 if columns["unit"] == "mg/dL" else 6.5,
        "flags": pa.scalar(0, pa.uint8()), "zones": "UTC",
    }
    made = {columns[key]: pa.repeat(value, 288) for key, value in values.items() if columns[key]}
    return Cohort(pa.table({**made, columns["time"]: pa.array(times, pa.timestamp("us", "UTC"))}), errors="row", **columns)


def normal_schema(schema: pa.Schema, by: str, id_type: pa.DataType) -> pa.Schema:
    """Returns the schema of a result in types that Spark has."""
    fields = []
    for field in schema:
        kind = field.type
        if pa.types.is_dictionary(kind):
            kind = kind.value_type
        if field.name == by:
            kind = id_type
        elif pa.types.is_timestamp(kind):
            kind = pa.timestamp("us", "UTC" if kind.tz else None)
        elif pa.types.is_large_string(kind):
            kind = pa.string()
        fields.append(pa.field(field.name, kind))
    return pa.schema(fields)


def exception(name: str) -> Any:
    return {kind.__name__: kind for kind in _errors.values()}.get(name, Unavailable)
