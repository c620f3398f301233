// SPDX-License-Identifier: Apache-2.0

/// How the characters of a file are written as bytes.
public enum TextEncoding: String, Hashable, Sendable, CaseIterable {
  /// UTF-8, of which ASCII is a part.
  case utf8 = "UTF-8"
  /// UTF-16, the low byte first: what spreadsheets call Unicode text.
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16, the high byte first.
  case utf16BigEndian = "UTF-16BE"
  /// Windows code page 1252, of which Latin-1 is nearly a part.
  case windows1252 = "Windows-1252"
}
