# SPDX-License-Identifier: Apache-2.0
"""The functions of the package for DataFrames of PySpark 4.

>>> from swift_glucose import spark as glucose
>>> people = glucose.Cohort(session.read.parquet("cohort"), by="id", unit="mg/dL", zone="Europe/Oslo")
>>> people.metrics().write.parquet("metrics")
>>> model = people.fit(minutes=30)
>>> people.forecast(model)

The package must be installed on every machine of the cluster, with pyarrow. It informs and never doses: nothing it
computes is advice on treatment.
"""

from __future__ import annotations

import datetime
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional

import pyarrow as pa
import pyarrow.compute as pc
from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_type

from ._api import Cohort as _LocalCohort
from ._api import Model, _bands
from ._library import GlucoseError, InvalidArgument, InvalidData, Unavailable, _errors
from ._partitioned import PartitionedFit, fit_part, sum_parts
from ._tables import AUTO, reading_columns

# The rows that are computed together: whole people, until there are as many rows.
_CHUNK = 500_000
# The parts of a fit that are added on one machine before the driver adds their sums.
_FAN = 16


class Cohort:
    """The readings of people in a DataFrame of Spark, in any number of files and partitions.

    The rows are grouped by person once, in one shuffle, and computed in whole people by as many processes as Spark
    has cores. Spark's rows have no order: of several readings of one instant, the highest counts.

    Every result has the columns ``error_type`` and ``error``. A person whose record is invalid has one row with the
    name of the exception and its sentence there, and the other people have their results. So have rows without
    an id, together, and a person with more than ``largest`` rows, which are dropped as they come.

    :param frame: A row for each reading.
    :param by: The column of ids: text or integers.
    :param largest: The greatest number of rows of a person, who is computed in the memory of one process: about
        60 bytes a row.
    :param partitions: The number of partitions after grouping; by default Spark's.

    The other parameters are those of :class:`swift_glucose.Cohort`.
    """

    def __init__(
        self,
        frame: DataFrame,
        *,
        by: Any = AUTO,
        time: Any = AUTO,
        glucose: Any = AUTO,
        unit: Optional[str] = None,
        zone: Optional[str] = None,
        flags: Any = AUTO,
        missing: str = "skip",
        invalid: str = "refuse",
        largest: int = 50_000_000,
        partitions: Optional[int] = None,
    ) -> None:
        names = reading_columns(
            {name: None for name in frame.columns}, by, time, glucose, flags, unit
        )
        if names["id"] is None:
            raise InvalidArgument("`by` must be the column of ids.")
        if not names["unit"]:
            raise InvalidArgument('`unit` must be "mg/dL" or "mmol/L".')
        self._columns: Dict[str, Any] = {
            "by": names["id"],
            "time": names["time"],
            "glucose": names["glucose"],
            "flags": names["flags"],
            "unit": names["unit"],
            "zone": zone,
            "missing": missing,
            "invalid": invalid,
        }
        self._largest = largest
        used = [names[key] for key in ("id", "time", "glucose", "flags") if names[key]]
        absent = [name for name in used if name not in frame.columns]
        if absent:
            raise InvalidArgument(
                f'There is no column "{absent[0]}"; the columns are {", ".join(frame.columns)}.'
            )
        chosen = frame.select(*[F.col(f"`{name}`") for name in used])
        key = F.col(f"`{names['id']}`")
        grouped = chosen.repartition(partitions, key) if partitions else chosen.repartition(key)
        self._grouped = grouped.sortWithinPartitions(*[F.col(f"`{name}`") for name in used])
        self._id_type = to_arrow_type(frame.schema[names["id"]].dataType)
        _sample(self._columns, self._id_type)  # An option that is not allowed is an error here.

    def persist(self) -> "Cohort":
        """Keeps the grouped rows in memory and on disk, for several computations; see :meth:`unpersist`."""
        self._grouped.persist(StorageLevel.MEMORY_AND_DISK)
        return self

    def unpersist(self) -> None:
        """Releases the grouped rows."""
        self._grouped.unpersist()

    def metrics(
        self,
        *,
        period: str = "period",
        convention: str = "clinical",
        bands: Any = "consensus",
        night: Optional[str] = None,
        split: bool = False,
    ) -> DataFrame:
        """Returns every metric, one row for each person and period; see :meth:`swift_glucose.Cohort.metrics`."""
        return self._table(
            "metrics",
            period=period,
            convention=convention,
            bands=_bands(bands),
            night=night,
            split=split,
        )

    def day_statistics(self, *, bands: Any = "consensus") -> DataFrame:
        """Returns the statistics of each local day; see :meth:`swift_glucose.Cohort.day_statistics`."""
        return self._table("day_statistics", bands=_bands(bands))

    def episodes(
        self, *, convention: str = "clinical", bands: Any = "consensus", night: Optional[str] = None
    ) -> DataFrame:
        """Returns each episode of low and high glucose; see :meth:`swift_glucose.Cohort.episodes`."""
        return self._table("episodes", convention=convention, bands=_bands(bands), night=night)

    def profile(self, *, percentiles: Iterable[float] = (5, 25, 50, 75, 95)) -> DataFrame:
        """Returns the ambulatory glucose profile of each person; see :meth:`swift_glucose.Cohort.profile`."""
        return self._table("profile", percentiles=tuple(percentiles))

    def row_account(self) -> DataFrame:
        """Returns what became of the rows of each person; see :meth:`swift_glucose.Cohort.row_account`."""
        return self._table("row_account")

    def forecast(
        self,
        model: Model,
        *,
        at: Optional[datetime.datetime] = None,
        coverage: float = 0.9,
        personalized: bool = False,
    ) -> DataFrame:
        """Returns the forecast of each person; see :meth:`swift_glucose.Model.forecast`."""
        options = {"at": at, "coverage": coverage, "personalized": personalized}
        return self._run(_Forecast(model.to_bytes(), options))

    def fit(self, **options: Any) -> Model:
        """Returns a model fitted to all people: to rounding that of one machine, whatever the partitions.

        The readings are passed five times, for the number of readings, a sample of origins for the landmarks,
        the sums, a sample of errors and the coverage. The driver receives sums and samples, and no recording.

        :param options: The parameters of :class:`swift_glucose.PartitionedFit`.
        :raises Unavailable: if there is too little data.
        """
        rounds = PartitionedFit(**options)
        was_persisted = self._grouped.is_cached
        if not was_persisted:
            self.persist()
        try:
            while True:
                task = rounds.task
                if not task:
                    return rounds.model()
                rounds.advance(self._parts(task))
        finally:
            if not was_persisted:
                self.unpersist()

    def _parts(self, task: bytes) -> List[bytes]:
        """Returns the parts of all partitions, in their order."""
        job = _FitRound(self._columns, self._largest, task)
        schema = "place int, part binary, error_type string, error string"
        parts = self._grouped.mapInArrow(job, schema)
        count = self._grouped.rdd.getNumPartitions() if not _is_remote(self._grouped) else _FAN + 1
        if count > 2 * _FAN:
            group = F.floor(F.col("place") / _FAN)
            parts = parts.repartition(-(-count // _FAN), group).mapInArrow(_add_parts, schema)
        rows = sorted(parts.collect(), key=lambda row: row["place"])
        for row in rows:
            if row["error"] is not None:
                raise _exception(row["error_type"])(row["error"])
        return [bytes(row["part"]) for row in rows]

    def _table(self, name: str, **options: Any) -> DataFrame:
        return self._run(_Computation(name, options))

    def _run(self, compute: Callable[[_LocalCohort], pa.Table]) -> DataFrame:
        found = compute(_sample(self._columns, self._id_type))
        schema = _normal_schema(found.schema, self._columns["by"], self._id_type)
        job = _Job(self._columns, self._largest, compute, schema)
        return self._grouped.mapInArrow(job, from_arrow_schema(schema))


class _Computation:
    """A table of a cohort, by the name of its method."""

    def __init__(self, name: str, options: Dict[str, Any]) -> None:
        self.name = name
        self.options = options

    def __call__(self, cohort: _LocalCohort) -> pa.Table:
        options = dict(self.options) if self.name == "row_account" else dict(self.options, tasks=1)
        return getattr(cohort, self.name)(**options)


class _Forecast:
    """The forecasts of a model."""

    def __init__(self, model: bytes, options: Dict[str, Any]) -> None:
        self.bytes = model
        self.options = options

    def __call__(self, cohort: _LocalCohort) -> pa.Table:
        return Model.from_bytes(self.bytes).forecast(cohort, tasks=1, **self.options)


class _Job:
    """The computation of a partition, whose rows are sorted by id."""

    def __init__(
        self, columns: Dict[str, Any], largest: int, compute: Any, schema: pa.Schema
    ) -> None:
        self.columns = columns
        self.largest = largest
        self.compute = compute
        self.schema = schema

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for people, refused in whole_people(batches, self.columns["by"], self.largest):
            if people is not None:
                for found in self.results(people):
                    yield from found.to_batches()
            for id_, error in refused:
                yield from self.failure(id_, error).to_batches()

    def results(self, people: pa.Table) -> Iterator[pa.Table]:
        """Returns the results of people, and the error of each one whose record is invalid."""
        try:
            cohort = _LocalCohort(people, **self.columns)
            yield self.normal(self.compute(cohort))
            return
        except InvalidArgument:
            raise
        except GlucoseError as error:
            failed = error
        starts = person_starts(people[self.columns["by"]])
        if len(starts) < 2:
            yield self.failure(people[self.columns["by"]][0].as_py(), failed)
            return
        middle = starts[len(starts) // 2]
        yield from self.results(people.slice(0, middle))
        yield from self.results(people.slice(middle))

    def normal(self, found: pa.Table) -> pa.Table:
        columns = []
        for field in self.schema:
            if field.name in found.column_names:
                columns.append(found[field.name].cast(field.type))
            elif field.name == "error_type" and "error" in found.column_names:
                known = pc.is_valid(found["error"])
                columns.append(pc.if_else(known, "Unavailable", pa.scalar(None, pa.string())))
            else:
                columns.append(pa.nulls(len(found), field.type))
        return pa.table(columns, schema=self.schema)

    def failure(self, id_: Any, error: GlucoseError) -> pa.Table:
        values = {
            self.columns["by"]: id_,
            "error_type": type(error).__name__,
            "error": str(error),
        }
        return pa.table(
            [pa.array([values.get(field.name)], field.type) for field in self.schema],
            schema=self.schema,
        )


class _FitRound:
    """The part of a partition in a round of a fit."""

    def __init__(self, columns: Dict[str, Any], largest: int, task: bytes) -> None:
        self.columns = columns
        self.largest = largest
        self.task = task

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import TaskContext

        context = TaskContext.get()
        place = context.partitionId() if context is not None else 0
        part: Optional[bytes] = None
        try:
            for people, refused in whole_people(batches, self.columns["by"], self.largest):
                for _, error in refused:
                    raise error
                if people is not None:
                    own = fit_part(people, self.task, **self.columns)
                    part = own if part is None else sum_parts([part, own])
        except GlucoseError as error:
            yield _part_batch(place, None, error)
            return
        if part is not None:
            yield _part_batch(place, part, None)


def _part_batch(place: int, part: Optional[bytes], error: Any) -> pa.RecordBatch:
    kind = None if error is None else type(error).__name__
    return pa.record_batch(
        [
            pa.array([place], pa.int32()),
            pa.array([part], pa.binary()),
            pa.array([kind], pa.string()),
            pa.array([None if error is None else str(error)], pa.string()),
        ],
        names=["place", "part", "error_type", "error"],
    )


def _add_parts(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Adds the parts of each group of partitions, in the order of the partitions."""
    rows = sorted((row for batch in batches for row in batch.to_pylist()), key=lambda row: row["place"])
    groups: Dict[int, List[Dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["place"] // _FAN, []).append(row)
    for group in groups.values():
        wrong = next((row for row in group if row["error"] is not None), None)
        if wrong is not None:
            yield _part_batch(wrong["place"], None, _exception(wrong["error_type"])(wrong["error"]))
        else:
            yield _part_batch(group[0]["place"], sum_parts(row["part"] for row in group), None)


def person_starts(ids: pa.ChunkedArray) -> List[int]:
    """Returns the first row of each person in rows that are sorted by id."""
    ids = ids.combine_chunks() if isinstance(ids, pa.ChunkedArray) else ids
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
        (
            id_,
            InvalidData(f"{id_}: The person has {count} rows, more than the limit of {largest}."),
        )
        for id_, count in dropped.items()
    ]
    if without_id:
        refused.append((None, InvalidData(f"{without_id} rows have no id.")))
    people = pa.concat_tables(waiting) if rows else None
    if people is not None or refused:
        yield people, refused


def _sample(columns: Dict[str, Any], id_type: pa.DataType) -> _LocalCohort:
    """Returns a person of one day, whose results have the columns of all."""
    start = datetime.datetime(2026, 3, 2, tzinfo=datetime.timezone.utc)
    times = [start + datetime.timedelta(minutes=5 * row) for row in range(288)]
    value = 120.0 if columns["unit"] == "mg/dL" else 6.5
    made = {
        columns["by"]: pa.array([1] * 288).cast(id_type),
        columns["time"]: pa.array(times, pa.timestamp("us", "UTC")),
        columns["glucose"]: pa.array([value] * 288),
    }
    if columns["flags"]:
        made[columns["flags"]] = pa.array([0] * 288, pa.uint8())
    return _LocalCohort(pa.table(made), **columns)


def _normal_schema(schema: pa.Schema, by: str, id_type: pa.DataType) -> pa.Schema:
    """Returns the schema of a result in types that Spark has, with the columns of errors."""
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
    fields = [field for field in fields if field.name != "error"]
    return pa.schema(fields + [pa.field("error_type", pa.string()), pa.field("error", pa.string())])


def _exception(name: str) -> Any:
    return {kind.__name__: kind for kind in _errors.values()}.get(name, Unavailable)


def _is_remote(frame: DataFrame) -> bool:
    return not hasattr(frame, "_jdf")
