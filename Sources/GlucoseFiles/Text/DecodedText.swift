// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The text of a file as UTF-8, whatever it was.
///
/// A file that is UTF-8 already is not copied. A character that was cut off or cannot be decoded
/// becomes U+FFFD.
struct DecodedText {
  /// The bytes, UTF-8.
  let bytes: [UInt8]
  /// Where the text begins: after byte order marks, also repeated and re-encoded ones.
  let start: Int
  /// How the file was encoded.
  let encoding: DetectedValue<TextEncoding>
  /// Whether bytes of zero stand in the text. A few are damage; a file of an unknown format that has any
  /// is no text.
  let hasZeros: Bool
  /// The bytes as they were before blanks took the place of zeros, if they did.
  private let unblanked: [UInt8]?
  /// What may separate the cells of a table.
  var delimiters = CellDelimiter.allCases
  /// The name of the sheet of a workbook that the text was made from.
  var sheetName: String?

  /// Text that this module wrote, in UTF-8.
  init(written bytes: [UInt8], _ evidence: DetectionEvidence) {
    self.bytes = bytes
    start = 0
    (hasZeros, unblanked) = (false, nil)
    encoding = DetectedValue(.utf8, evidence)
  }

  init(_ file: [UInt8]) throws(ReadError) {
    guard !file.isEmpty else { throw ReadError(.emptyFile, expected: Self.expectation) }
    if let refusal = UnsupportedWorkbook.error(file) { throw refusal }
    if let look = Self.binaryLook(of: file) {
      let isDatabase = look.contains("SQLite")
      throw ReadError(
        .notText(looksLike: look),
        expected: isDatabase
          ? "an export as text; the database of xDrip is read together with logbooks"
          : Self.expectation)
    }
    let guess = TextEncoding.guess(file)
    // Valid UTF-8 without zeros, which nearly all files are, is not looked through once more.
    var mayHoldZeros = guess.value != .utf8
    switch guess.value {
    case .utf8:
      var validity = UTF8Validity(of: file.elementSpan)
      if validity == .hasZero {
        mayHoldZeros = true
        // A byte of zero is valid where any other character is.
        let blanked = file.map { $0 == 0 ? Byte.blank : $0 }
        validity = UTF8Validity(of: blanked.elementSpan)
      }
      switch validity {
      case .valid, .hasZero: bytes = file
      case .cut(let end): bytes = Array(file[..<end]) + [0xEF, 0xBF, 0xBD]
      case .invalid:
        // A byte order mark before bytes that are no UTF-8 was put there by a second program.
        let bare = file.starts(with: Self.mark) ? Array(file.dropFirst(3)) : file
        bytes = Windows1252.decode(bare)
        start = Self.textStart(of: bytes)
        encoding = DetectedValue(.windows1252, .notUnicode)
        (hasZeros, unblanked) = (bytes.contains(0), nil)
        return
      }
    case .utf16LittleEndian: bytes = Self.decodeUTF16(file, lowByteFirst: true)
    case .utf16BigEndian: bytes = Self.decodeUTF16(file, lowByteFirst: false)
    case .windows1252: bytes = Windows1252.decode(file)
    }
    (hasZeros, unblanked) = (mayHoldZeros && bytes.contains(0), nil)
    start = Self.textStart(of: bytes)
    encoding = guess
    guard bytes[start...].contains(where: { $0 > 0x20 }) else {
      throw hasZeros ? Self.binary : ReadError(.emptyFile, expected: Self.expectation)
    }
  }

  /// A text whose bytes of zero have become blanks.
  private init(_ text: DecodedText, blanked bytes: [UInt8]) {
    self.bytes = bytes
    start = text.start
    encoding = text.encoding
    (hasZeros, unblanked) = (text.hasZeros, text.bytes)
  }

  /// The same with blanks for bytes of zero, which ``holdsZero(from:to:)`` still knows.
  func blankingZeros() -> DecodedText {
    guard hasZeros else { return self }
    return DecodedText(self, blanked: bytes.map { $0 == 0 ? Byte.blank : $0 })
  }

  /// Whether a byte of zero stands in a range.
  ///
  /// - Complexity: O(length of the range).
  func holdsZero(from start: Int, to end: Int) -> Bool {
    hasZeros && (unblanked ?? bytes)[start..<end].contains(0)
  }

  /// That a file is no text.
  static var binary: ReadError {
    ReadError(.notText(looksLike: "binary data"), expected: expectation)
  }

  private static let expectation = "a text file exported by a glucose sensor's software"
  fileprivate static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The byte order mark, taken for Windows-1252 and encoded once more.
  private static let twiceEncodedMark: [UInt8] = [0xC3, 0xAF, 0xC2, 0xBB, 0xC2, 0xBF]

  private static func binaryLook(of file: [UInt8]) -> String? {
    let looks: [(start: [UInt8], look: String)] = [
      ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive or a workbook within an archive"),
      ([0x1F, 0x8B], "a gzip archive"),
      (Array("%PDF".utf8), "a PDF document"),
      (Array("SQLite format 3".utf8), "an SQLite database"),
    ]
    return looks.first { file.starts(with: $0.start) }?.look
  }

  /// Where the text begins behind the marks at the start of bytes in UTF-8.
  static func textStart(of bytes: [UInt8]) -> Int {
    var start = 0
    while true {
      let rest = bytes[start...]
      if rest.starts(with: mark) {
        start += mark.count
      } else if rest.starts(with: twiceEncodedMark) {
        start += twiceEncodedMark.count
      } else {
        return start
      }
    }
  }

  private static func decodeUTF16(_ file: [UInt8], lowByteFirst: Bool) -> [UInt8] {
    var units = stride(from: 0, to: file.count - 1, by: 2).map { index in
      let (one, other) = (UInt16(file[index]), UInt16(file[index + 1]))
      return lowByteFirst ? one | other << 8 : one << 8 | other
    }
    if !file.count.isMultiple(of: 2) { units.append(0xFFFD) }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension TextEncoding {
  /// The encoding that the beginning of a file shows; UTF-8 unless something speaks against it.
  static func guess(_ file: [UInt8]) -> DetectedValue<Self> {
    if file.starts(with: DecodedText.mark) { return DetectedValue(.utf8, .byteOrderMark) }
    if file.starts(with: [0xFF, 0xFE]) { return DetectedValue(.utf16LittleEndian, .byteOrderMark) }
    if file.starts(with: [0xFE, 0xFF]) { return DetectedValue(.utf16BigEndian, .byteOrderMark) }
    // Text without marks that is mostly ASCII has its zeros all on one side.
    let head = file.prefix(512)
    let zeros = head.indices.filter { head[$0] == 0 }
    if zeros.count * 3 >= head.count, !head.isEmpty {
      if zeros.allSatisfy({ $0 % 2 == 1 }) { return DetectedValue(.utf16LittleEndian, .zeroBytes) }
      if zeros.allSatisfy({ $0 % 2 == 0 }) { return DetectedValue(.utf16BigEndian, .zeroBytes) }
    }
    return DetectedValue(.utf8, .validUTF8)
  }
}
