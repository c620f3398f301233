internal import GlucoseMath

/// The text of a file, converted to UTF-8 if necessary.
///
/// A file in UTF-8 is not copied. A character that is truncated or cannot be decoded becomes
/// U+FFFD.
struct DecodedText {
  let bytes: [UInt8]
  /// The start of the text, after byte order marks, including repeated and re-encoded ones.
  let start: Int
  let encoding: DetectedValue<TextEncoding>
  /// Whether the text contains zero bytes.
  ///
  /// A few are damage; a file in an unknown format that contains any is not text.
  let hasZeros: Bool
  var delimiters = CellDelimiter.allCases
  /// The name of the workbook's sheet from which the text was made.
  var sheetName: String?

  /// Creates a text that this module wrote, in UTF-8.
  init(written bytes: [UInt8], _ evidence: DetectionEvidence) {
    self.bytes = bytes
    start = 0
    hasZeros = false
    encoding = DetectedValue(.utf8, evidence)
  }

  init(_ file: [UInt8]) throws(ReadError) {
    guard !file.isEmpty else { throw ReadError(.emptyFile, expected: Self.expectation) }
    if let refusal = UnsupportedWorkbook.error(file) { throw refusal }
    if let look = Self.binaryLook(of: file) {
      throw ReadError(
        .notText(looksLike: look),
        expected: look == Self.databaseLook
          ? "an export as text; an xDrip database is imported into a logbook"
          : Self.expectation)
    }
    var guess = TextEncoding.guess(file)
    // Valid UTF-8 without zero bytes, the most common case, is not scanned again.
    var mayHoldZeros = guess.value != .utf8
    switch guess.value {
    case .utf8:
      var validity = UTF8Validity(of: file.elementSpan)
      if validity == .hasZero {
        mayHoldZeros = true
        // A zero byte is valid wherever another ASCII character is.
        let blanked = file.map { $0 == 0 ? Byte.blank : $0 }
        validity = UTF8Validity(of: blanked.elementSpan)
      }
      switch validity {
      case .valid, .hasZero: bytes = file
      case .cut(let end): bytes = Array(file[..<end]) + [0xEF, 0xBF, 0xBD]
      case .invalid:
        // A byte order mark before bytes that are not UTF-8 was added by a second program.
        let bare = file.starts(with: Self.mark) ? Array(file.dropFirst(3)) : file
        bytes = Windows1252.decode(bare)
        (guess, mayHoldZeros) = (DetectedValue(.windows1252, .notUnicode), true)
      }
    case .utf16LittleEndian: bytes = Self.decodeUTF16(file, lowByteFirst: true)
    case .utf16BigEndian: bytes = Self.decodeUTF16(file, lowByteFirst: false)
    case .windows1252: bytes = Windows1252.decode(file)
    }
    hasZeros = mayHoldZeros && bytes.contains(0)
    start = Self.textStart(of: bytes)
    encoding = guess
    guard bytes[start...].contains(where: { $0 > 0x20 })
    else { throw hasZeros ? Self.binary : ReadError(.emptyFile, expected: Self.expectation) }
  }

  var blanked: [UInt8] { hasZeros ? bytes.map { $0 == 0 ? Byte.blank : $0 } : bytes }

  func holdsZero(from start: Int, to end: Int) -> Bool {
    hasZeros && bytes[start..<end].contains(0)
  }

  static var binary: ReadError {
    ReadError(.notText(looksLike: "binary data"), expected: expectation)
  }

  private static let expectation = "a text file exported by a glucose sensor's software"
  fileprivate static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  /// The byte order mark, decoded as Windows-1252 and encoded again.
  private static let twiceEncodedMark: [UInt8] = [0xC3, 0xAF, 0xC2, 0xBB, 0xC2, 0xBF]

  /// The beginning of a database of SQLite, and what it looks like.
  static let databaseMark = Array("SQLite format 3".utf8)
  static let databaseLook = "an SQLite database"

  private static func binaryLook(of file: [UInt8]) -> String? {
    let looks: [(start: [UInt8], look: String)] = [
      ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive or a workbook within an archive"),
      ([0x1F, 0x8B], "a gzip archive"),
      (Array("%PDF".utf8), "a PDF document"),
      (databaseMark, databaseLook),
    ]
    return looks.first { file.starts(with: $0.start) }?.look
  }

  /// Returns the start of the text after the byte order marks, in bytes in UTF-8.
  static func textStart(of bytes: [UInt8]) -> Int {
    var start = 0
    while let found = [mark, twiceEncodedMark].first(where: { bytes[start...].starts(with: $0) }) {
      start += found.count
    }
    return start
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

enum TextEncoding: String, Hashable, Sendable {
  case utf8 = "UTF-8"
  /// UTF-16, low byte first; spreadsheets call it Unicode text.
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  case windows1252 = "Windows-1252"

  /// Returns the encoding that the beginning of a file shows, by default UTF-8.
  static func guess(_ file: [UInt8]) -> DetectedValue<Self> {
    if file.starts(with: DecodedText.mark) { return DetectedValue(.utf8, .byteOrderMark) }
    if file.starts(with: [0xFF, 0xFE]) { return DetectedValue(.utf16LittleEndian, .byteOrderMark) }
    if file.starts(with: [0xFE, 0xFF]) { return DetectedValue(.utf16BigEndian, .byteOrderMark) }
    // In UTF-16 without a mark, the zero bytes of mostly ASCII text are all at odd or all at even
    // positions.
    let head = file.prefix(512)
    let zeros = head.indices.filter { head[$0] == 0 }
    if zeros.count * 3 >= head.count, !head.isEmpty {
      if zeros.allSatisfy({ $0 % 2 == 1 }) { return DetectedValue(.utf16LittleEndian, .zeroBytes) }
      if zeros.allSatisfy({ $0 % 2 == 0 }) { return DetectedValue(.utf16BigEndian, .zeroBytes) }
    }
    return DetectedValue(.utf8, .validUTF8)
  }
}

enum Windows1252 {
  /// Returns the text in UTF-8. The five bytes without a character become the control codes of
  /// Latin-1, as in browsers.
  static func decode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      let unit = 0x80...0x9F ~= byte ? upperControls[Int(byte) - 0x80] : UInt16(byte)
      // No unit is a surrogate, so every one is a character.
      if let character = Unicode.Scalar(unit).flatMap(UTF8.encode) { text += character }
    }
    return text
  }

  /// The characters of 0x80 to 0x9F, where the code page differs from Latin-1.
  private static let upperControls: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]
}
