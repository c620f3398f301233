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
import inspect
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_type
from pyspark.sql.types import StructType, TimestampType

from . import _spark_jobs as jobs
from ._api import document
from ._cohort import Bands, event_columns
from ._cohort import Cohort as _LocalCohort
from ._library import InvalidArgument
from ._model import Model
from ._partitioned import PartitionedFit, aggregate_part, backtest_part, fit_part, part_table, sum_parts
from ._tables import AUTO, reading_columns

if TYPE_CHECKING:
    from typing import Literal

    from typing_extensions import Concatenate, ParamSpec

    from ._cohort import Column, Skipping, Unit

    _P = ParamSpec("_P")


def _table_of(method: Callable[Concatenate[_LocalCohort[Any], _P], Any]) -> Callable[Concatenate[Cohort, _P], DataFrame]:
    """Makes a method of a cohort of Spark of one of a cohort in memory, without the threads and the progress of one process."""
    name = method.__name__
    signature = inspect.signature(method)
    kept = [one for one in signature.parameters.values() if one.name not in ("tasks", "progress")]

    def compute(cohort: Cohort, /, *arguments: _P.args, **options: _P.kwargs) -> DataFrame:
        known = own.bind(cohort, *arguments, **options)
        given: Dict[str, Any] = {key: known.arguments[key] for key in list(known.arguments)[1:]}
        if "tasks" in signature.parameters:
            given["tasks"] = 1
        return cohort._run(partial(method, **given))

    own = signature.replace(parameters=kept)
    setattr(compute, "__signature__", own)
    compute.__name__ = name
    sentence = (method.__doc__ or "").partition(".\n")[0].rstrip(".")
    compute.__doc__ = f"{sentence}; see :meth:`swift_glucose.Cohort.{name}`."
    return compute


class Cohort:
    """The readings of people in a DataFrame of Spark, in any number of files and partitions.

    The rows are grouped by person once, in one shuffle, and computed in whole people by as many processes as Spark
    has cores. Spark's rows have no order: of several readings of one instant, the highest counts.

    Every result has the columns ``error_type`` and ``error``. A person whose record is invalid has one row with the
    name of the exception and its sentence there, and the other people have their results. So have rows without
    an id, together, and a person with more than ``largest`` rows, which are dropped as they come.

    :param frame: A row for each reading.
    :param by: The column of ids: text or integers.
    :param zone: The time zone of local days. It, or ``zones``, is required for a column of type TimestampType, whose
        zone in Spark is that of the session and not of the data.
    :param events: A row for each event, with the ids in the column ``by``, and the columns that
        :meth:`swift_glucose.Cohort.events` returns, of which ``time`` and ``kind`` are required, or those of the command;
        others are not read. A person with events and no readings has one row with an error.
    :param conflicts: "last" to compute with the greatest of several values of a person at one instant, which
        :meth:`row_counts` counts, or "refuse" for an error.
    :param largest: The greatest number of rows of a person, who is computed in the memory of one process: about
        53 bytes a row.
    :param partitions: The number of partitions after grouping; by default Spark's.

    The other parameters are those of :class:`swift_glucose.Cohort`.
    """

    def __init__(
        self, frame: DataFrame, *, by: Column = AUTO, time: Column = AUTO, glucose: Column = AUTO,
        unit: Optional[Unit] = None, zone: Optional[str] = None, zones: Column = AUTO, flags: Column = AUTO,
        events: Optional[DataFrame] = None, missing: Skipping = "skip", invalid: Skipping = "refuse",
        conflicts: Literal["last", "refuse"] = "last", largest: int = 50_000_000, partitions: Optional[int] = None,
    ) -> None:
        names, found = reading_columns(
            {name: None for name in frame.columns}, by, time=time, glucose=glucose, flags=flags, unit=unit, zone=zone,
            zones=zones, missing=missing, invalid=invalid, conflicts=conflicts)
        if names["id"] is None:
            raise InvalidArgument("`by` must be the column of ids.")
        if names["id"] in ("error", "error_type"):
            raise InvalidArgument(f'Results have a column "{names["id"]}" of their own: rename that of the ids.')
        if conflicts not in ("last", "refuse"):
            raise InvalidArgument(f'`conflicts` must be "last" or "refuse", not "{conflicts}".')
        self._columns = {"by" if name == "id" else name: value for name, value in names.items()}
        self._largest = largest
        used = list(dict.fromkeys(found))
        absent = [name for name in used if name not in frame.columns]
        if absent:
            raise InvalidArgument(
                f'There is no column "{absent[0]}"; the columns are {", ".join(frame.columns)}.'
            )
        if names["zone"] is None and names["zones"] is None and isinstance(frame.schema[names["time"]].dataType, TimestampType):
            raise InvalidArgument(
                f'The column "{names["time"]}" has instants, whose zone would be that of the session: pass zone=, the time '
                "zone of local days, or zones=, the column of each person's."
            )
        chosen = frame.select(*[F.col(f"`{name}`") for name in used])
        rows = [_empty(chosen), None]
        if events is not None:
            logged = _known_events(events, names["id"])
            rows[1] = _empty(logged)
            chosen = _with_events(chosen, logged, names["id"])
        # An option that is not allowed, and a column that cannot be read, is an error here, and not after the shuffle.
        _LocalCohort(rows[0], events=rows[1], **self._columns)
        key = F.col(f"`{names['id']}`")
        grouped = chosen.repartition(partitions, key) if partitions else chosen.repartition(key)
        self._grouped = grouped.sortWithinPartitions(*[F.col(f"`{name}`") for name in used])
        # At most as many; Spark may join small ones when it runs, and to ask it would run the job.
        self._partitions = partitions or int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions") or 200)
        self._id_type = to_arrow_type(frame.schema[names["id"]].dataType)

    def persist(self) -> "Cohort":
        """Keeps the grouped rows in memory and on disk, for several computations; see :meth:`unpersist`."""
        self._grouped.persist(StorageLevel.MEMORY_AND_DISK)
        return self

    def unpersist(self) -> None:
        """Releases the grouped rows."""
        self._grouped.unpersist()

    metrics = _table_of(_LocalCohort.metrics)
    day_statistics = _table_of(_LocalCohort.day_statistics)
    episodes = _table_of(_LocalCohort.episodes)
    profile = _table_of(_LocalCohort.profile)
    quality = _table_of(_LocalCohort.quality)
    nights = _table_of(_LocalCohort.nights)
    row_counts = _table_of(_LocalCohort.row_counts)

    def forecast(
        self, model: Model, *, at: Optional[datetime.datetime] = None, coverage: float = 0.9,
        personalized: bool = False,
    ) -> DataFrame:
        """Returns the forecast of each person; see :meth:`swift_glucose.Model.forecast`."""
        return self._run(
            partial(jobs.forecast, model=model.to_bytes(), at=at, coverage=coverage, personalized=personalized))

    def fit(
        self, *, minutes: int = 30, cadence: Optional[int] = None, uses_events: bool = False,
        zone: Optional[str] = None, pretrained: bool = True, test_fraction: float = 0.3,
    ) -> Model:
        """Returns a model fitted to all people: to rounding that of one machine, whatever the partitions.

        The readings are passed up to five times, for the number of readings, a sample of origins for the landmarks,
        the sums, a sample of errors and the coverage. The driver receives sums, and samples of concentrations and errors
        with the ids, and no whole recording.

        :raises Unavailable: if there is too little data.
        """
        rounds = PartitionedFit(
            minutes=minutes, cadence=cadence, uses_events=uses_events, zone=zone, pretrained=pretrained,
            test_fraction=test_fraction,
        )
        was_persisted = self._grouped.is_cached
        if not was_persisted:
            self.persist()
        try:
            while True:
                task = rounds.task
                if not task:
                    return rounds.model()
                rounds.advance(self._parts(partial(fit_part, task=task)))
        finally:
            if not was_persisted:
                self.unpersist()

    def backtest(self, model: Model, *, test_fraction: float = 0.3) -> pa.Table:
        """Returns the errors of a model's forecasts on the last part of each recording, beside baselines, of all
        people and of each; see :meth:`swift_glucose.Cohort.backtest` for the columns, in mg/dL and fractions.

        The driver receives the sums of errors of each person, about 30 kB for a model of 30 minutes and 160 kB for
        one of 120, and some five times as much once for each partition.

        :param model: The model, such as that of :meth:`fit` with the same ``test_fraction``.
        :param test_fraction: The fraction of each recording, at its end, that is tested.
        :raises InvalidData: if a person has an invalid reading.
        """
        compute = partial(_backtest_part, model=model.to_bytes(), test_fraction=test_fraction)
        return part_table(sum_parts(self._parts(compute)))

    def aggregate(self, *, bands: Bands = "consensus") -> pa.Table:
        """Returns the statistics of all readings of all people in one row, to the same bits whatever the partitions;
        see :func:`swift_glucose.part_table` for the columns, in mg/dL and percent.

        :raises InvalidData: if a person has an invalid reading.
        """
        return part_table(sum_parts(self._parts(partial(aggregate_part, bands=bands))))

    def _parts(self, compute: Callable[[_LocalCohort[Any]], bytes]) -> List[bytes]:
        """Returns the parts of all partitions, in their order."""
        job = jobs.PartOf(self._columns, self._largest, compute)
        schema = from_arrow_schema(jobs.PARTS)
        parts = self._grouped.mapInArrow(job, schema)
        if self._partitions > 2 * jobs.FAN:
            parts = parts.groupBy(F.floor(F.col("place") / jobs.FAN)).applyInArrow(jobs.add_parts, schema)
        rows = sorted(parts.collect(), key=lambda row: row["place"])
        for row in rows:
            if row["error"] is not None:
                raise jobs.exception(row["error_type"])(row["error"])
        return [bytes(row["part"]) for row in rows]

    def _run(self, compute: Callable[[_LocalCohort[Any]], pa.Table]) -> DataFrame:
        found = compute(jobs.sample(self._columns, self._id_type))
        schema = jobs.normal_schema(found.schema, self._columns["by"], self._id_type)
        job = jobs.Job(self._columns, self._largest, compute, schema)
        return self._grouped.mapInArrow(job, from_arrow_schema(schema))


document(Cohort.fit, PartitionedFit)


def _backtest_part(cohort: _LocalCohort[Any], model: bytes, test_fraction: float) -> bytes:
    return backtest_part(cohort, Model.from_bytes(model), test_fraction=test_fraction)


def _empty(frame: DataFrame) -> pa.Table:
    """Returns a table without rows that has the columns of a frame."""
    instant = pa.timestamp("us", "UTC")
    fields = [
        (field.name, instant if isinstance(field.dataType, TimestampType) else to_arrow_type(field.dataType))
        for field in frame.schema
    ]
    return pa.schema(fields).empty_table()


def _known_events(events: DataFrame, id_: str) -> DataFrame:
    """Returns the columns of events that are read."""
    found = event_columns(events, id_)
    for name in (id_, "time", "kind"):
        if name not in found:
            raise InvalidArgument(f'There is no column "{name}" of events; the columns are {", ".join(events.columns)}.')
    return events.select(*[F.col(f"`{name}`") for name in found])


def _with_events(readings: DataFrame, events: DataFrame, id_: str) -> DataFrame:
    """Returns the rows of readings and those of events, each of which has the event in a column of its own."""
    types = [frame.schema[id_].dataType for frame in (readings, events)]
    if types[0] != types[1]:
        raise InvalidArgument(f'The ids of events and of readings must have one type, in the column "{id_}".')
    known = [name for name in events.columns if name != id_]
    event = F.struct(*[F.col(f"`{name}`") for name in known])
    logged = events.select(F.col(f"`{id_}`"), event.alias(jobs.EVENT))
    kind = StructType([events.schema[name] for name in known])
    none = F.lit(None).cast(kind)
    return readings.withColumn(jobs.EVENT, none).unionByName(logged, allowMissingColumns=True)
