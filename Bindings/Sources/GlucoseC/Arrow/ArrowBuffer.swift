/// Memory of a column of a result, which nobody changes once the column is made.
@safe final class ArrowBuffer: Sendable {
  nonisolated(unsafe) let start: UnsafeMutableRawPointer

  /// Creates memory of at least 64 bytes, in whole blocks of 64 bytes as Arrow recommends.
  init(byteCount: Int) {
    unsafe start = .allocate(byteCount: max(64, (byteCount + 63) / 64 * 64), alignment: 64)
  }

  deinit { unsafe start.deallocate() }

  /// Copies bytes to an offset.
  func copy(_ bytes: UnsafeBufferPointer<UInt8>, to offset: Int) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    unsafe (start + offset).copyMemory(from: source, byteCount: bytes.count)
  }
}

/// A column of a result while its rows are added: at most as many as its capacity.
struct ColumnBuilder<Element: BitwiseCopyable> {
  let values: ArrowBuffer
  /// The bits of rows with a value, from the first row without one on.
  private(set) var validity: ArrowBuffer?
  private(set) var nullCount = 0
  private let capacity: Int
  private let missing: Element
  private var count = 0

  /// Creates a column of values of a fixed size, with `missing` in the place of those that are null.
  init(capacity: Int, or missing: Element) {
    self.capacity = capacity
    self.missing = missing
    values = ArrowBuffer(byteCount: capacity * MemoryLayout<Element>.stride)
  }

  /// Adds a row.
  @inline(__always)
  mutating func append(_ value: Element?) { append(value ?? missing, isValid: value != nil) }

  /// Adds a row, whose value is stored even if it is null.
  ///
  /// - Precondition: there are fewer rows than the capacity.
  @inline(__always)
  mutating func append(_ value: Element, isValid: Bool) {
    precondition(count < capacity, "A column must not have more rows than its capacity")
    if !isValid || validity != nil { note(isValid) }
    unsafe (values.start + count * MemoryLayout<Element>.stride)
      .storeBytes(of: value, as: Element.self)
    count += 1
  }

  /// Notes whether the next row has a value.
  private mutating func note(_ isValid: Bool) {
    let bits = validity ?? allValid()
    validity = bits
    let byte = unsafe (bits.start + count >> 3).assumingMemoryBound(to: UInt8.self)
    let bit = UInt8(1) << UInt8(count & 7)
    if isValid {
      unsafe byte.pointee |= bit
    } else {
      unsafe byte.pointee &= ~bit
      nullCount += 1
    }
  }

  /// Returns the bits of rows of which each has a value so far.
  private func allValid() -> ArrowBuffer {
    let byteCount = (capacity + 7) / 8
    let bits = ArrowBuffer(byteCount: byteCount)
    unsafe bits.start.initializeMemory(as: UInt8.self, repeating: 0xFF, count: byteCount)
    return bits
  }

  /// Returns the column of the rows that were added.
  func column(_ name: String, _ format: String) -> ResultTable.Column {
    ResultTable.Column(
      name: name, format: format, count: count, nullCount: nullCount, buffers: [validity, values])
  }
}
