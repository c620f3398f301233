// SPDX-License-Identifier: Apache-2.0

/// Files of spreadsheets that are not read, for each of which there is a way to one that is.
enum UnsupportedWorkbook {
  /// What holds a workbook with a password is called `EncryptedPackage`, in UTF-16.
  private static let encryptedName: [UInt8] = "EncryptedPackage".utf8.reduce(into: []) {
    $0 += [$1, 0]
  }

  static func error(_ kind: String) -> ReadError {
    ReadError(.unsupportedWorkbook(kind), expected: "the file saved as .xlsx or .csv")
  }

  /// The refusal of bytes that begin as a file of this kind does.
  static func error(_ file: [UInt8]) -> ReadError? {
    // The container of old office programs; it also holds workbooks with a password.
    if file.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      let isEncrypted = file.indices.contains { place in
        file[place] == encryptedName[0] && file[place...].starts(with: encryptedName)
      }
      return isEncrypted
        ? ReadError(
          .unsupportedWorkbook("a workbook with a password"),
          expected: "the file saved without a password, as .xlsx or .csv")
        : error("an old workbook (.xls) or one with a password")
    }
    return nil
  }

  /// The refusal of an archive that is a file of this kind.
  static func error(_ archive: ZipArchive) -> ReadError? {
    func has(_ name: String) -> Bool { archive.entries.contains { $0.name == name } }
    if has("mimetype"), has("content.xml") { return error("an OpenDocument spreadsheet (.ods)") }
    let isNumbers =
      has("Index.zip")
      || archive.entries.contains { $0.name.hasPrefix("Index/") && $0.name.hasSuffix(".iwa") }
    return isNumbers ? error("a document of Numbers (.numbers)") : nil
  }

  /// The refusal of text that begins as a table for web pages, or as a workbook of 2003 does.
  static func error(_ head: DecodedText) -> ReadError? {
    let start = head.bytes[head.start...].drop { $0 <= 0x20 }.prefix(4096)
    guard start.first == UInt8(ascii: "<") else { return nil }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    if text.contains("urn:schemas-microsoft-com:office:spreadsheet"), text.contains("<workbook") {
      return error("a workbook in the XML of 2003")
    }
    return text.contains("<html") || text.contains("<table")
      ? error("a page or a table of HTML, whatever its name") : nil
  }
}
