// SPDX-License-Identifier: Apache-2.0

/// Lists of JSON documents, written in pieces of about 64 KiB.
struct DocumentList: ~Copyable {
  /// The bytes that have not been written.
  var lines = ByteBuilder(capacity: Self.pieceSize + 1024)

  private var isEmpty = true
  private static let pieceSize = 1 << 16

  /// Begins a list.
  mutating func open() {
    lines.add(UInt8(ascii: "["))
    isEmpty = true
  }

  /// Ends the list.
  mutating func close() { lines.add(isEmpty ? "]" : "\n]") }

  /// Adds a document to the list, and writes the buffered bytes if they fill a piece.
  mutating func add<Failure>(
    to sink: ([UInt8]) throws(Failure) -> Void, _ document: (inout ByteBuilder) -> Void
  ) throws(Failure) {
    lines.add(isEmpty ? "\n" : ",\n")
    isEmpty = false
    document(&lines)
    if lines.count >= Self.pieceSize { try finish(to: sink) }
  }

  /// Writes the remaining bytes.
  mutating func finish<Failure>(to sink: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    guard lines.count > 0 else { return }
    try sink(lines.bytes)
    lines.removeAll()
  }
}
