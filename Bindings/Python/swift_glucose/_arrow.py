# SPDX-License-Identifier: Apache-2.0
"""The structures of the Arrow C data interface, and the exchange of capsules."""

from __future__ import annotations

import ctypes
import itertools
import threading
from typing import Any, Dict, List, Optional, Sequence, Tuple

STREAM_NAME = b"arrow_array_stream"
SCHEMA_NAME = b"arrow_schema"
ARRAY_NAME = b"arrow_array"


class ArrowSchema(ctypes.Structure):
    """The type of an array."""


class ArrowArray(ctypes.Structure):
    """The buffers of an array."""


class ArrowArrayStream(ctypes.Structure):
    """Arrays of one type, one after the other."""


SchemaPointer = ctypes.POINTER(ArrowSchema)
ArrayPointer = ctypes.POINTER(ArrowArray)
StreamPointer = ctypes.POINTER(ArrowArrayStream)
ReleaseSchema = ctypes.CFUNCTYPE(None, SchemaPointer)
ReleaseArray = ctypes.CFUNCTYPE(None, ArrayPointer)
ReleaseStream = ctypes.CFUNCTYPE(None, StreamPointer)
GetSchema = ctypes.CFUNCTYPE(ctypes.c_int, StreamPointer, SchemaPointer)
GetNext = ctypes.CFUNCTYPE(ctypes.c_int, StreamPointer, ArrayPointer)
GetError = ctypes.CFUNCTYPE(ctypes.c_char_p, StreamPointer)

ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(SchemaPointer)),
    ("dictionary", SchemaPointer),
    ("release", ReleaseSchema),
    ("private_data", ctypes.c_void_p),
]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ArrayPointer)),
    ("dictionary", ArrayPointer),
    ("release", ReleaseArray),
    ("private_data", ctypes.c_void_p),
]
ArrowArrayStream._fields_ = [
    ("get_schema", GetSchema),
    ("get_next", GetNext),
    ("get_last_error", GetError),
    ("release", ReleaseStream),
    ("private_data", ctypes.c_void_p),
]

_api = ctypes.pythonapi
_get_pointer = _api.PyCapsule_GetPointer
_get_pointer.restype = ctypes.c_void_p
_get_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
# A destructor has the capsule's address only: its count of references is zero.
_get_pointer_of_address = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", _api)
)
_Destructor = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
_new_capsule = _api.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _Destructor]

_exported: Dict[int, ArrowArrayStream] = {}


@_Destructor
def _destroy_capsule(capsule: int) -> None:
    address = _get_pointer_of_address(capsule, STREAM_NAME)
    stream = _exported.pop(address, None)
    if stream is not None and stream.release:
        stream.release(ctypes.byref(stream))


def capsule(stream: ArrowArrayStream) -> Any:
    """Returns a capsule that owns a stream, and releases it unless a consumer has moved it."""
    address = ctypes.addressof(stream)
    _exported[address] = stream
    return _new_capsule(address, STREAM_NAME, _destroy_capsule)


def stream_of(capsule: Any) -> ArrowArrayStream:
    """Returns the stream of a capsule, which must stay alive while it is used."""
    return ArrowArrayStream.from_address(_get_pointer(capsule, STREAM_NAME))


def moved_stream(capsules: Tuple[Any, Any]) -> ArrowArrayStream:
    """Returns a stream of one array, moved out of the capsules of its type and of its buffers."""
    schema = ArrowSchema()
    array = ArrowArray()
    sources = zip(
        (schema, array), (ArrowSchema, ArrowArray), capsules, (SCHEMA_NAME, ARRAY_NAME)
    )
    for target, kind, source, name in sources:
        origin = kind.from_address(_get_pointer(source, name))
        ctypes.memmove(ctypes.byref(target), ctypes.byref(origin), ctypes.sizeof(kind))
        origin.release = kind._fields_[-2][1]()
    return _stream(schema, array, [schema, array])


# What Python keeps alive for structures that were handed out, by the number in `private_data`.
_alive: Dict[int, Any] = {}
_numbers = itertools.count(1)
_lock = threading.Lock()


def _keep(thing: Any) -> int:
    with _lock:
        number = next(_numbers)
        _alive[number] = thing
    return number


@ReleaseSchema
def _release_schema(pointer: Any) -> None:
    _alive.pop(pointer.contents.private_data, None)
    pointer.contents.release = ReleaseSchema()


@ReleaseArray
def _release_array(pointer: Any) -> None:
    _alive.pop(pointer.contents.private_data, None)
    pointer.contents.release = ReleaseArray()


@GetSchema
def _get_schema(pointer: Any, out: Any) -> int:
    state = _alive[pointer.contents.private_data]
    ctypes.memmove(out, ctypes.byref(state["schema"]), ctypes.sizeof(ArrowSchema))
    state["schema"].release = ReleaseSchema()
    return 0


@GetNext
def _get_next(pointer: Any, out: Any) -> int:
    state = _alive[pointer.contents.private_data]
    array = state.pop("array", None)
    if array is None:
        ctypes.memset(out, 0, ctypes.sizeof(ArrowArray))
    else:
        ctypes.memmove(out, ctypes.byref(array), ctypes.sizeof(ArrowArray))
    return 0


@GetError
def _get_error(pointer: Any) -> None:
    return None


@ReleaseStream
def _release_stream(pointer: Any) -> None:
    state = _alive.pop(pointer.contents.private_data, None)
    if state is not None:
        for thing in (state.get("schema"), state.get("array")):
            if thing is not None and thing.release:
                thing.release(ctypes.byref(thing))
    pointer.contents.release = ReleaseStream()


def _stream(schema: ArrowSchema, array: ArrowArray, alive: Any) -> ArrowArrayStream:
    stream = ArrowArrayStream()
    stream.get_schema = _get_schema
    stream.get_next = _get_next
    stream.get_last_error = _get_error
    stream.release = _release_stream
    stream.private_data = _keep({"schema": schema, "array": array, "alive": alive})
    return stream


class Column:
    """A column to export: its name, format, number of rows, addresses of buffers, and what owns them."""

    def __init__(
        self,
        name: str,
        format: str,
        length: int,
        buffers: Sequence[Optional[int]],
        owner: Any,
        null_count: int = 0,
        dictionary: Optional["Column"] = None,
    ) -> None:
        self.name = name
        self.format = format
        self.length = length
        self.buffers = buffers
        self.owner = owner
        self.null_count = null_count
        self.dictionary = dictionary

    def structures(self) -> Tuple[ArrowSchema, ArrowArray, List[Any]]:
        """Returns the structures of the column, and what must stay alive with them."""
        schema = ArrowSchema()
        schema.format = self.format.encode()
        schema.name = self.name.encode()
        schema.flags = 2
        schema.release = _release_schema
        buffers = (ctypes.c_void_p * max(len(self.buffers), 1))(*self.buffers)
        array = ArrowArray()
        array.length = self.length
        array.null_count = self.null_count
        array.n_buffers = len(self.buffers)
        array.buffers = ctypes.cast(buffers, ctypes.POINTER(ctypes.c_void_p))
        array.release = _release_array
        alive: List[Any] = [schema, array, buffers, self.owner]
        if self.dictionary is not None:
            types, values, more = self.dictionary.structures()
            schema.dictionary = ctypes.pointer(types)
            array.dictionary = ctypes.pointer(values)
            alive += more
        return schema, array, alive


def stream_of_columns(columns: Sequence[Column]) -> ArrowArrayStream:
    """Returns a stream of one batch of the columns, without copying them."""
    parts = [column.structures() for column in columns]
    count = len(parts)
    types = (SchemaPointer * max(count, 1))(*(ctypes.pointer(part[0]) for part in parts))
    arrays = (ArrayPointer * max(count, 1))(*(ctypes.pointer(part[1]) for part in parts))
    alive = [parts, types, arrays]
    schema = ArrowSchema()
    schema.format = b"+s"
    schema.name = b""
    schema.n_children = count
    schema.children = ctypes.cast(types, ctypes.POINTER(SchemaPointer))
    schema.release = _release_schema
    schema.private_data = _keep(alive)
    buffers = (ctypes.c_void_p * 1)(None)
    alive.append(buffers)
    array = ArrowArray()
    array.length = columns[0].length if count else 0
    array.n_buffers = 1
    array.n_children = count
    array.buffers = ctypes.cast(buffers, ctypes.POINTER(ctypes.c_void_p))
    array.children = ctypes.cast(arrays, ctypes.POINTER(ArrayPointer))
    array.release = _release_array
    array.private_data = _keep(alive)
    return _stream(schema, array, alive)
