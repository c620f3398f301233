"""The shared library: its functions, its errors, and calls that can be interrupted."""

from __future__ import annotations

import ctypes
import json
import os
import sys
import threading
import time
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

Progress = Union[bool, Callable[[float], None]]
"""True for a bar on standard error, or a function of the completed fraction, from 0 to 1."""


class GlucoseError(Exception):
    """An error of the library, with its sentence."""


class InvalidArgument(GlucoseError, ValueError):
    """An option is not allowed, or a column is missing or has a type that cannot be read."""


class InvalidData(GlucoseError, ValueError):
    """A reading, a file or a stored model is not valid."""


class Unavailable(GlucoseError):
    """There is too little data for a fit or a forecast."""


class ConflictingReadings(UserWarning):
    """Readings of a person at the same time have different values, of which the last row counts, or all in metrics
    with the convention "iglu"."""


class LeftOut(UserWarning):
    """Rows or files that cannot be read, readings of a feed beside another, events that are not read, or people with
    too few readings are left out."""


class CallCanceled(GlucoseError):
    """The call was canceled."""


class FileUnreadable(GlucoseError, OSError):
    """A file cannot be opened or read."""


_errors = {
    1: InvalidArgument, 2: InvalidData, 3: Unavailable, 4: CallCanceled, 5: FileUnreadable,
}

ABI_VERSION = 1


class _Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int32), ("message", ctypes.c_void_p)]


class Counts(ctypes.Structure):
    """The numbers of people and rows of a cohort, and those of readings that do not count and of their people."""

    _fields_ = [
        (name, ctypes.c_int64) for name in ("people", "rows", "conflicts", "conflicts_people", "parallel", "parallel_people")
    ]


def _load(path: Optional[str] = None) -> ctypes.CDLL:
    """Loads the library, whose version is checked before its functions are looked up."""
    name = "libglucose.dylib" if sys.platform == "darwin" else "libglucose.so"
    path = path or os.path.join(os.path.dirname(__file__), name)
    library = ctypes.CDLL(path)
    try:
        known = library.glucose_abi_version
    except AttributeError:
        raise ImportError(f"{path} is not the library of swift_glucose.") from None
    known.restype, known.argtypes = ctypes.c_uint32, []
    version = known()
    if version != ABI_VERSION:
        raise ImportError(f"{path} has the interface {version}; {ABI_VERSION} is needed.")
    handle = stream = ctypes.c_void_p
    text, result, count = ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_size_t
    error, code, size = ctypes.POINTER(_Error), ctypes.c_int32, ctypes.POINTER(ctypes.c_size_t)
    signatures: List[Tuple[Any, List[Any], str]] = [
        (None, [handle], "free task_cancel task_free table_free cohort_free model_free partitioned_fit_free"),
        (handle, [], "task_create"), (ctypes.c_double, [handle], "task_progress"), (Counts, [handle], "cohort_counts"),
        (None, [handle, stream], "table_export"), (code, [result, error], "metric_columns"),
        (code, [stream, stream, text, result, error], "cohort_from_arrow"),
        (code, [text, text, result, error], "cohort_from_file"), (code, [stream, text, result, error], "error_grid"),
        (code, [handle, result, error], "cohort_description model_description partitioned_fit_model"),
        (code, [handle, text, text, handle, result, error], "compute"),
        (code, [handle, handle, text, handle, result, error], "agreement model_forecast"),
        (code, [handle, text, result, error], "report"), (code, [handle, text, text, result, error], "picture"),
        (code, [handle, text, handle, result, error], "model_fit model_best"),
        (code, [handle, result, size, error], "model_encode partitioned_fit_task"),
        (code, [text, count, result, error], "model_decode part_table"), (code, [text, result, error], "partitioned_fit_create"),
        (code, [handle, text, count, error], "partitioned_fit_advance"),
        (code, [handle, text, count, result, size, error], "fit_part"),
        (code, [handle, text, text, handle, handle, result, size, error], "part"),
        (code, [text, count, text, count, result, size, error], "part_add"),
    ]
    for restype, argtypes, names in signatures:
        for name in names.split():
            try:
                function = getattr(library, f"glucose_{name}")
            except AttributeError:
                raise ImportError(f"{path} has no function glucose_{name}: the package and the library differ.") from None
            function.restype, function.argtypes = restype, argtypes
    return library


library = _load()

# A forked process has none of the threads that the library's concurrent work needs.
_is_forked = False


def _note_fork() -> None:
    global _is_forked
    _is_forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_fork)


def model_tasks(tasks: Optional[int]) -> Optional[int]:
    """Returns the number of threads of a fit: one in a forked process."""
    return 1 if _is_forked else tasks


def require_threads(work: str) -> None:
    """Raises an error in a forked process."""
    if _is_forked:
        raise Unavailable(
            f"{work} needs threads that a forked process does not have: start the process with "
            'multiprocessing.get_context("spawn").'
        )


def encoded(options: Dict[str, Any]) -> bytes:
    """Returns options as the library reads them, without absent ones."""
    present = {key: value for key, value in options.items() if value is not None}
    try:
        return json.dumps(present, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise InvalidArgument(f"An option has a value that is not allowed: {error}") from None


def check(code: int, error: _Error) -> None:
    """Raises the exception of an error, with the library's sentence."""
    if code == 0:
        return
    message = ""
    if error.message:
        message = ctypes.string_at(error.message).decode("utf-8", "replace")
        library.glucose_free(error.message)
    raise _errors.get(code, GlucoseError)(message)


def call(function: Any, *arguments: Any) -> int:
    """Calls a function whose last arguments are the result and the error; returns the result."""
    result = ctypes.c_void_p()
    error = _Error()
    check(function(*arguments, ctypes.byref(result), ctypes.byref(error)), error)
    return result.value or 0


def text(function: Any, *arguments: Any) -> str:
    """Calls a function whose result is text."""
    pointer = call(function, *arguments)
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        library.glucose_free(pointer)


class _Bar:
    """A bar on standard error, which appears after half a second."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.width = 0

    def __call__(self, fraction: float) -> None:
        seconds = time.monotonic() - self.start
        if seconds < 0.5:
            return
        filled = int(30 * fraction)
        line = f"\r[{'#' * filled}{'.' * (30 - filled)}] {100 * fraction:3.0f} % {seconds:.0f} s"
        self.width = max(self.width, len(line))
        sys.stderr.write(line)
        sys.stderr.flush()

    def end(self) -> None:
        if self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()


class _Task:
    """A task, which is freed when neither the calling thread nor the working one refers to it."""

    def __init__(self) -> None:
        self.handle = library.glucose_task_create()

    def __del__(self) -> None:
        if not sys.is_finalizing():
            library.glucose_task_free(self.handle)


def long_call(
    function: Any, *arguments: Any, free: Callable[[int], Any], progress: Progress = False, is_short: bool = False,
) -> int:
    """Calls a function with a task before the result and the error; returns the result.

    In the main thread the work is done in another one, so that Ctrl-C ends it. A result that the caller does not get
    is freed.
    """
    if not progress and (is_short or not _is_main()):
        return call(function, *arguments, None)
    bar = _Bar()
    show: Callable[[float], None] = progress if callable(progress) else bar if progress else lambda _: None
    task = _Task()
    try:
        result = in_thread(
            lambda: call(function, *arguments, task.handle), free,
            lambda: show(library.glucose_task_progress(task.handle)), lambda: library.glucose_task_cancel(task.handle),
        )
    finally:
        bar.end()
    if progress:
        try:
            show(1.0)
        except BaseException:
            free(result)
            raise
        bar.end()
    return result


def model_call(function: Any, *arguments: Any, free: Callable[[int], Any], progress: Progress) -> int:
    """Makes a long call of a fit, which in a forked process has neither threads nor progress."""
    return long_call(function, *arguments, free=free, progress=False if _is_forked else progress, is_short=_is_forked)


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()


def in_thread(
    work: Callable[[], int], free: Callable[[int], Any], show: Callable[[], None], cancel: Callable[[], None]
) -> int:
    """Returns the result of some work in another thread, where Ctrl-C raises no exception.

    If this thread is interrupted, the work is canceled, its end is awaited, and its result is freed.
    """
    done = threading.Event()
    outcome: Dict[str, Any] = {}
    # Held by the thread that works, or by this one if it was interrupted before the work.
    begun = threading.Lock()

    def run() -> None:
        if not begun.acquire(blocking=False):
            return
        try:
            outcome["result"] = work()
        except BaseException as error:  # noqa: B902 - it is raised in the calling thread
            outcome["error"] = error
        finally:
            done.set()

    thread = threading.Thread(target=run, name="glucose", daemon=True)
    interruption: Optional[BaseException] = None
    try:
        thread.start()
    except BaseException as error:  # noqa: B902 - it is raised once the work has ended
        if begun.acquire(blocking=False):
            raise
        interruption = error
        cancel()
    while not done.is_set() or thread.is_alive():
        try:
            if done.is_set():
                thread.join()
            elif interruption is not None:
                done.wait()
            elif not done.wait(0.05):
                show()
        except BaseException as error:  # noqa: B902 - it is raised once the work has ended
            if interruption is None:
                interruption = error
                cancel()
    if interruption is not None:
        if "result" in outcome:
            free(outcome["result"])
        raise interruption
    if "error" in outcome:
        raise outcome["error"]
    return int(outcome["result"])


_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype, _capsule_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def stream_of(table: Any) -> Any:
    """Returns the capsule of a table's stream, which must stay alive while it is used, and its address."""
    capsule = table.__arrow_c_stream__()
    return capsule, _capsule_pointer(capsule, b"arrow_array_stream")


def taken(pointer: Optional[int], count: int) -> bytes:
    """Returns a copy of bytes of the library, which are freed."""
    try:
        return (ctypes.c_char * count).from_address(pointer).raw if pointer and count else b""
    finally:
        library.glucose_free(pointer)


def bytes_of(function: Any, *arguments: Any) -> bytes:
    """Calls a function whose results are bytes and their number."""
    pointer, count, error = ctypes.c_void_p(), ctypes.c_size_t(), _Error()
    check(function(*arguments, ctypes.byref(pointer), ctypes.byref(count), ctypes.byref(error)), error)
    return taken(pointer.value, count.value)
