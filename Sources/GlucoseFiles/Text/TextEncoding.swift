// SPDX-License-Identifier: Apache-2.0

/// The encoding of the characters of a file.
public enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  /// UTF-8, which includes ASCII.
  case utf8 = "UTF-8"
  /// UTF-16, low byte first; spreadsheets call it Unicode text.
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16, high byte first.
  case utf16BigEndian = "UTF-16BE"
  /// Windows code page 1252, nearly a superset of Latin-1.
  case windows1252 = "Windows-1252"
}
