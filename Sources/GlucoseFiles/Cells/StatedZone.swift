internal import GlucoseFoundation

enum StatedZone: Hashable {
  case offset(Int16)
  case named(TimeZone)

  enum Unit {
    case minutes, hours

    init?(of name: HeaderName) {
      let words = name.name.split(separator: "_")
      if words.contains(where: { ["minutes", "mins", "min"].contains($0) }) {
        self = .minutes
      } else if words.contains(where: { ["hours", "hour", "h"].contains($0) }) {
        self = .hours
      } else {
        return nil
      }
    }
  }

  /// Creates the zone in a text, or `nil` if the text is not understood (<doc:ReadableFormats>).
  init?(_ text: String, in unit: Unit?) {
    if text.contains("/") {
      guard let zone = TimeZone(identifier: text) else { return nil }
      self = .named(zone)
      return
    }
    var rest = text.uppercased().replacing("\u{2212}", with: "-").filter { !$0.isWhitespace }[...]
    if let minutes = Self.abbreviations[String(rest)] {
      self = .offset(minutes)
      return
    }
    let hasName = rest.hasPrefix("UTC") || rest.hasPrefix("GMT")
    if hasName { rest = rest.dropFirst(3) }
    let minutes =
      Self.clock(rest, allowingHours: hasName) ?? (hasName ? nil : Self.number(rest, in: unit))
    guard let minutes, minutes.magnitude <= 14 * 60 else { return nil }
    self = .offset(Int16(minutes))
  }

  /// Returns whether a text is a time in all but the abbreviation of a zone at its end, which is
  /// unknown or used in several zones.
  static func isUnknown(in text: String) -> Bool {
    guard let last = text.split(separator: " ").last, 2...5 ~= last.utf8.count,
      last.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & 0xDF })
    else { return false }
    var time = text.dropLast(last.count)
    while time.last == " " { time.removeLast() }
    return WrittenTime(time) != nil
  }

  private static func clock(_ text: Substring, allowingHours: Bool) -> Int? {
    guard let sign = ["+": 1, "-": -1][text.prefix(1)] else { return nil }
    var parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 1, parts[0].count == 4 { parts = [parts[0].prefix(2), parts[0].suffix(2)] }
    if parts.count == 1, allowingHours { parts.append("00") }
    guard parts.count == 2, 1...2 ~= parts[0].count, parts[1].count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { Byte.zero...Byte.nine ~= $0 } }),
      let hours = UInt8(parts[0]), let minutes = UInt8(parts[1]), minutes < 60
    else { return nil }
    return sign * (Int(hours) * 60 + Int(minutes))
  }

  private static func number(_ text: Substring, in unit: Unit?) -> Int? {
    guard let unit,
      text.utf8.allSatisfy({ Byte.zero...Byte.nine ~= $0 || "+-.".utf8.contains($0) }),
      let number = Double(text)
    else { return nil }
    let minutes = unit == .hours ? number * 60 : number
    return Int(exactly: minutes)
  }

  /// The minutes by which the clocks of abbreviated zones are ahead of UTC. `CST`, `IST`, and `BST`
  /// are each used in several zones.
  static let abbreviations: [String: Int16] = [
    "Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "CET": 60, "CEST": 120, "MEZ": 60,
    "MESZ": 120, "EET": 120, "EEST": 180, "MSK": 180, "EST": -300, "EDT": -240, "CDT": -300,
    "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480, "HST": -600,
    "JST": 540, "KST": 540, "AEST": 600, "AEDT": 660, "ACST": 570, "AWST": 480, "NZST": 720,
    "NZDT": 780,
  ]
}

struct ZoneColumn {
  var index: Int
  /// The unit of a number in the column; without one, numbers are not understood.
  var unit: StatedZone.Unit?
}

extension WrittenTime {
  /// Returns a local time with the offset that a cell beside it states, or the time itself, to which
  /// the caller's zone applies.
  ///
  /// The caller's zone also applies if the cell names it, because repeated hours are resolved later, or
  /// if it names a zone beside a date whose order of day and month is not known. In another zone, the
  /// time must occur once.
  func located(
    by column: ZoneColumn?, of row: borrowing TableCursor, caller: TimeZone?
  ) throws(Rejection) -> WrittenTime {
    guard let column, isWallClock, let text = row.text(column.index) else { return self }
    switch StatedZone(text, in: column.unit) {
    case .offset(let minutes): return with(offset: minutes)
    case .named(let zone):
      guard zone.identifier != caller?.identifier, !isOrderOpen,
        let local = local(.dayFirst)
      else { return self }
      var clock = WallClock(zone, covering: local...local)
      switch clock.moment(local) {
      case .once(let instant): return with(offset: Int16(((local - instant) / 60).rounded()))
      case .twice: throw Rejection(.unreadableTime, column: column.index)
      case .never: throw Rejection(.skippedHour, column: column.index)
      }
    case nil: return self
    }
  }
}
