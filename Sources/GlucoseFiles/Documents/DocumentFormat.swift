// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A format whose files are documents, such as JSON or XML: what recognizes it, and what reads it.
///
/// A new format is one new type with this protocol and one line in ``DocumentFormats``. Units, dates
/// and instants are decided afterwards, as for tables.
protocol DocumentFormat {
  /// The name of the format.
  static var format: FileFormat { get }

  /// A reader for a document that begins so, or `nil` if this is not one of the format.
  init?(recognizing head: DocumentPreview)

  /// What the format was recognized by.
  var evidence: DetectionEvidence { get }

  /// The unit that the document states for all values that name none; asked for after reading.
  var unit: DetectedValue<GlucoseUnit>? { get }

  /// What the format leaves unsaid; asked for after reading.
  var conventions: FormatDefaults { get }

  /// Reads the document: a record of it is a row, and each is accepted, skipped or rejected.
  ///
  /// - Parameters:
  ///   - stream: The document in UTF-8, without a byte order mark, from its beginning.
  ///   - intake: Takes what the records hold.
  ///   - account: Takes note of each record once.
  /// - Throws: ``ReadError`` if the document as a whole cannot be trusted.
  mutating func read(
    _ stream: inout ByteStream, into intake: inout RowCollector, _ account: inout ImportReport
  ) throws(ReadError)
}

extension DocumentFormat {
  /// No unit.
  var unit: DetectedValue<GlucoseUnit>? { nil }

  /// The usual limits of sensors.
  var conventions: FormatDefaults { FormatDefaults(limits: .dexcom) }
}

/// The beginning of a document, in UTF-8.
struct DocumentPreview {
  /// How many bytes there are at least, unless the document is shorter.
  static let length = 1 << 16

  /// The bytes, without a byte order mark.
  let bytes: ArraySlice<UInt8>

  /// The first character that is no blank: `{` or `[` in JSON, `<` in XML.
  var firstByte: UInt8? { bytes.first { $0 > 0x20 } }
}

/// The formats of documents that are known.
enum DocumentFormats {
  static var all: [any DocumentFormat.Type] {
    [
      NightscoutDocuments.self, TidepoolDocuments.self, DexcomDocuments.self,
      LibreLinkUpDocuments.self, FHIRBundle.self, AppleHealthExport.self, OhioT1DMRecord.self,
    ]
  }

  /// A reader of the first format that recognizes the beginning of a document.
  static func recognize(_ head: DocumentPreview) -> (any DocumentFormat)? {
    for type in all {
      if let format = type.init(recognizing: head) { return format }
    }
    return nil
  }
}
