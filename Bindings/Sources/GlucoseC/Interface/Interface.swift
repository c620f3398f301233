public import CGlucose
internal import Foundation

// The functions of glucose.h, which documents them.

/// An object of the library, or `NULL`.
public typealias Object = OpaquePointer?

/// Returns the version of this interface.
@c @implementation
public func glucose_abi_version() -> UInt32 { UInt32(GLUCOSE_ABI_VERSION) }

/// Releases an object.
@c @implementation
public func glucose_release(_ object: Object) {
  guard let object = unsafe object else { return }
  let owned = unsafe Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(object)).takeRetainedValue()
  (owned as? CohortHandle)?.release()
}

/// Creates content: a copy of bytes.
@c @implementation
public func glucose_bytes(_ bytes: UnsafeRawPointer?, _ count: Int) -> Object {
  unsafe pointer(
    to: Content(bytes.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []))
}

/// Returns the bytes of content.
@c @implementation
public func glucose_content(
  _ content: Object, _ count: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  guard let content = unsafe object(content) as? Content else { return nil }
  if let count = unsafe count { unsafe count.pointee = content.count }
  return unsafe UnsafeRawPointer(content.buffer.start)
}

/// Moves a stream of record batches into an object.
@c @implementation
public func glucose_stream(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> Object {
  guard let stream = unsafe stream else { return nil }
  return unsafe pointer(to: ArrowStream(stream))
}

/// Exports a table.
@c @implementation
public func glucose_export(
  _ table: Object, _ array: UnsafeMutablePointer<ArrowArray>?,
  _ schema: UnsafeMutablePointer<ArrowSchema>?
) {
  guard let array = unsafe array, let schema = unsafe schema else { return }
  unsafe (array.pointee, schema.pointee) = (ArrowArray(), ArrowSchema())
  if let table = unsafe object(table) as? ResultTable { unsafe table.export(to: array, schema) }
}

/// Creates a task for one call.
@c @implementation
public func glucose_task_create() -> Object { unsafe pointer(to: CallTask()) }

/// Cancels the call with a task.
@c @implementation
public func glucose_task_cancel(_ task: Object) { (unsafe object(task) as? CallTask)?.cancel() }

/// Returns the completed fraction of the call with a task, from 0 to 1.
@c @implementation
public func glucose_task_progress(_ task: Object) -> Double {
  (unsafe object(task) as? CallTask)?.fraction ?? 0
}

/// Computes something, and returns 0 or the code of an error.
@c @implementation
public func glucose_call(
  _ name: UnsafePointer<CChar>?, _ inputs: UnsafePointer<OpaquePointer?>?, _ count: Int,
  _ options: UnsafePointer<CChar>?, _ task: Object, _ result: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  do {
    guard let name = unsafe name, let result = unsafe result else {
      throw BindingError.argument("`name` and `result` must not be NULL.")
    }
    let known = unsafe String(cString: name)
    guard let job = Job.all[known] else {
      let names = Job.all.keys.sorted().joined(separator: ", ")
      throw BindingError.argument("\"\(known)\" is not a call; calls are \(names).")
    }
    let call = unsafe try Call(
      known, inputs: UnsafeBufferPointer(start: inputs, count: count).map { unsafe object($0) },
      options: options.map { unsafe String(cString: $0) }, job.options, object(task) as? CallTask)
    let made = try job.run(call)
    unsafe result.pointee = unsafe made.map { unsafe pointer(to: $0) }
    return 0
  } catch let thrown {
    let failure = BindingError(thrown)
    if let error = unsafe error {
      unsafe error.pointee = pointer(to: Content(failure.message))
    }
    return failure.code
  }
}

/// Gives an object to the caller of the interface.
private func pointer(to object: AnyObject) -> OpaquePointer {
  unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// Returns the object of a pointer.
private func object(_ pointer: Object) -> AnyObject? {
  guard let pointer = unsafe pointer else { return nil }
  return unsafe Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

/// Text or bytes, with a zero byte after them.
final class Content: Sendable {
  let buffer: ArrowBuffer
  let count: Int

  init(_ bytes: [UInt8]) {
    count = bytes.count
    buffer = ArrowBuffer(byteCount: count + 1)
    unsafe bytes.withUnsafeBufferPointer { unsafe buffer.copy($0, to: 0) }
    unsafe buffer.start.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
  }

  convenience init(_ text: String) { self.init(Array(text.utf8)) }

  convenience init(_ numbers: [Int]) {
    self.init(numbers.flatMap { unsafe withUnsafeBytes(of: Int64($0)) { unsafe Array($0) } })
  }

  var bytes: [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: buffer.start, count: count))
  }
}
