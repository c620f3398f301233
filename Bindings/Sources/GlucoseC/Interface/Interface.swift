public import CGlucose

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

// The functions of glucose.h, which documents them.

/// The version of this interface, which increases when a function is removed or changes its
/// meaning.
@c @implementation
public func glucose_abi_version() -> UInt32 { UInt32(GLUCOSE_ABI_VERSION) }

/// Frees text or bytes that a function of this library returned; `NULL` is allowed.
@c @implementation
public func glucose_free(_ memory: UnsafeMutableRawPointer?) { unsafe free(memory) }

/// Creates a task for one call.
@c @implementation
public func glucose_task_create() -> OpaquePointer? { unsafe handle(CallTask()) }

/// Cancels the call with this task, which then returns GLUCOSE_ERROR_CANCELED as soon as it can.
@c @implementation
public func glucose_task_cancel(_ task: OpaquePointer?) {
  if let task = try? unsafe object(task, CallTask.self, "task") { task.cancel() }
}

/// Returns the completed fraction of the call with this task, from 0 to 1.
@c @implementation
public func glucose_task_progress(_ task: OpaquePointer?) -> Double {
  (try? unsafe object(task, CallTask.self, "task"))?.fraction ?? 0
}

/// Frees a task; a call with it must have returned.
@c @implementation
public func glucose_task_free(_ task: OpaquePointer?) { unsafe free(task, CallTask.self) }

/// Returns the number of rows of a table.
@c @implementation
public func glucose_table_row_count(_ table: OpaquePointer?) -> Int64 {
  Int64((try? unsafe object(table, ResultTable.self, "table"))?.rowCount ?? 0)
}

/// Exports a table as a stream of one record batch, as often as it is called.
@c @implementation
public func glucose_table_export(
  _ table: OpaquePointer?, _ stream: UnsafeMutablePointer<ArrowArrayStream>?
) {
  guard let stream = unsafe stream else { return }
  guard let table = try? unsafe object(table, ResultTable.self, "table") else {
    unsafe stream.pointee = ArrowArrayStream()
    return
  }
  unsafe table.export(to: stream)
}

/// Frees a table.
@c @implementation
public func glucose_table_free(_ table: OpaquePointer?) {
  unsafe free(table, ResultTable.self)
}

/// Returns the task of a call, if there is one.
func optionalTask(_ task: OpaquePointer?) throws -> CallTask? {
  unsafe task == nil ? nil : try unsafe object(task, CallTask.self, "task")
}

/// Sets the result of a function.
func set(_ result: UnsafeMutablePointer<OpaquePointer?>?, _ object: some AnyObject) throws {
  guard let result = unsafe result else {
    throw BindingError.argument("The place of the result must not be NULL.")
  }
  unsafe result.pointee = handle(object)
}

/// Sets the result of a function to text.
func set(_ result: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ text: String) throws {
  guard let result = unsafe result else {
    throw BindingError.argument("The place of the result must not be NULL.")
  }
  unsafe result.pointee = copy(text)
}

/// Sets the result of a function to bytes.
func set(
  _ result: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ count: UnsafeMutablePointer<Int>?, _ bytes: [UInt8]
) throws {
  guard let result = unsafe result, let count = unsafe count else {
    throw BindingError.argument("The place of the result must not be NULL.")
  }
  guard let memory = unsafe malloc(max(bytes.count, 1)) else {
    throw BindingError.data("There is no memory for the result.")
  }
  unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
  unsafe result.pointee = unsafe memory.assumingMemoryBound(to: UInt8.self)
  unsafe count.pointee = bytes.count
}

/// Returns a copy of a caller's bytes.
func content(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> [UInt8] {
  guard let bytes = unsafe bytes, count > 0 else { return [] }
  return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
}
