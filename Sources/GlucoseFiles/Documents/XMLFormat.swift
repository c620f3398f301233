// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A format whose files are XML: what makes sense of the tags as they go by.
protocol XMLFormat: DocumentFormat {
  /// What the first tags show the format by, or `nil` if the document is not one of it.
  ///
  /// The scanner holds the root; the tag after it may be looked at.
  static func evidence(in scanner: inout XMLScanner) -> DetectionEvidence?

  init(evidence: DetectionEvidence)

  /// Takes note of an element that begins.
  mutating func open(
    _ scanner: inout XMLScanner, into intake: inout RowCollector, _ account: inout ImportReport)

  /// Takes note of the end of an element that lay in as many others as `depth` says.
  mutating func close(
    depth: Int, into intake: inout RowCollector, _ account: inout ImportReport)

  /// Hands over what waited for the end of the document.
  mutating func finish(into intake: inout RowCollector)
}

extension XMLFormat {
  mutating func finish(into intake: inout RowCollector) {}

  init?(recognizing head: DocumentPreview) {
    guard head.firstByte == UInt8(ascii: "<") else { return nil }
    var scanner = XMLScanner(Array(head.bytes.prefix(DocumentPreview.length)), isWhole: false)
    guard case .start? = try? scanner.next(), let evidence = Self.evidence(in: &scanner) else {
      return nil
    }
    self.init(evidence: evidence)
  }

  mutating func read(
    _ stream: inout ByteStream, into intake: inout RowCollector, _ account: inout ImportReport
  ) throws(ReadError) {
    var scanner = XMLScanner([], isWhole: false)
    var pieces = UTF8Pieces()
    while true {
      let event: XMLScanner.Event
      do throws(XMLFault) {
        event = try scanner.next()
      } catch {
        throw XMLFlaw.error(error, &scanner)
      }
      switch event {
      case .start: open(&scanner, into: &intake, &account)
      case .end: close(depth: scanner.depth, into: &intake, &account)
      case .needsMore:
        guard let piece = try stream.next() else {
          scanner.append(pieces.rest)
          scanner.finish()
          continue
        }
        guard let text = pieces.text(of: piece) else {
          throw ReadError(
            .malformed("bytes that are not UTF-8"), line: scanner.line(of: .max),
            expected: "XML in UTF-8, or in UTF-16 with a byte order mark")
        }
        scanner.append(text)
      case .cut:
        let line = scanner.line(of: .max)
        account.reject(
          RejectedRow(
            reason: .cutOff, line: line, text: scanner.buffer.lineExcerpt(from: scanner.index)))
        return finish(into: &intake)
      case .endOfDocument: return finish(into: &intake)
      }
    }
  }
}

extension XMLFlaw {
  /// The error of a document that is not well formed.
  static func error(_ fault: XMLFault, _ scanner: inout XMLScanner) -> ReadError {
    let description = fault.reason.description
    let isHostile = [.entity, .tooLong, .tooDeep].contains(fault.reason)
    return ReadError(
      isHostile ? .hostile(description) : .malformed(description),
      line: scanner.line(of: fault.offset), text: scanner.buffer.lineExcerpt(from: fault.offset),
      expected: "well-formed XML 1.0 without entities of its own")
  }
}

/// Checks that bytes which arrive in pieces are UTF-8, though a piece may end within a character.
struct UTF8Pieces {
  private var pending: [UInt8] = []

  /// What is whole of the bytes kept back and a piece; `nil` if it is no text in UTF-8.
  mutating func text(of piece: [UInt8]) -> [UInt8]? {
    let bytes = pending.isEmpty ? piece : pending + piece
    pending = []
    switch UTF8Validity(of: bytes.elementSpan) {
    case .valid: return bytes
    case .cut(let end):
      pending = Array(bytes[end...])
      return Array(bytes[..<end])
    case .hasZero:
      // No number and no time is read of what holds this, so a byte of zero costs its record.
      return text(of: bytes.map { $0 == 0 ? UInt8(ascii: "?") : $0 })
    case .invalid: return nil
    }
  }

  /// What stands for a character that never arrived whole.
  var rest: [UInt8] { pending.isEmpty ? [] : [0xEF, 0xBF, 0xBD] }
}
