# SPDX-License-Identifier: Apache-2.0
"""Glucose metrics, forecasts and pictures of whole cohorts, from any DataFrame.

>>> import swift_glucose as glucose
>>> glucose.metrics(frame, by="id", zone="Europe/Oslo", unit="mg/dL")

Tables of pandas, polars, pyarrow or any library with the Arrow PyCapsule interface come in without a
copy, and results are tables of the same kind. All functions use all cores and release the interpreter lock.
It informs and never doses: nothing it computes is advice on treatment.
"""

from ._api import (
    aggregate,
    backtest,
    best,
    day_statistics,
    episodes,
    error_grid,
    fit,
    forecast,
    grid,
    metric_columns,
    metrics,
    picture,
    profile,
    read,
)
from ._cohort import Cohort
from ._duckdb import register
from ._library import (
    CallCanceled,
    ConflictingReadings,
    FileUnreadable,
    GlucoseError,
    InvalidArgument,
    InvalidData,
    Unavailable,
    UnusedEvents,
)
from ._model import Model, Picture
from ._partitioned import (
    PartitionedFit,
    aggregate_part,
    backtest_part,
    fit_part,
    part_table,
    sum_parts,
)
from ._tables import Table

__version__ = "0.1.0"

__all__ = [
    "CallCanceled",
    "Cohort",
    "ConflictingReadings",
    "FileUnreadable",
    "GlucoseError",
    "InvalidArgument",
    "InvalidData",
    "Model",
    "PartitionedFit",
    "Picture",
    "Table",
    "Unavailable",
    "UnusedEvents",
    "aggregate",
    "aggregate_part",
    "backtest",
    "backtest_part",
    "best",
    "day_statistics",
    "episodes",
    "error_grid",
    "fit",
    "fit_part",
    "forecast",
    "grid",
    "metric_columns",
    "metrics",
    "part_table",
    "picture",
    "profile",
    "read",
    "register",
    "sum_parts",
]
