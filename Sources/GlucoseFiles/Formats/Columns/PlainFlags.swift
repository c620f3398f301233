// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The words for flags in a plain table.
enum PlainFlags {
  private static let words: [(word: String, flag: ReadingFlags)] = [
    ("low", .belowDeviceLimit), ("high", .aboveDeviceLimit), ("repeated", .ambiguousLocalTime),
  ]

  /// The flags that a cell names; words that are none are passed over.
  static func flags(_ cell: String) -> ReadingFlags {
    let found = cell.split(separator: " ")
    return words.reduce(into: []) { flags, entry in
      if found.contains(Substring(entry.word)) { flags.insert(entry.flag) }
    }
  }

  /// The cell for some flags.
  static func cell(_ flags: ReadingFlags) -> String {
    words.filter { flags.contains($0.flag) }.map(\.word).joined(separator: " ")
  }
}
