internal import GlucoseMath

protocol XMLFormat: DocumentFormat {
  /// Returns the evidence in the root, at which the scanner is, or in the tag after it.
  static func evidence(in scanner: inout XMLScanner) -> DetectionEvidence?

  mutating func open(
    _ scanner: inout XMLScanner, into records: inout Records, _ report: inout ImportReport)

  mutating func close(depth: Int, into records: inout Records, _ report: inout ImportReport)

  func finish(into records: inout Records)
}

extension XMLFormat {
  func finish(into records: inout Records) {}

  mutating func close(depth: Int, into records: inout Records, _ report: inout ImportReport) {}

  static func evidence(at head: ArraySlice<UInt8>) -> DetectionEvidence? {
    guard head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return nil }
    var scanner = XMLScanner(Array(head.prefix(DocumentFormats.headLength)), isWhole: false)
    guard case .start? = try? scanner.next() else { return nil }
    return evidence(in: &scanner)
  }

  mutating func read(
    _ stream: inout ByteStream, into records: inout Records, _ report: inout ImportReport
  ) throws(ReadError) {
    var xml = XMLStream(stream)
    while true {
      switch try xml.next() {
      case .start: open(&xml.scanner, into: &records, &report)
      case .end: close(depth: xml.scanner.depth, into: &records, &report)
      case .needsMore: break
      case .cut:
        let text = xml.scanner.buffer.lineExcerpt(from: xml.scanner.index)
        report.reject(Rejection(.cutOff, text), line: xml.scanner.line(of: .max))
        return finish(into: &records)
      case .endOfDocument: return finish(into: &records)
      }
    }
  }
}

/// A document in UTF-8 that is scanned as the pieces of a stream arrive.
struct XMLStream {
  var scanner = XMLScanner([], isWhole: false)
  private var pieces = UTF8Pieces()
  private var stream: ByteStream
  private(set) var byteCount = 0

  let name: String

  init(_ stream: ByteStream, _ name: String = "") { (self.stream, self.name) = (stream, name) }

  mutating func next() throws(ReadError) -> XMLScanner.Event {
    while true {
      do throws(XMLFault) {
        let event = try scanner.next()
        if event != .needsMore { return event }
      } catch {
        throw error.error(
          line: scanner.line(of: error.offset), in: scanner.buffer,
          isHostile: [.entity, .tooLong, .tooDeep].contains(error.reason),
          expected: "well-formed XML 1.0 without entity definitions")
      }
      guard let piece = try stream.next() else {
        scanner.append(pieces.rest)
        scanner.finish()
        continue
      }
      byteCount += piece.count
      guard let text = pieces.text(of: piece) else {
        throw ReadError(
          .malformed("bytes that are not UTF-8"), line: scanner.line(of: .max),
          expected: "XML in UTF-8, or in UTF-16 with a byte order mark")
      }
      scanner.append(text)
    }
  }
}

/// A check that bytes in pieces are UTF-8, where a piece may end within a character.
struct UTF8Pieces {
  private var pending: [UInt8] = []

  mutating func text(of piece: [UInt8]) -> [UInt8]? {
    let bytes = pending.isEmpty ? piece : pending + piece
    pending = []
    switch UTF8Validity(of: bytes.elementSpan) {
    case .valid: return bytes
    case .cut(let end):
      pending = Array(bytes[end...])
      return Array(bytes[..<end])
    case .hasZero:
      // A text with this character is neither a number nor a time, so a zero byte costs its record.
      return text(of: bytes.map { $0 == 0 ? UInt8(ascii: "?") : $0 })
    case .invalid: return nil
    }
  }

  /// The replacement for a character whose last bytes are missing.
  var rest: [UInt8] { pending.isEmpty ? [] : [0xEF, 0xBF, 0xBD] }
}
