internal import GlucoseFoundation

extension ByteBuilder {
  mutating func add(quoted text: String) {
    add(Byte.quote)
    for byte in text.utf8 {
      switch byte {
      case Byte.quote, UInt8(ascii: "\\"):
        add(UInt8(ascii: "\\"))
        add(byte)
      case Byte.lineFeed: add("\\n")
      case 0..<0x20:
        add(byte < 0x10 ? "\\u000" : "\\u00")
        add(String(byte, radix: 16))
      default: add(byte)
      }
    }
    add(Byte.quote)
  }

  /// Adds the name of a member that is not the first.
  mutating func add(member name: String) {
    add(Byte.comma)
    add(quoted: name)
    add(Byte.colon)
  }

  mutating func add(member name: String, text: String?) {
    guard let text else { return }
    add(member: name)
    add(quoted: text)
  }

  mutating func add(member name: String, number: Double?) {
    guard let number, number.isFinite else { return }
    add(member: name)
    add(number: number)
  }

  /// Adds a time since the reference date as milliseconds since 1970, to the nanosecond.
  mutating func add(milliseconds time: Double) {
    precondition(CSVWriter.writableTimes.contains(time), "A time must be in the years 1 to 9999")
    let (whole, nanoseconds) = Self.parts(time)
    let seconds = whole + Int(Date.timeIntervalBetween1970AndReferenceDate)
    add("\(seconds * 1000 + nanoseconds / 1_000_000)")
    let rest = nanoseconds % 1_000_000
    guard rest != 0 else { return }
    add(Byte.point)
    add(rest, digits: 6)
  }

  mutating func add(quotedTime time: Double) {
    precondition(CSVWriter.writableTimes.contains(time), "A time must be in the years 1 to 9999")
    add(Byte.quote)
    add(time: time, offset: 0)
    add(Byte.quote)
  }
}

/// Lists of JSON documents, written in pieces of about 64 KiB.
struct DocumentList: ~Copyable {
  var lines = ByteBuilder(capacity: ByteBuilder.pieceSize + 1024)

  private var isEmpty = true

  mutating func open() {
    lines.add(UInt8(ascii: "["))
    isEmpty = true
  }

  mutating func close() { lines.add(isEmpty ? "]" : "\n]") }

  /// Adds a document to the list, and writes the buffered bytes if they fill a piece.
  mutating func add<Failure>(
    to sink: ([UInt8]) throws(Failure) -> Void, _ document: (inout ByteBuilder) -> Void
  ) throws(Failure) {
    lines.add(isEmpty ? "\n" : ",\n")
    isEmpty = false
    document(&lines)
    try lines.flush(ByteBuilder.pieceSize, to: sink)
  }
}
