// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The words for flags in a plain table.
enum PlainFlags {
  private static let words: [(word: String, flag: ReadingFlags)] = [
    ("low", .belowDeviceLimit), ("high", .aboveDeviceLimit), ("repeated", .ambiguousLocalTime),
  ]

  /// Returns the flags in a cell; other words are ignored.
  static func flags(_ cell: String) -> ReadingFlags {
    let found = cell.split(separator: " ")
    return words.reduce(into: []) { flags, entry in
      if found.contains(Substring(entry.word)) { flags.insert(entry.flag) }
    }
  }

  /// Returns the cell for a set of flags.
  static func cell(_ flags: ReadingFlags) -> String {
    words.filter { flags.contains($0.flag) }.map(\.word).joined(separator: " ")
  }
}
