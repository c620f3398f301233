"""The shared library: its functions, its errors, and calls that can be interrupted."""

from __future__ import annotations

import ctypes
import json
import os
import sys
import threading
import time
from functools import partial
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

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
    too few readings are left out, or times in a file are in doubt."""


class CallCanceled(GlucoseError):
    """The call was canceled."""


class FileUnreadable(GlucoseError, OSError):
    """A file cannot be opened or read."""


_errors = {
    1: InvalidArgument, 2: InvalidData, 3: Unavailable, 4: CallCanceled, 5: FileUnreadable,
}

ABI_VERSION = 1


def _load(path: Optional[str] = None) -> ctypes.CDLL:
    """Loads the library, whose version is checked before its functions are looked up."""
    name = "libglucose.dylib" if sys.platform == "darwin" else "libglucose.so"
    path = path or os.path.join(os.path.dirname(__file__), name)
    library = ctypes.CDLL(path)
    pointer, text, size, place = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p)
    signatures: Dict[str, List[Any]] = {
        "abi_version": [ctypes.c_uint32], "release": [None, pointer], "bytes": [pointer, text, size],
        "content": [pointer, pointer, ctypes.POINTER(size)], "stream": [pointer, pointer],
        "export": [None, pointer, pointer, pointer],
        "task_create": [pointer], "task_cancel": [None, pointer], "task_progress": [ctypes.c_double, pointer],
        "call": [ctypes.c_int32, text, place, size, text, pointer, place, place],
    }
    for name, (restype, *argtypes) in signatures.items():
        try:
            function = getattr(library, f"glucose_{name}")
        except AttributeError:
            raise ImportError(
                f"{path} is not the library of swift_glucose." if name == "abi_version" else
                f"{path} has no function glucose_{name}: the package and the library differ.") from None
        function.restype, function.argtypes = restype, argtypes
        if name == "abi_version" and function() != ABI_VERSION:
            raise ImportError(f"{path} has the interface {function()}; {ABI_VERSION} is needed.")
    return library


library = _load()

# A forked process has none of the threads that the library's concurrent work needs.
_is_forked = False


def _note_fork() -> None:
    global _is_forked
    _is_forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_note_fork)


def counted(count: int, one: str, many: str) -> str:
    """Returns a number with the words for one or for several."""
    return f"{count:,} {one if count == 1 else many}"


def require_threads(work: str) -> None:
    """Raises an error in a forked process."""
    if _is_forked:
        raise Unavailable(
            f"{work} needs threads that a forked process does not have: start the process with "
            'multiprocessing.get_context("spawn").'
        )


def encoded(options: Mapping[str, Any]) -> bytes:
    """Returns options as the library reads them, without absent ones."""
    present = []
    for key, value in options.items():
        try:
            # Numbers of numpy have the method.
            text = json.dumps(value, allow_nan=False, default=lambda one: one.tolist())
        except (AttributeError, TypeError, ValueError):
            raise InvalidArgument(f"`{key}` has a value that is not allowed: {value!r}.") from None
        if value is not None:
            present.append(f"{json.dumps(key)}: {text}")
    return f"{{{', '.join(present)}}}".encode()


class Handle:
    """An object of the library, which is released when nothing refers to it."""

    def __init__(self, pointer: Optional[int]) -> None:
        self.pointer = pointer

    def __del__(self) -> None:
        if not sys.is_finalizing():
            library.glucose_release(self.pointer)


def call(
    name: str, *inputs: Union[Handle, bytes, None], options: Mapping[str, Any] = {}, task: Optional[Handle] = None
) -> Handle:
    """Calls the library by name; returns the result, or raises the exception of an error, with the library's sentence."""
    given = [Handle(library.glucose_bytes(one, len(one))) if isinstance(one, bytes) else one for one in inputs]
    addresses: List[Any] = [one and one.pointer for one in given]
    pointers = (ctypes.c_void_p * len(given))(*addresses)
    result, error = ctypes.c_void_p(), ctypes.c_void_p()
    code = library.glucose_call(
        name.encode(), pointers, len(given), encoded(options), task and task.pointer, ctypes.byref(result), ctypes.byref(error))
    if code:
        raise _errors.get(code, GlucoseError)(content(Handle(error.value)).decode("utf-8", "replace"))
    return Handle(result.value)


def content(handle: Handle) -> bytes:
    """Returns a copy of text or bytes of the library."""
    count = ctypes.c_size_t()
    pointer = library.glucose_content(handle.pointer, ctypes.byref(count))
    return (ctypes.c_char * count.value).from_address(pointer).raw if count.value else b""


def described(name: str, handle: Handle) -> Dict[str, Any]:
    """Returns an object of JSON of the library."""
    found: Dict[str, Any] = json.loads(content(call(name, handle)))
    return found


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


def long_call(
    name: str, *inputs: Optional[Handle], options: Mapping[str, Any], progress: Progress = False, is_short: bool = False
) -> Handle:
    """Makes a call with a task, in another thread if this is the main one, so that Ctrl-C ends it."""
    work = partial(call, name, *inputs, options=options)
    if not progress and (is_short or threading.current_thread() is not threading.main_thread()):
        return work()
    bar = _Bar()
    show: Callable[[float], None] = progress if callable(progress) else bar if progress else lambda _: None
    task = Handle(library.glucose_task_create())
    try:
        result = in_thread(
            partial(work, task=task), lambda: show(library.glucose_task_progress(task.pointer)),
            lambda: library.glucose_task_cancel(task.pointer),
        )
        if progress:
            show(1.0)
        return result
    finally:
        bar.end()


def model_call(name: str, *inputs: Handle, options: Mapping[str, Any], progress: Progress) -> Handle:
    """Makes a long call of a fit, which in a forked process has neither threads nor progress."""
    if _is_forked and name != "backtest_part":
        options = dict(options, tasks=1)
    return long_call(name, *inputs, options=options, progress=False if _is_forked else progress, is_short=_is_forked)


def in_thread(work: Callable[[], Handle], show: Callable[[], None], cancel: Callable[[], None]) -> Handle:
    """Returns the result of some work in another thread, where Ctrl-C raises no exception.

    If this thread is interrupted, the work is canceled, and its end is awaited.
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
        outcome = {"error": interruption}
        interruption = None
    if "error" in outcome:
        raise outcome.pop("error")  # What refers to its own traceback would keep the cohort.
    result: Handle = outcome["result"]
    return result


_capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_capsule_pointer.restype, _capsule_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


def stream_of(table: Any) -> Handle:
    """Returns the stream of a table."""
    capsule = table.__arrow_c_stream__()  # Which must stay alive until the stream is moved.
    return Handle(library.glucose_stream(_capsule_pointer(capsule, b"arrow_array_stream")))
