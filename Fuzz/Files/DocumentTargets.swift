import GlucoseDiary
@testable import GlucoseFiles
import GlucoseMath

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The scanners of JSON and XML, the readers of documents, and the writers, each called directly.
extension FuzzTarget {
  static let documents: [FuzzTarget] = [
    Self(name: "json") { bytes in
      var scanner = JSONScanner(bytes)
      guard (try? scanner.scanValue()) != nil else { return }
      precondition(
        scanner.nodes[0].next == scanner.nodes.count, "All nodes must belong to the value")
      for node in scanner.nodes.indices {
        let (start, end) = (scanner.nodes[node].start, scanner.nodes[node].end)
        precondition(start <= end && end <= scanner.index, "A node must be within the value")
        _ = (scanner.text(node), scanner.number(node), scanner.excerpt(node))
        _ = (scanner.moment(node)?.resolved(offset: 60), scanner.member("a", of: node))
        _ = scanner.text(node).flatMap(JSONScanner.init(value:))
      }
    },
    Self(name: "xml") { bytes in
      guard let whole = events(bytes, pieces: bytes.count + 1) else {
        precondition(events(bytes, pieces: 7) == nil, "Pieces must be refused like the whole")
        return
      }
      precondition(
        events(bytes, pieces: 7) == whole, "Pieces must have the same events as the whole")
    },
    Self(name: "nightscoutjson") { read(NightscoutDocuments(), $0) },
    Self(name: "tidepool") { read(TidepoolDocuments(), $0) },
    Self(name: "dexcom") { read(DexcomDocuments(), $0) },
    Self(name: "librelinkup") { read(LibreLinkUpDocuments(), $0) },
    Self(name: "openmhealth") { read(OpenMHealthDocuments(), $0) },
    Self(name: "fhir") { read(FHIRBundle(), $0) },
    Self(name: "applehealth") { read(AppleHealthExport(), $0) },
    Self(name: "ohio") { read(OhioT1DMRecord(), $0) },
  ]

  /// Returns the scanned names and values, or `nil` if the document is refused.
  private static func events(_ bytes: [UInt8], pieces size: Int) -> [String]? {
    var pieces = UTF8Pieces()
    var scanner = XMLScanner([], isWhole: false)
    var rest = bytes[...]
    var events: [String] = []
    while true {
      guard let event = try? scanner.next() else { return nil }
      switch event {
      case .start:
        events.append(String(decoding: scanner.buffer[scanner.name], as: UTF8.self))
        for index in scanner.attributes.indices { events.append(scanner.value(index) ?? "") }
        events.append("\(scanner.line())")
      case .end: events.append("/")
      case .needsMore:
        guard !rest.isEmpty else {
          scanner.append(pieces.rest)
          scanner.finish()
          continue
        }
        guard let text = pieces.text(of: Array(rest.prefix(size))) else { return nil }
        rest = rest.dropFirst(size)
        scanner.append(text)
      case .cut: return events + ["cut"]
      case .endOfDocument: return events
      }
    }
  }

  /// Reads bytes as a document of a format, and the written forms of the result.
  private static func read(_ reader: some DocumentFormat, _ bytes: [UInt8]) {
    guard let whole: (subjects: [ImportedPerson], account: ImportReport) = read(reader, bytes)
    else { return }
    let account = whole.account
    precondition(
      account.acceptedCount + account.skippedCount + account.rejected.count == account.rowCount,
      "The counts of a report must add up")
    for subject in whole.subjects { roundTrip(subject) }
  }

  private static func read(
    _ reader: some DocumentFormat, _ bytes: [UInt8]
  ) -> (subjects: [ImportedPerson], account: ImportReport)? {
    var reader = reader
    var stream = ByteStream(bytes)
    var intake = Records()
    var account = ImportReport(
      detected: FileDialect(
        format: DetectedValue(type(of: reader).format, .caller),
        encoding: DetectedValue(.utf8, .caller)))
    guard (try? reader.read(&stream, into: &intake, &account)) != nil else { return nil }
    let subjects = try? intake.finish(
      type(of: reader).format, ReadOptions(zone: .gmt, fileUnit: .mgdL),
      stated: reader.unit, reader.conventions, &account)
    return subjects.map { ($0, account) }
  }

  private static func roundTrip(_ subject: ImportedPerson) {
    guard !subject.recording.series.isEmpty, !looksLikeMillimoles([subject.recording.series])
    else { return }
    let options = ReadOptions(zone: nil)
    let written = NightscoutWriter(contents: .entries).bytes(of: subject)
    let again = try? GlucoseFile(reading: written, options: options)
    precondition(
      again?.people.first?.recording.series == subject.recording.series,
      "Readings written for Nightscout must be read back identical")
    let all = NightscoutWriter().bytes(of: subject)
    let events = try? GlucoseFile(reading: all, options: options).people.first?.recording.events
    precondition(
      events?.count == subject.recording.events.count,
      "No event written for Nightscout may be lost")
    let bundle = FHIRWriter(contents: .all, unit: .mgdL, zone: .gmt).bytes(
      of: [subject], at: Date(timeIntervalSinceReferenceDate: 0))
    let readings = try? GlucoseFile(reading: bundle, options: options).people.first
    precondition(
      readings?.recording.series == subject.recording.series,
      "Readings written as FHIR must be read back identical")
  }
}
