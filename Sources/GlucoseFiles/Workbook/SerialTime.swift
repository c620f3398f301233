internal import GlucoseMath

/// A conversion of the serial numbers of spreadsheets to dates and clocks, to the second.
///
/// A serial number counts days since the end of 1899 or since the start of 1904, and a clock is a
/// fraction of a day. Spreadsheets treat 1900 as a leap year, so the numbers before 61 are one less
/// than the number of days (ECMA-376 part 1, 18.17.4.1). A fraction such as 0.770833333336 is not
/// exact, so it is rounded to the nearest second.
struct SerialTime {
  let countsFrom1904: Bool

  private var day = -1
  private var dayText: [UInt8] = []
  private(set) var date = CivilDate(ordinal: 0)

  init(countsFrom1904: Bool) { self.countsFrom1904 = countsFrom1904 }

  /// Returns the time in an unambiguous notation, or `nil` if the number cannot be a time.
  mutating func text(_ serial: Double, _ kind: NumberStyles.Kind) -> (text: [UInt8], hasDate: Bool)?
  {
    // Up to the end of the year 9999.
    guard 0..<2_958_466 ~= serial else { return nil }
    let seconds = Int((serial * 86_400).rounded())
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    var text = ByteBuilder(capacity: 32)
    if kind == .duration {
      text.add("\(seconds / 3600):")
      text.add(second / 60 % 60, digits: 2)
      text.add(Byte.colon)
      text.add(second % 60, digits: 2)
      return (text.bytes, false)
    }
    // A clock without a day, or with a day before any recording.
    if days == 0 || kind == .clock && days < 1000 {
      text.add(clock: second)
      return (text.bytes, false)
    }
    let serialDay = days + (countsFrom1904 ? 1462 : 0)
    if serialDay != day {
      day = serialDay
      date = CivilDate(ordinal: serialDay - (serialDay < 61 ? 25_568 : 25_569))
      var text = ByteBuilder(capacity: 10)
      text.add(date)
      // This day does not exist.
      dayText = serialDay == 60 ? Array("1900-02-29".utf8) : text.bytes
    }
    text.add(dayText)
    if kind != .date || second != 0 {
      text.add(Byte.blank)
      text.add(clock: second)
    }
    return (text.bytes, true)
  }
}

/// The kinds of numbers of a workbook's cells (ECMA-376 part 1, 18.8), by style.
struct NumberStyles {
  enum Kind {
    case number, date, clock, dateAndClock, duration
  }

  private var kinds: [Kind] = []

  init() {}

  init(_ stream: ByteStream) throws(ReadError) {
    var part = try XMLStream(part: stream, "the part of styles")
    var codes: [Int: Kind] = [:]
    while let begins = try part.nextTag() {
      guard begins else { continue }
      if part.scanner.localName(is: "numFmt") {
        if let id = part.scanner.integer("numFmtId"), let code = part.scanner["formatCode"] {
          codes[id] = Self.kind(code)
        }
      } else if part.scanner.localName(is: "xf"), part.scanner.isChild(of: "cellXfs"),
        kinds.count < 1 << 16
      {
        let id = part.scanner.integer("numFmtId")
        kinds.append(id.map { codes[$0] ?? Self.builtIn($0) } ?? .number)
      }
    }
  }

  /// The kind of numbers with a style; plain numbers if there is no such style.
  subscript(style: Int) -> Kind { kinds.indices.contains(style) ? kinds[style] : .number }

  /// Returns the kind of a format that every spreadsheet has (18.8.30), also of those of East Asia.
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
      case "\"": rest = rest.drop { $0 != "\"" }.dropFirst()
      case "\\", "_", "*": rest = rest.dropFirst()
      case "[":
        let name = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(name.count + 1)
        if let unit = name.first, "hms".contains(unit), name.allSatisfy({ $0 == unit }) {
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
