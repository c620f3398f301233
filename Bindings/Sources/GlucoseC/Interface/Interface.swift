public import CGlucose
internal import Foundation

// The functions of glucose.h, which documents them.

/// An object of the library, or `NULL`.
public typealias Handle = OpaquePointer?
/// The place of a new object.
public typealias NewHandle = UnsafeMutablePointer<OpaquePointer?>?
/// A text in UTF-8, or `NULL`.
public typealias Text = UnsafePointer<CChar>?
/// The place of a new text.
public typealias NewText = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
/// The first of some bytes, or `NULL`.
public typealias Bytes = UnsafePointer<UInt8>?
/// The place of new bytes.
public typealias NewBytes = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?
/// The place of a number of bytes.
public typealias Count = UnsafeMutablePointer<Int>?
/// The place of an error, or `NULL`.
public typealias Failure = UnsafeMutablePointer<glucose_error>?
/// A stream of Arrow, or `NULL`.
public typealias Stream = UnsafeMutablePointer<ArrowArrayStream>?

/// Returns the version of this interface.
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
public func glucose_task_cancel(_ task: Handle) {
  if let task = try? unsafe object(task, CallTask.self, "task") { task.cancel() }
}

/// Returns the completed fraction of the call with this task, from 0 to 1.
@c @implementation
public func glucose_task_progress(_ task: Handle) -> Double {
  (try? unsafe object(task, CallTask.self, "task"))?.fraction ?? 0
}

/// Frees a task; a call with it must have returned.
@c @implementation
public func glucose_task_free(_ task: OpaquePointer?) { unsafe free(task, CallTask.self) }

/// Exports a table as a stream of one record batch, as often as it is called.
@c @implementation
public func glucose_table_export(_ table: Handle, _ stream: Stream) {
  guard let stream = unsafe stream else { return }
  guard let table = try? unsafe object(table, ResultTable.self, "table") else {
    unsafe stream.pointee = ArrowArrayStream()
    return
  }
  unsafe table.export(to: stream)
}

/// Frees a table.
@c @implementation
public func glucose_table_free(_ table: Handle) {
  unsafe free(table, ResultTable.self)
}

/// Returns the task of a call, if there is one.
func optionalTask(_ task: Handle) throws -> CallTask? {
  unsafe task == nil ? nil : try unsafe object(task, CallTask.self, "task")
}

/// Sets the result of a function.
func set(_ result: NewHandle, _ object: some AnyObject) throws {
  unsafe try place(result).pointee = handle(object)
}

/// Sets the result of a function to text.
func set(_ result: NewText, _ text: String) throws {
  unsafe try place(result).pointee = copy(text)
}

/// Sets the result of a function to bytes.
func set(_ result: NewBytes, _ count: Count, _ bytes: [UInt8]) throws {
  let (result, count) = unsafe (try place(result), try place(count))
  guard let memory = unsafe malloc(max(bytes.count, 1)) else {
    throw BindingError.data("There is no memory for the result.")
  }
  unsafe memory.copyMemory(from: bytes, byteCount: bytes.count)
  unsafe result.pointee = unsafe memory.assumingMemoryBound(to: UInt8.self)
  unsafe count.pointee = bytes.count
}

private func place<Value>(
  _ result: UnsafeMutablePointer<Value>?
) throws -> UnsafeMutablePointer<Value> {
  guard let result = unsafe result else {
    throw BindingError.argument("The place of the result must not be NULL.")
  }
  return unsafe result
}

/// Returns a copy of a caller's bytes.
func content(_ bytes: Bytes, _ count: Int) -> [UInt8] {
  guard let bytes = unsafe bytes, count > 0 else { return [] }
  return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
}

/// Gives an object to the caller of the interface, who passes it to the function that frees it.
func handle(_ object: some AnyObject) -> OpaquePointer {
  unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// Returns the object of a handle.
func object<Object: AnyObject>(
  _ handle: Handle, _ type: Object.Type, _ name: String
) throws -> Object {
  guard let handle = unsafe handle else {
    throw BindingError.argument("`\(name)` must not be NULL.")
  }
  return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

/// Frees the object of a handle.
func free<Object: AnyObject>(_ handle: Handle, _ type: Object.Type) {
  guard let handle = unsafe handle else { return }
  unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}
