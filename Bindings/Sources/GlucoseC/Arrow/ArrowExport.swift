// SPDX-License-Identifier: Apache-2.0

internal import CGlucose

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The buffers of a result, which every export of it shares.
@safe final class ExportedTable: Sendable {
  let table: ResultTable
  /// The Arrow format of each column.
  let formats: [String]
  /// The buffers of each column: validity, then values or offsets, then bytes.
  nonisolated(unsafe) let buffers: [[UnsafeMutableRawPointer?]]
  let nullCounts: [Int]

  /// Creates the buffers of a table.
  ///
  /// - Parameter textLimit: The number of bytes of text in a column above which its offsets have 64
  ///   bits.
  init(_ table: ResultTable, textLimit: Int = Int(Int32.max)) {
    self.table = table
    var formats: [String] = []
    var buffers: [[UnsafeMutableRawPointer?]] = unsafe []
    var nullCounts: [Int] = []
    for column in table.columns {
      let built = unsafe Self.build(column.values, textLimit)
      unsafe formats.append(built.format)
      unsafe buffers.append(built.buffers)
      nullCounts.append(unsafe built.nulls)
    }
    unsafe self.buffers = unsafe buffers
    self.nullCounts = nullCounts
    self.formats = formats
  }

  deinit {
    for column in unsafe buffers.indices {
      for place in unsafe buffers[column].indices { unsafe Self.release(buffers[column][place]) }
    }
  }

  private static func release(_ buffer: UnsafeMutableRawPointer?) { unsafe buffer?.deallocate() }

  /// Returns a buffer of at least one element.
  private static func allocate<Element>(
    _ count: Int, _ type: Element.Type
  ) -> UnsafeMutablePointer<Element> {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(64, (count * MemoryLayout<Element>.stride + 63) / 64 * 64), alignment: 64)
    return unsafe bytes.bindMemory(to: type, capacity: max(count, 1))
  }

  /// The format of a column, its buffers and the number of its nulls.
  private typealias Built = (format: String, buffers: [UnsafeMutableRawPointer?], nulls: Int)

  private static func build(_ values: ResultTable.Values, _ textLimit: Int) -> Built {
    switch values {
    case .numbers(let values): return unsafe fixed("g", values, or: .nan)
    case .integers(let values): return unsafe fixed("l", values, or: 0)
    case .bytes(let values): return unsafe fixed("C", values.map { $0 }, or: 0)
    case .days(let values): return unsafe fixed("tdD", values, or: 0)
    case .times(let values, let zone):
      return unsafe fixed("tsu:\(zone)", values.map { $0.flatMap(microseconds) }, or: 0)
    case .texts(let values):
      let total = values.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
      guard total > textLimit else { return unsafe texts("u", values, total, Int32.self) }
      return unsafe texts("U", values, total, Int64.self)
    }
  }

  /// Returns the microseconds from 1970 to a time in seconds since the reference date, or `nil` if
  /// there are too many.
  private static func microseconds(_ time: Double) -> Int64? {
    guard abs(time) < 1e12 else { return nil }
    return Int64((time * 1e6).rounded()) + TimeColumn.epoch * 1_000_000
  }

  /// Returns texts, whose bytes are at most as many as the greatest offset.
  private static func texts<Offset: FixedWidthInteger>(
    _ format: String, _ values: [String?], _ total: Int, _ type: Offset.Type
  ) -> Built {
    let (valid, nulls) = unsafe validity(values.map { $0 != nil })
    let offsets = unsafe allocate(values.count + 1, Offset.self)
    let bytes = unsafe allocate(total, UInt8.self)
    var end = 0
    unsafe offsets[0] = 0
    for (row, text) in values.enumerated() {
      for byte in (text ?? "").utf8 {
        unsafe bytes[end] = byte
        end += 1
      }
      unsafe offsets[row + 1] = Offset(end)
    }
    return unsafe (
      format, [valid, UnsafeMutableRawPointer(offsets), UnsafeMutableRawPointer(bytes)], nulls
    )
  }

  private static func fixed<Element>(
    _ format: String, _ values: [Element?], or missing: Element
  ) -> Built {
    let (valid, nulls) = unsafe validity(values.map { $0 != nil })
    let buffer = unsafe allocate(values.count, Element.self)
    for (row, value) in values.enumerated() {
      unsafe (buffer + row).initialize(to: value ?? missing)
    }
    return unsafe (format, [valid, UnsafeMutableRawPointer(buffer)], nulls)
  }

  private static func validity(
    _ isValid: [Bool]
  ) -> (bits: UnsafeMutableRawPointer?, nulls: Int) {
    let nulls = isValid.count { !$0 }
    guard nulls > 0 else { return (nil, 0) }
    let count = (isValid.count + 7) / 8
    let bits = unsafe allocate(count, UInt8.self)
    unsafe bits.initialize(repeating: 0, count: count)
    for (row, valid) in isValid.enumerated() where valid {
      unsafe bits[row >> 3] |= 1 << UInt8(row & 7)
    }
    return (UnsafeMutableRawPointer(bits), nulls)
  }
}

// The structures of an export: each retains the table, and its release function releases the table.
extension ExportedTable {
  func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) {
    unsafe stream.pointee = ArrowArrayStream(
      get_schema: { stream, schema in
        guard let state = unsafe StreamState.of(stream), let schema = unsafe schema else {
          return EINVAL
        }
        unsafe state.table.writeSchema(to: schema)
        return 0
      },
      get_next: { stream, array in
        guard let state = unsafe StreamState.of(stream), let array = unsafe array else {
          return EINVAL
        }
        if state.isDone {
          unsafe array.pointee = ArrowArray()
        } else {
          unsafe state.table.writeArray(to: array)
          state.isDone = true
        }
        return 0
      },
      get_last_error: { _ in nil },
      release: { stream in
        guard let stream = unsafe stream, let state = unsafe stream.pointee.private_data else {
          return
        }
        unsafe Unmanaged<StreamState>.fromOpaque(state).release()
        unsafe stream.pointee.private_data = nil
        unsafe stream.pointee.release = nil
      },
      private_data: Unmanaged.passRetained(StreamState(self)).toOpaque())
  }

  private func writeSchema(to schema: UnsafeMutablePointer<ArrowSchema>) {
    let count = table.columns.count
    let children = UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>.allocate(
      capacity: max(count, 1))
    for (index, column) in table.columns.enumerated() {
      let child = UnsafeMutablePointer<ArrowSchema>.allocate(capacity: 1)
      unsafe child.initialize(
        to: Self.schema(formats[index], column.name, children: nil, count: 0))
      unsafe (children + index).initialize(to: child)
    }
    unsafe schema.pointee = Self.schema("+s", "", children: children, count: count)
  }

  private static func schema(
    _ format: String, _ name: String,
    children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowSchema>?>?, count: Int
  ) -> ArrowSchema {
    unsafe ArrowSchema(
      format: UnsafePointer(strdup(format)), name: UnsafePointer(strdup(name)), metadata: nil,
      flags: Int64(ARROW_FLAG_NULLABLE), n_children: Int64(count), children: children,
      dictionary: nil,
      release: { schema in
        guard let schema = unsafe schema else { return }
        unsafe free(UnsafeMutableRawPointer(mutating: schema.pointee.format))
        unsafe free(UnsafeMutableRawPointer(mutating: schema.pointee.name))
        if let children = unsafe schema.pointee.children {
          for index in 0..<Int(unsafe schema.pointee.n_children) {
            guard let child = unsafe children[index] else { continue }
            unsafe child.pointee.release?(child)
            unsafe child.deallocate()
          }
          unsafe children.deallocate()
        }
        unsafe schema.pointee.release = nil
      },
      private_data: nil)
  }

  private func writeArray(to array: UnsafeMutablePointer<ArrowArray>) {
    let count = table.columns.count
    let children = UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>.allocate(
      capacity: max(count, 1))
    for index in 0..<count {
      let child = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
      unsafe child.initialize(
        to: self.array(buffers[index], nulls: nullCounts[index], children: nil, count: 0))
      unsafe (children + index).initialize(to: child)
    }
    unsafe array.pointee = self.array([nil], nulls: 0, children: children, count: count)
  }

  private func array(
    _ buffers: [UnsafeMutableRawPointer?], nulls: Int,
    children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>?, count: Int
  ) -> ArrowArray {
    let pointers = unsafe UnsafeMutablePointer<UnsafeRawPointer?>.allocate(
      capacity: buffers.count)
    for index in unsafe buffers.indices {
      unsafe (pointers + index).initialize(to: UnsafeRawPointer(buffers[index]))
    }
    return unsafe ArrowArray(
      length: Int64(table.rowCount), null_count: Int64(nulls), offset: 0,
      n_buffers: Int64(buffers.count), n_children: Int64(count), buffers: pointers,
      children: children, dictionary: nil,
      release: { array in
        guard let array = unsafe array else { return }
        if let children = unsafe array.pointee.children {
          for index in 0..<Int(unsafe array.pointee.n_children) {
            guard let child = unsafe children[index] else { continue }
            unsafe child.pointee.release?(child)
            unsafe child.deallocate()
          }
          unsafe children.deallocate()
        }
        unsafe array.pointee.buffers?.deallocate()
        if let owner = unsafe array.pointee.private_data {
          unsafe Unmanaged<ExportedTable>.fromOpaque(owner).release()
        }
        unsafe array.pointee.release = nil
      },
      private_data: Unmanaged.passRetained(self).toOpaque())
  }
}

/// The position in a stream, which one thread at a time uses, as Arrow demands.
private final class StreamState {
  let table: ExportedTable
  var isDone = false

  init(_ table: ExportedTable) { self.table = table }

  static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> StreamState? {
    guard let state = unsafe stream?.pointee.private_data else { return nil }
    return unsafe Unmanaged<StreamState>.fromOpaque(state).takeUnretainedValue()
  }
}
