internal import GlucoseMath

/// A format whose files are documents, such as JSON or XML, with the recognition of a file and the
/// parsing of its records.
///
/// A new format is a new type that conforms to this protocol and an entry in ``DocumentFormats``.
/// Units, dates, and instants are inferred afterwards, as for tables.
protocol DocumentFormat: Sendable {
  static var format: FileFormat { get }

  init()

  static func evidence(at head: DocumentPreview) -> DetectionEvidence?

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

struct DocumentPreview {
  /// The minimum number of bytes, unless the document is shorter.
  static let length = 1 << 16

  /// The bytes, without a byte order mark.
  let bytes: ArraySlice<UInt8>

  var firstByte: UInt8? { bytes.first { $0 > 0x20 } }
}

/// The known formats of documents, and plain documents, which require the least, last.
enum DocumentFormats {
  static var all: [any DocumentFormat.Type] {
    [
      NightscoutDocuments.self, TidepoolDocuments.self, DexcomDocuments.self,
      LibreLinkUpDocuments.self, CareLinkDocuments.self, FHIRBundle.self,
      OpenMHealthDocuments.self, HealthAutoExport.self, AppleHealthExport.self,
      OhioT1DMRecord.self, PlainDocuments.self,
    ]
  }

  typealias Recognized = (format: any DocumentFormat, evidence: DetectionEvidence)

  static func recognize(_ head: DocumentPreview) -> Recognized? {
    for type in all {
      if let evidence = type.evidence(at: head) { return (type.init(), evidence) }
    }
    return nil
  }
}
