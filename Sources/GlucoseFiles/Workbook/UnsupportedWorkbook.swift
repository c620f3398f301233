// SPDX-License-Identifier: Apache-2.0

/// The errors for unsupported spreadsheet files, each of which can be saved in a supported format.
enum UnsupportedWorkbook {
  /// The UTF-16 name of the part that contains an encrypted workbook, `EncryptedPackage`.
  private static let encryptedName: [UInt8] = "EncryptedPackage".utf8.reduce(into: []) {
    $0 += [$1, 0]
  }

  static func error(_ kind: String) -> ReadError {
    ReadError(.unsupportedWorkbook(kind), expected: "the file saved as .xlsx or .csv")
  }

  /// Returns the error for bytes that begin like an unsupported file, or `nil`.
  static func error(_ file: [UInt8]) -> ReadError? {
    // The container of old office programs, also used for encrypted workbooks.
    if file.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      let isEncrypted = file.indices.contains { place in
        file[place] == encryptedName[0] && file[place...].starts(with: encryptedName)
      }
      return isEncrypted
        ? ReadError(
          .unsupportedWorkbook("a password-protected workbook"),
          expected: "the file saved without a password, as .xlsx or .csv")
        : error("an old workbook (.xls) or a password-protected one")
    }
    return nil
  }

  /// Returns the error for an archive that is an unsupported file, or `nil`.
  static func error(_ archive: ZipArchive) -> ReadError? {
    func has(_ name: String) -> Bool { archive.entries.contains { $0.name == name } }
    if has("mimetype"), has("content.xml") { return error("an OpenDocument spreadsheet (.ods)") }
    let isNumbers =
      has("Index.zip")
      || archive.entries.contains { $0.name.hasPrefix("Index/") && $0.name.hasSuffix(".iwa") }
    return isNumbers ? error("a Numbers document (.numbers)") : nil
  }

  /// Returns the error for text that begins like an HTML table or an XML workbook of 2003, or
  /// `nil`.
  static func error(_ head: DecodedText) -> ReadError? {
    let start = head.bytes[head.start...].drop { $0 <= 0x20 }.prefix(4096)
    guard start.first == UInt8(ascii: "<") else { return nil }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if text.contains("urn:schemas-microsoft-com:office:spreadsheet"), text.contains("<workbook") {
      return error("an XML workbook of 2003")
    }
    return text.contains("<html") || text.contains("<table")
      ? error("an HTML page or table") : nil
  }
}
