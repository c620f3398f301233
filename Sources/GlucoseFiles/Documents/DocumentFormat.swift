internal import GlucoseMath

/// A format whose files are documents, such as JSON or XML, with the recognition of a file and the
/// parsing of its records.
///
/// A new format is a new type that conforms to this protocol and an entry in ``DocumentFormats``.
/// Units, dates, and instants are inferred afterwards, as for tables.
protocol DocumentFormat: Sendable {
  static var format: FileFormat { get }

  init()

  /// Returns the evidence at the beginning of a file, in UTF-8 without a byte order mark.
  static func evidence(at head: ArraySlice<UInt8>) -> DetectionEvidence?

  /// The unit that the document states for all values without one; valid after reading.
  var unit: DetectedValue<GlucoseUnit>? { get }

  var conventions: FormatDefaults { get }

  /// Reads the document, each of whose records is a row that is accepted, skipped, or rejected.
  mutating func read(
    _ stream: inout ByteStream, into records: inout Records, _ report: inout ImportReport
  ) throws(ReadError)
}

extension DocumentFormat {
  var unit: DetectedValue<GlucoseUnit>? { nil }

  var conventions: FormatDefaults { FormatDefaults() }
}

/// The known formats of documents, and plain documents, which require the least, last.
enum DocumentFormats {
  /// The number of bytes by which a document is recognized, unless it is shorter.
  static let headLength = 1 << 16

  static var all: [any DocumentFormat.Type] {
    [
      NightscoutDocuments.self, TidepoolDocuments.self, DexcomDocuments.self,
      LibreLinkUpDocuments.self, CareLinkDocuments.self, FHIRBundle.self,
      OpenMHealthDocuments.self, HealthAutoExport.self, AppleHealthExport.self,
      OhioT1DMRecord.self, PlainDocuments.self,
    ]
  }

  typealias Recognized = (format: any DocumentFormat, evidence: DetectionEvidence)

  static func recognize(_ head: ArraySlice<UInt8>) -> Recognized? {
    for type in all {
      if let evidence = type.evidence(at: head) { return (type.init(), evidence) }
    }
    return nil
  }
}
