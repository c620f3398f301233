protocol JSONFormat: DocumentFormat {
  /// The members that occur together in documents of the format, each with its alternatives, and
  /// what they are called.
  static var marks: [(name: String, members: [[StaticString]])] { get }

  /// Returns the evidence in a document, by default its ``marks``.
  static func evidence(in scanner: JSONScanner) -> DetectionEvidence?

  /// Returns the evidence in the name of a list that is empty or begins with a long document.
  static func evidence(list: String) -> DetectionEvidence?

  /// Processes the text members around the documents, each time more have been scanned.
  mutating func take(remarks: [String: String])

  mutating func read(
    _ scanner: JSONScanner, into records: inout Records
  ) throws(Rejection) -> Outcome

  /// Returns the nodes of the records that the document lists, each of which is read as the root of
  /// the scanner, or `nil` if it is a record itself.
  static func records(in scanner: JSONScanner) -> [Int]?
}

extension JSONFormat {
  static var marks: [(name: String, members: [[StaticString]])] { [] }

  static func evidence(in scanner: JSONScanner) -> DetectionEvidence? {
    let mark = marks.first { mark in
      mark.members.allSatisfy { names in names.contains { scanner.has($0) } }
    }
    return mark.map { .structure("a document with \($0.name)") }
  }

  static func evidence(list: String) -> DetectionEvidence? { nil }

  mutating func take(remarks: [String: String]) {}

  static func records(in scanner: JSONScanner) -> [Int]? { nil }

  static func evidence(at head: ArraySlice<UInt8>) -> DetectionEvidence? {
    let first = head.first { $0 > 0x20 }
    guard first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
      var documents = JSONDocuments(Array(head.prefix(DocumentFormats.headLength)), from: 0)
    else { return nil }
    // After so many documents, the format is ruled out.
    var isFirst = true
    for _ in 0..<40 {
      let step = try? documents.next()
      if case .unread? = step { continue }
      guard case .document? = step else {
        // Documents that were examined are in another format.
        return isFirst ? documents.scanner.section.flatMap { evidence(list: $0) } : nil
      }
      isFirst = false
      if let evidence = evidence(in: documents.scanner) { return evidence }
    }
    return nil
  }

  mutating func read(
    _ stream: inout ByteStream, into records: inout Records, _ report: inout ImportReport
  ) throws(ReadError) {
    let text = try DecodedText(stream.rest())
    if report.detected.encoding.value == .utf8,
      report.detected.encoding.source != .byteOrderMark
    {
      report.detected.encoding = text.encoding
    }
    guard var documents = JSONDocuments(text.blanked, from: text.start) else { return }
    let emptyCount = try readDocuments(&documents, in: text, into: &records, &report)
    take(remarks: documents.remarks)
    if let person = documents.person { records.name(unnamed: person) }
    if report.rowCount == emptyCount {
      throw ReadError(.noRecords, expected: "a document that contains readings or events")
    }
  }

  private mutating func readDocuments(
    _ documents: inout JSONDocuments, in text: DecodedText, into records: inout Records,
    _ report: inout ImportReport
  ) throws(ReadError) -> Int {
    let bytes = documents.scanner.bytes
    var lines = LineCounter()
    var (count, emptyCount, remarkCount) = (0, 0, 0)
    func reject(_ reason: RejectedRow.Reason, from start: Int) {
      let text = bytes.lineExcerpt(from: start)
      report.reject(Rejection(reason, text), line: lines.line(of: start, in: bytes))
    }
    while true {
      let step: JSONDocuments.Step
      do throws(JSONFault) {
        step = try documents.next()
      } catch {
        throw error.error(
          line: lines.line(of: error.offset, in: bytes), in: bytes,
          isHostile: error.reason == .tooDeep, expected: "JSON as defined by RFC 8259")
      }
      switch step {
      case .end: return emptyCount
      case .cut(let start): reject(.cutOff, from: start)
      case .brokenLine(let start, _): reject(.notJSON, from: start)
      case .unread:
        report.skip(.otherMeasurement)
        emptyCount += 1
      case .document:
        count += 1
        if documents.remarks.count != remarkCount {
          remarkCount = documents.remarks.count
          take(remarks: documents.remarks)
        }
        documents.scanner.line = lines.line(of: documents.scanner.nodes[0].start, in: bytes)
        let scanner = documents.scanner
        if count == 1000 { records.reserve(bytes.count / (scanner.index / count) * 21 / 20) }
        if text.holdsZero(from: scanner.nodes[0].start, to: scanner.index) {
          report.reject(Rejection(.zeroBytes, scanner.excerpt(0)), line: scanner.line)
          continue
        }
        if let listed = Self.records(in: scanner) {
          for record in listed {
            documents.scanner.line = lines.line(of: scanner.nodes[record].start, in: bytes)
            let scanner = documents.scanner.rooted(at: record)
            report.note(line: scanner.line) { () throws(Rejection) in
              try read(scanner, into: &records)
            }
          }
          continue
        }
        report.note(line: scanner.line) { () throws(Rejection) in
          try read(scanner, into: &records)
        }
      }
    }
  }
}

extension ImportReport {
  mutating func note(line: Int, _ read: () throws(Rejection) -> Outcome) {
    do throws(Rejection) { note(try read(), line: line) } catch { reject(error, line: line) }
  }

  mutating func reject(_ rejection: Rejection, line: Int) {
    reject(RejectedRow(reason: rejection.reason, line: line, text: rejection.text))
  }

  mutating func note(_ disposition: Outcome, line: Int) {
    switch disposition {
    case .accepted: accept()
    case .skipped(let reason): skip(reason)
    case .errorCode(let code): skip(code, line: line)
    }
  }
}
