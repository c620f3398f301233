# SPDX-License-Identifier: Apache-2.0
"""Models and pictures."""

from __future__ import annotations

import ctypes
import datetime
import json
import os
import sys
from typing import Any, Dict, Optional, Union

from ._arrow import memory
from ._library import Progress, _Error, call, check, encoded, library, long_call, text
from ._tables import Table

# Calls with fewer readings are over before anybody presses Ctrl-C.
SHORT = 200_000


class Model:
    """A model that forecasts glucose up to two hours ahead. It informs and never doses.

    A model can be pickled; :meth:`to_bytes` and :meth:`from_bytes` store it.
    """

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def __del__(self) -> None:
        if not sys.is_finalizing():
            library.glucose_model_free(self._handle)

    def __repr__(self) -> str:
        return f"<swift_glucose.Model: {self.description['features']} features>"

    def __reduce__(self) -> Any:
        return Model.from_bytes, (self.to_bytes(),)

    @property
    def description(self) -> Dict[str, Any]:
        """The cadence, times ahead, number of people, rows and features of the model, and the reason it was
        chosen."""
        found: Dict[str, Any] = json.loads(text(library.glucose_model_description, self._handle))
        return found

    def to_bytes(self) -> bytes:
        """Returns the model as bytes; equal models have equal bytes."""
        pointer, count, error = ctypes.c_void_p(), ctypes.c_size_t(), _Error()
        check(
            library.glucose_model_encode(
                self._handle, ctypes.byref(pointer), ctypes.byref(count), ctypes.byref(error)
            ),
            error,
        )
        try:
            return memory(pointer.value, count.value)
        finally:
            library.glucose_free(pointer)

    @staticmethod
    def from_bytes(data: bytes) -> "Model":
        """Returns the model of bytes.

        :raises InvalidData: if they are damaged, or of another version.
        """
        return Model(call(library.glucose_model_decode, bytes(data), len(data)))

    def forecast(
        self,
        table: Any,
        *,
        at: Optional[datetime.datetime] = None,
        coverage: float = 0.9,
        personalized: bool = False,
        tasks: Optional[int] = None,
        progress: Progress = False,
        **columns: Any,
    ) -> Any:
        """Returns the forecast of each person, with a row for each time ahead.

        Columns: ``origin`` and ``origin_mgdl`` (the last reading), ``time``, ``minutes`` (ahead of the origin),
        ``glucose_mgdl``, ``lower_mgdl`` and ``upper_mgdl`` (the prediction interval),
        ``nominal_coverage``, ``empirical_coverage`` (measured, in the last row),
        ``p_below_54``, ``p_below_70``, ``p_above_180``, ``p_above_250`` (the probability of a crossing until then),
        and ``error``: a person without a forecast has one row, with the reason.

        :param table: A table of readings or a :class:`Cohort`; ``columns`` are the arguments of the latter.
        :param at: The present, an aware datetime; by default the time of each person's last reading.
        :param coverage: The nominal coverage of the interval, from 0.5 to 0.95.
        :param personalized: True to adapt the model to each person first.
        """
        from ._cohort import cohort_of

        cohort = cohort_of(table, columns)
        if at is not None and at.tzinfo is None:
            raise ValueError("`at` must have a time zone.")
        options = {
            "at": None if at is None else at.timestamp(),
            "coverage": coverage,
            "personalized": personalized,
            "tasks": tasks,
        }
        found = Table(
            long_call(
                library.glucose_model_forecast,
                self._handle,
                cohort._handle,
                encoded(options),
                progress=progress,
                is_short=cohort._size < SHORT and not personalized,
            )
        )
        cohort._warn_of_conflicts()
        return found.as_kind(cohort._kind)


class Picture:
    """A picture in SVG, which notebooks show."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<swift_glucose.Picture: {len(self.svg)} bytes of SVG>"

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)
