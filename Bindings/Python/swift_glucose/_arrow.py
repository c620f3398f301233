# SPDX-License-Identifier: Apache-2.0
"""The structures of the Arrow C data interface, and the exchange of capsules."""

from __future__ import annotations

import ctypes
import errno
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
    """Arrays of one type, one after the other.

    One that Python made has the number of its rows, and a list of the exceptions in its functions, which the
    library only knows as a failure.
    """

    length: Optional[int] = None
    failures: Optional[List[BaseException]] = None


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
    return stream_of_arrays(schema, [array], None)


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


# An exception in a function that C calls is only printed, and the function returns 0: of a stream, that would be its
# end. So each is a failure of the stream.
@GetSchema
def _get_schema(pointer: Any, out: Any) -> int:
    failures: List[BaseException] = []
    try:
        state = _alive[pointer.contents.private_data]
        failures = state["failures"]
        ctypes.memmove(out, ctypes.byref(state["schema"]), ctypes.sizeof(ArrowSchema))
        state["schema"].release = ReleaseSchema()
    except BaseException as error:  # noqa: B902 - it is raised by the caller of the library
        failures.append(error)
        return errno.EIO
    return 0


@GetNext
def _get_next(pointer: Any, out: Any) -> int:
    failures: List[BaseException] = []
    try:
        state = _alive[pointer.contents.private_data]
        failures = state["failures"]
        if not state["arrays"]:
            ctypes.memset(out, 0, ctypes.sizeof(ArrowArray))
        else:
            ctypes.memmove(out, ctypes.byref(state["arrays"][-1]), ctypes.sizeof(ArrowArray))
            del state["arrays"][-1]
    except BaseException as error:  # noqa: B902 - it is raised by the caller of the library
        failures.append(error)
        return errno.EIO
    return 0


@GetError
def _get_error(pointer: Any) -> None:
    return None


@ReleaseStream
def _release_stream(pointer: Any) -> None:
    state = _alive.pop(pointer.contents.private_data, None)
    if state is not None:
        for thing in [state["schema"], *state["arrays"]]:
            if thing.release:
                thing.release(ctypes.byref(thing))
    pointer.contents.release = ReleaseStream()


def stream_of_arrays(schema: ArrowSchema, arrays: Sequence[ArrowArray], alive: Any) -> ArrowArrayStream:
    """Returns a stream of arrays of one type, which it owns, and keeps what they refer to until it is released."""
    stream = ArrowArrayStream()
    stream.get_schema = _get_schema
    stream.get_next = _get_next
    stream.get_last_error = _get_error
    stream.release = _release_stream
    stream.length = sum(array.length for array in arrays)
    stream.failures = []
    stream.private_data = _keep(
        {"schema": schema, "arrays": list(arrays)[::-1], "alive": alive, "failures": stream.failures}
    )
    return stream


def release(stream: Optional[ArrowArrayStream]) -> None:
    """Releases a stream that nobody has moved."""
    if stream is not None and stream.release:
        stream.release(ctypes.byref(stream))


_view = _api.PyMemoryView_FromMemory
_view.restype = ctypes.py_object
_view.argtypes = [ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int]
_READ = 0x100


def memory(address: Optional[int], count: int) -> bytes:
    """Returns a copy of the bytes at an address."""
    return bytes(_view(address, count, _READ)) if address and count else b""


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
        # The time zones of a column of times, if there are several.
        self.several_zones: List[str] = []

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


class ImportedColumn(Column):
    """An array with the Arrow PyCapsule interface, under a name."""

    def __init__(self, name: str, array: Any) -> None:
        super().__init__(name, "", len(array), [], None)
        self.capsules = array.__arrow_c_array__()

    def structures(self) -> Tuple[ArrowSchema, ArrowArray, List[Any]]:
        # The capsules release what they have once nothing refers to them any more.
        schema, array = ArrowSchema(), ArrowArray()
        for copy, source, kind in zip((schema, array), self.capsules, (SCHEMA_NAME, ARRAY_NAME)):
            ctypes.memmove(ctypes.byref(copy), _get_pointer(source, kind), ctypes.sizeof(copy))
        schema.name = self.name.encode()
        schema.flags = 2
        schema.release, array.release = _release_schema, _release_array
        schema.private_data = array.private_data = None
        return schema, array, [schema, array, self.capsules]


def stream_of_columns(columns: Sequence[Column]) -> ArrowArrayStream:
    """Returns a stream of one batch of the columns, without copying them."""
    parts = [column.structures() for column in columns]
    schema = structure_schema([part[0] for part in parts], parts)
    length = columns[0].length if columns else 0
    array = structure_array([part[1] for part in parts], length, parts)
    return stream_of_arrays(schema, [array], None)


def structure_schema(columns: Sequence[ArrowSchema], alive: Any) -> ArrowSchema:
    """Returns the type of a table, which keeps the types of its columns and what they refer to."""
    types = (SchemaPointer * max(len(columns), 1))(*(ctypes.pointer(column) for column in columns))
    schema = ArrowSchema()
    schema.format = b"+s"
    schema.name = b""
    schema.n_children = len(columns)
    schema.children = ctypes.cast(types, ctypes.POINTER(SchemaPointer))
    schema.release = _release_schema
    schema.private_data = _keep([types, alive])
    return schema


def structure_array(columns: Sequence[ArrowArray], length: int, alive: Any) -> ArrowArray:
    """Returns a batch of a table, which keeps its columns and what they refer to."""
    arrays = (ArrayPointer * max(len(columns), 1))(*(ctypes.pointer(column) for column in columns))
    buffers = (ctypes.c_void_p * 1)(None)
    array = ArrowArray()
    array.length = length
    array.n_buffers = 1
    array.n_children = len(columns)
    array.buffers = ctypes.cast(buffers, ctypes.POINTER(ctypes.c_void_p))
    array.children = ctypes.cast(arrays, ctypes.POINTER(ArrayPointer))
    array.release = _release_array
    array.private_data = _keep([arrays, buffers, alive])
    return array


class _Chunks:
    """The chunks of columns, which are released when nothing refers to them any more."""

    def __init__(self, streams: Sequence[ArrowArrayStream]) -> None:
        self.schemas: List[ArrowSchema] = []
        self.columns: List[List[ArrowArray]] = []
        for stream in streams:
            reference = ctypes.byref(stream)
            schema = ArrowSchema()
            chunks: List[ArrowArray] = []
            if stream.get_schema(reference, ctypes.byref(schema)):
                raise MemoryError("The type of a column cannot be read.")
            self.schemas.append(schema)
            self.columns.append(chunks)
            while True:
                chunk = ArrowArray()
                if stream.get_next(reference, ctypes.byref(chunk)):
                    raise MemoryError("A column cannot be read.")
                if not chunk.release:
                    break
                chunks.append(chunk)

    def __del__(self) -> None:
        for thing in [*self.schemas, *(chunk for chunks in self.columns for chunk in chunks)]:
            if thing.release:
                thing.release(ctypes.byref(thing))


def stream_of_chunks(streams: Sequence[ArrowArrayStream]) -> ArrowArrayStream:
    """Returns a stream of batches of columns that come in chunks of different lengths, without copying them.

    A batch ends where a chunk of any column ends. The streams are read to their ends.
    """
    held = _Chunks(streams)
    ends = [list(itertools.accumulate(chunk.length for chunk in chunks)) for chunks in held.columns]
    batches = []
    places = [0] * len(ends)
    start = 0
    for end in sorted(set().union(*ends) - {0}):
        parts = []
        for column, chunks in enumerate(held.columns):
            while ends[column][places[column]] <= start:
                places[column] += 1
            chunk = chunks[places[column]]
            part = ArrowArray()
            ctypes.memmove(ctypes.byref(part), ctypes.byref(chunk), ctypes.sizeof(ArrowArray))
            part.offset += start - (ends[column][places[column]] - chunk.length)
            part.length = end - start
            part.null_count = -1 if chunk.null_count else 0
            part.release = _release_array
            part.private_data = None
            parts.append(part)
        batches.append(structure_array(parts, end - start, [parts, held]))
        start = end
    return stream_of_arrays(structure_schema(held.schemas, held), batches, held)
