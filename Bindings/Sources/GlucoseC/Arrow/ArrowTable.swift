internal import CGlucose

/// A stream of record batches, which one call reads.
@safe final class ArrowStream {
  private var source: ArrowArrayStream

  /// Moves a caller's stream; afterwards its `release` is `NULL`.
  init(_ stream: UnsafeMutablePointer<ArrowArrayStream>) {
    unsafe source = unsafe stream.pointee
    unsafe stream.pointee.release = nil
  }

  deinit { unsafe source.release?(&source) }

  func taken() -> ArrowArrayStream {
    defer { unsafe source.release = nil }
    return unsafe source
  }
}

/// The record batches of a stream, which belong to the caller until they are released.
@safe final class ArrowTable: Sendable {
  /// A column of the stream: its place, name and type.
  struct Field: Sendable {
    let index: Int
    let name: String
    let format: String
    /// The type of the values of a dictionary, or `nil` for another column.
    let dictionaryFormat: String?
  }

  let fields: [Field]
  /// The arrays, which nobody changes.
  nonisolated(unsafe) let batches: [UnsafeMutablePointer<ArrowArray>]
  /// The first row of each batch, and the number of all rows.
  let starts: [Int]
  var rowCount: Int { starts[starts.count - 1] }

  /// Reads a stream.
  init(_ stream: ArrowStream, _ name: String) throws {
    var source = unsafe stream.taken()
    let release = unsafe try require(source.release, "The stream of \(name) was read already.")
    defer { unsafe release(&source) }
    var schema = unsafe ArrowSchema()
    guard let getSchema = unsafe source.get_schema, let getNext = unsafe source.get_next else {
      throw BindingError.argument("The stream of \(name) has no functions.")
    }
    guard unsafe getSchema(&source, &schema) == 0 else {
      throw unsafe Self.failure(&source, name)
    }
    defer { unsafe schema.release?(&schema) }
    unsafe try require(
      Self.string(schema.format) == "+s", "The stream of \(name) has no columns; a table is needed."
    )
    fields = try (0..<Int(unsafe schema.n_children)).map { index in
      let child = unsafe try require(
        schema.children?[index], "The stream of \(name) lacks the type of a column.")
      return unsafe Field(
        index: index, name: Self.string(child.pointee.name),
        format: Self.string(child.pointee.format),
        dictionaryFormat: child.pointee.dictionary.map { unsafe Self.string($0.pointee.format) })
    }
    var batches: [UnsafeMutablePointer<ArrowArray>] = unsafe []
    var starts = [0]
    do {
      while true {
        let batch = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
        unsafe batch.initialize(to: ArrowArray())
        guard unsafe getNext(&source, batch) == 0 else {
          unsafe batch.deallocate()
          throw unsafe Self.failure(&source, name)
        }
        guard unsafe batch.pointee.release != nil else {
          unsafe batch.deallocate()
          break
        }
        unsafe batches.append(batch)
        starts.append(starts[starts.count - 1] + Int(unsafe batch.pointee.length))
        unsafe try require(
          batch.pointee.n_children == Int64(fields.count),
          "The stream of \(name) has rows without columns.")
        unsafe try require(
          !Self.hasNulls(batch),
          "The stream of \(name) has rows that are null; only values in columns can be null.")
      }
    } catch {
      unsafe Self.release(batches)
      unsafe batches.forEach { unsafe $0.deallocate() }
      throw error
    }
    unsafe self.batches = unsafe batches
    self.starts = starts
  }

  deinit {
    release()
    unsafe batches.forEach { unsafe $0.deallocate() }
  }

  /// Releases the arrays in the calling thread. No column may be read afterwards.
  ///
  /// The closure of a task may refer to the table for an instant after the task is complete, so that the last
  /// reference can be that of another thread, in which a caller's function must not be called.
  func release() { unsafe Self.release(batches) }

  private static func release(_ batches: [UnsafeMutablePointer<ArrowArray>]) {
    unsafe batches.forEach { batch in
      unsafe batch.pointee.release?(batch)
      unsafe batch.pointee.release = nil
    }
  }

  /// Returns whether rows of a batch are null as a whole; -1 nulls are an unknown number.
  private static func hasNulls(_ batch: UnsafeMutablePointer<ArrowArray>) -> Bool {
    let (count, length) = unsafe (batch.pointee.null_count, Int(batch.pointee.length))
    guard count != 0, let buffer = unsafe batch.pointee.buffers?[0] else { return false }
    guard count < 0 else { return true }
    let validity = unsafe Validity(
      bits: buffer.assumingMemoryBound(to: UInt8.self), offset: Int(batch.pointee.offset))
    return !(0..<length).allSatisfy { validity.isValid($0) }
  }

  private static func string(_ pointer: UnsafePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
  }

  private static func failure(_ stream: inout ArrowArrayStream, _ name: String) -> BindingError {
    guard let getError = unsafe stream.get_last_error, let text = unsafe getError(&stream) else {
      return .argument("The stream of \(name) failed.")
    }
    return .argument("The stream of \(name) failed: \(unsafe String(cString: text))")
  }

  /// Returns the column with a name, or throws an error that lists the columns.
  func field(_ name: String) throws -> Field {
    let found = fields.filter { $0.name == name }
    guard let field = found.first else {
      let names = fields.map { "\"\($0.name)\"" }.joined(separator: ", ")
      throw BindingError.argument("There is no column \"\(name)\"; the columns are \(names).")
    }
    try require(found.count == 1, "There are \(found.count) columns \"\(name)\".")
    return field
  }

  /// The part of a column that is in a batch.
  @safe struct Slice {
    let array: UnsafePointer<ArrowArray>
    /// The position of the first row in the buffers.
    let offset: Int
    let count: Int

    /// Returns a buffer, or `nil` if it is absent.
    func buffer<Element>(_ index: Int, of type: Element.Type) -> UnsafePointer<Element>? {
      guard unsafe index < Int(array.pointee.n_buffers),
        let pointer = unsafe array.pointee.buffers?[index]
      else { return nil }
      return unsafe pointer.assumingMemoryBound(to: type)
    }

    /// The bits of valid rows, or `nil` if all are valid.
    var validity: Validity? {
      guard unsafe array.pointee.null_count != 0, let bits = unsafe buffer(0, of: UInt8.self) else {
        return nil
      }
      return unsafe Validity(bits: bits, offset: offset)
    }
  }

  /// The bits of valid rows.
  @safe struct Validity {
    let bits: UnsafePointer<UInt8>
    let offset: Int

    @inline(__always)
    func isValid(_ row: Int) -> Bool {
      let position = offset + row
      return unsafe bits[position >> 3] >> UInt8(position & 7) & 1 == 1
    }
  }

  /// Returns the rows of each batch, from 0.
  var rowsOfBatches: [Range<Int>] { zip(starts, starts.dropFirst()).map { 0..<($1 - $0) } }

  /// Returns the parts of a column in each batch.
  func slices(_ field: Field) throws -> [Slice] {
    try unsafe batches.indices.map { try slice(field, $0) }
  }

  private func slice(_ field: Field, _ batch: Int) throws -> Slice {
    let parent = unsafe batches[batch]
    guard let child = unsafe parent.pointee.children?[field.index],
      unsafe child.pointee.length >= parent.pointee.length + parent.pointee.offset
    else { throw BindingError.argument("The column \"\(field.name)\" is shorter than the table.") }
    return unsafe Slice(
      array: UnsafePointer(child),
      offset: Int(child.pointee.offset) + Int(parent.pointee.offset),
      count: Int(parent.pointee.length))
  }
}
