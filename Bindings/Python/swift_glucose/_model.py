"""Models and pictures."""

from __future__ import annotations

import datetime
import html
import math
import os
import re
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING, Any, Dict, Optional, TypeVar, Union, overload

from ._library import Handle, InvalidArgument, Progress, Unavailable, call, content, described
from ._tables import Unchanging

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._cohort import Cohort, Column, Columns, Conflicts, Skipping, Unit

    class ForecastOptions(Columns, total=False):
        """The parameters of a forecast besides the table."""

        at: Optional[datetime.datetime]
        coverage: float
        personalized: bool
        each: bool
        tasks: Optional[int]
        progress: Progress

Frame = TypeVar("Frame")


def timestamp(name: str, time: Optional[datetime.datetime]) -> Optional[float]:
    """Returns the seconds from 1970 to the time of an option, which has a time zone."""
    if time is not None and not isinstance(time, datetime.datetime):
        raise InvalidArgument(f"`{name}` must be a datetime with a time zone, not {type(time).__name__}.")
    if time is not None and time.tzinfo is None:
        raise InvalidArgument(f"`{name}` must have a time zone.")
    return None if time is None else time.timestamp()


class Model(Unchanging):
    """A model that forecasts glucose up to two hours ahead. It informs and never doses.

    A model does not change. It can be pickled and copied; :meth:`to_bytes` and :meth:`from_bytes` store it.
    """

    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    def __repr__(self) -> str:
        return f"<swift_glucose.Model: {self.description['features']} features>"

    def __reduce__(self) -> Any:
        return Model.from_bytes, (self.to_bytes(),)

    @property
    def description(self) -> Dict[str, Any]:
        """The cadence, times ahead, number of people, rows and features of the model, and the reason it was
        chosen."""
        return described("model_description", self._handle)

    def to_bytes(self) -> bytes:
        """Returns the model as bytes; equal models have equal bytes."""
        return content(call("encode", self._handle))

    @staticmethod
    def from_bytes(data: bytes) -> "Model":
        """Returns the model of bytes.

        :raises InvalidData: if they are damaged, or of another version.
        """
        return Model(call("decode", bytes(data)))

    @overload
    def forecast(self, table: Cohort[Frame], **options: Unpack[ForecastOptions]) -> Frame: ...
    @overload
    def forecast(self, table: Frame, **options: Unpack[ForecastOptions]) -> Frame: ...
    def forecast(
        self, table: Any, *, at: Optional[datetime.datetime] = None, coverage: float = 0.9, personalized: bool = False,
        each: bool = False, tasks: Optional[int] = None, progress: Progress = False, **columns: Unpack[Columns],
    ) -> Any:
        """Returns the forecast of each person, with a row for each time ahead.

        Columns: ``origin`` and ``origin_mgdl`` (the last reading), ``time``, ``minutes`` (ahead of the origin),
        ``glucose_mgdl``, ``lower_mgdl`` and ``upper_mgdl`` (the prediction interval),
        ``nominal_coverage``, ``empirical_coverage`` (fractions from 0 to 1; measured, in the last row),
        ``p_below_54``, ``p_below_70``, ``p_above_180``, ``p_above_250`` (the probability, from 0 to 1, of a crossing until
        then; for readings in mmol/L, of 3.0, 3.9, 10.0 and 13.9 mmol/L), and ``error``: a person without a forecast has
        one row, with the reason. Instants have the zone of the days.

        With ``each=True``, a row for each reading that counts, with the forecast of the longest time ahead only, the columns
        ``outcome_mgdl`` (the reading at most 2½ minutes from ``time``, missing if there is none) and ``row`` (that of the
        reading in the table, from 0), or the reason why there is no forecast.

        :param at: The present, an aware datetime; by default the time of each person's last reading. Later readings and
            events are not used.
        :param coverage: The nominal coverage of the interval, from 0.5 to 0.95.
        :param personalized: True to adapt the model to each person first.
        :param each: True for a forecast after every reading, from the readings until then.
        """
        from ._cohort import cohort_of

        return cohort_of(table, columns).forecast(
            self, at=at, coverage=coverage, personalized=personalized, each=each, tasks=tasks, progress=progress)


def _write(text: str, path: Union[str, "os.PathLike[str]"]) -> None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


class Picture:
    """A picture in SVG, which notebooks show."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<swift_glucose.Picture: {len(self.svg)} bytes of SVG>"

    def save(self, path: Union[str, "os.PathLike[str]"], *, scale: float = 2) -> None:
        """Writes the picture to a file whose name ends in ".svg" or ".png".

        PNG is drawn by a browser: the one in the variable ``CHROMIUM``, otherwise Chromium, Chrome or Edge if one is found.

        :param path: The path of the file.
        :param scale: The pixels of PNG for each point.
        :raises InvalidArgument: if the name ends in neither.
        :raises Unavailable: if there is no browser, or if it draws nothing.
        """
        suffix = os.path.splitext(os.fspath(path))[1].lower()
        if suffix == ".png":
            _draw(self.svg, os.path.abspath(os.fspath(path)), scale)
        elif suffix == ".svg":
            _write(self.svg, path)
        else:
            raise InvalidArgument(f'{os.fspath(path)}: a picture is saved as ".svg" or ".png".')


_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")


def _draw(svg: str, path: str, scale: float) -> None:
    """Writes a picture as PNG, which a browser without a window draws."""
    browser = next(filter(None, map(shutil.which, [os.environ.get("CHROMIUM") or "", *_BROWSERS])), None)
    size = re.match(r'<svg[^>]* width="([\d.]+)" height="([\d.]+)"', svg)
    if browser is None or size is None:
        raise Unavailable("A picture as PNG needs a browser: install Chromium or Chrome, or set CHROMIUM to its path.")
    width, height = (math.ceil(float(text)) for text in size.groups())
    with tempfile.TemporaryDirectory() as folder:
        page, image = os.path.join(folder, "picture.html"), os.path.join(folder, "picture.png")
        _write(f"<!doctype html><meta charset=utf-8><style>body{{margin:0}}svg{{display:block}}</style>{svg}", page)
        arguments = [
            browser, "--headless", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/profile",
            f"--force-device-scale-factor={scale}", f"--window-size={width},{height}", f"--screenshot={image}", page,
        ]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            arguments.insert(1, "--no-sandbox")  # Chromium refuses the sandbox to root.
        made = subprocess.run(arguments, capture_output=True, text=True)
        if not os.path.exists(image):
            raise Unavailable(f"{browser} has drawn nothing: {made.stderr.strip()[-300:]}")
        shutil.move(image, path)


class Page:
    """A page in HTML, which notebooks show in a frame."""

    def __init__(self, text: str) -> None:
        self.html = text

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.html)}" width="100%" height="800"></iframe>'

    def __repr__(self) -> str:
        return f"<swift_glucose.Page: {len(self.html)} characters of HTML>"

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the page to a file, for any browser."""
        _write(self.html, path)
