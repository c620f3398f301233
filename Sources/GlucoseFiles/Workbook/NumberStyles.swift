// SPDX-License-Identifier: Apache-2.0

/// The kinds of numbers in a workbook's cells (ECMA-376 part 1, 18.8), by the number of the cell's
/// style.
struct NumberStyles {
  /// The meaning of a number.
  enum Kind {
    case number, date, clock, dateAndClock, duration
  }

  private var kinds: [Kind] = []

  /// Creates styles that are all plain numbers.
  init() {}

  init(_ stream: ByteStream) throws(ReadError) {
    var part = try PartReader(stream, "the part of styles")
    var codes: [Int: Kind] = [:]
    // The styles of cells are within `cellXfs`; elsewhere, elements with this name have other
    // meanings.
    var listDepth: Int?
    while let begins = try part.next() {
      guard begins else {
        if let depth = listDepth, part.scanner.depth < depth { listDepth = nil }
        continue
      }
      if part.scanner.localName(is: "numFmt") {
        let id = part.scanner.number(part.scanner.attribute("numFmtId")).flatMap {
          Int(exactly: $0)
        }
        if let id, let code = part.scanner.value(part.scanner.attribute("formatCode")) {
          codes[id] = Self.kind(code)
        }
      } else if part.scanner.localName(is: "cellXfs") {
        listDepth = part.scanner.depth
      } else if listDepth != nil, part.scanner.localName(is: "xf"), kinds.count < 1 << 16 {
        let id = part.scanner.number(part.scanner.attribute("numFmtId")).flatMap {
          Int(exactly: $0)
        }
        kinds.append(id.map { codes[$0] ?? Self.builtIn($0) } ?? .number)
      }
    }
  }

  /// The kind of numbers with a style; plain numbers if there is no such style.
  subscript(style: Int) -> Kind { kinds.indices.contains(style) ? kinds[style] : .number }

  /// Returns the kind of a format that every spreadsheet has without declaring it (18.8.30),
  /// including the East Asian formats.
  static func builtIn(_ id: Int) -> Kind {
    switch id {
    case 14...17, 27...31, 36, 50...54, 57, 58: .date
    case 18...21, 32...35, 45, 47, 55, 56: .clock
    case 22: .dateAndClock
    case 46: .duration
    default: .number
    }
  }

  /// Returns the kind of a format code, such as `yyyy-mm-dd`, `[h]:mm`, or `0.0 "mmol"`.
  static func kind(_ code: String) -> Kind {
    var letters = ""
    var isElapsed = false
    var rest = code.lowercased().prefix { $0 != ";" }[...]
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let name = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(name.count + 1)
        if !name.isEmpty,
          Set(name).isSubset(of: ["h"]) || Set(name).isSubset(of: ["m"])
            || Set(name).isSubset(of: ["s"])
        {
          isElapsed = true
        }
      case "a" where rest.hasPrefix("m/pm"): rest = rest.dropFirst(4)
      case "a" where rest.hasPrefix("/p"): rest = rest.dropFirst(2)
      case "g" where rest.hasPrefix("eneral"): rest = rest.dropFirst(6)
      default: letters.append(character)
      }
    }
    if isElapsed { return .duration }
    let isDate = letters.contains { "ydb".contains($0) }
    let isClock = letters.contains { "hs".contains($0) }
    if isDate { return isClock ? .dateAndClock : .date }
    if isClock { return .clock }
    // A code with months only, unless it also has digits.
    return letters.contains("m") && !letters.contains { "0#?".contains($0) } ? .date : .number
  }
}
