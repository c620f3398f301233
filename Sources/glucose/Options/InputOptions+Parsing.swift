import ArgumentParser
import Foundation
import GlucoseStudy

extension InputOptions {
  static func choice<Choice: CaseIterable & RawRepresentable>(_ text: String) throws -> Choice
  where Choice.RawValue == String {
    // A name of two words may be written with or without a hyphen.
    func name(_ text: String) -> String { text.lowercased().filter { $0 != "-" } }
    let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return try require(
      Choice.allCases.first { name($0.rawValue) == name(text) }, "\(text) is not one of \(names).")
  }

  static func zone(_ text: String) throws -> TimeZone {
    guard let zone = TimeZone(identifier: text) else {
      let name = text.lowercased()
      let meant = TimeZone.knownTimeZoneIdentifiers.first {
        $0.lowercased() == name || $0.lowercased().hasSuffix("/" + name)
      }
      throw ValidationError(
        "\(text) is not a time zone such as Europe/Oslo or UTC."
          + (meant.map { " Did you mean \($0)?" } ?? ""))
    }
    return zone
  }

  /// The days of a recording that are used.
  enum Period {
    case last(Int)
    case days(String)

    /// Returns the instants of the days in a zone. The last day is that of the last reading, or of an
    /// event up to `now` that is later.
    func range(of subject: ImportedPerson, in zone: TimeZone, now: Date = Date()) -> Range<Date>? {
      switch self {
      case .last(let count):
        let series = [subject.recording.series, subject.scans, subject.meter]
        let times =
          series.compactMap(\.last?.time)
          + subject.recording.events.map(\.time).filter { $0 <= now }
        guard let end = times.max() else { return nil }
        let last = LocalDay(containing: end, in: zone)
        return last.advanced(by: 1 - count).start..<last.end
      case .days(let text):
        return InputOptions.days(text, in: zone).map { $0.lowerBound.start..<$0.upperBound.end }
      }
    }
  }

  static func period(_ text: String) throws -> Period {
    if let count = Int(text), (1...100_000).contains(count) { return .last(count) }
    _ = try days(text, in: .gmt, or: "neither a number of days nor")
    return .days(text)
  }

  /// Returns the days of a period such as 2026-02-01/2026-02-28, or throws that the text is none.
  static func days(
    _ text: String, in zone: TimeZone, or negation: String
  ) throws -> ClosedRange<LocalDay> {
    if let days = days(text, in: zone) { return days }
    let ends = text.split(separator: "/", omittingEmptySubsequences: false)
    let reversed = ends.reversed().joined(separator: "/")
    throw ValidationError(
      days(reversed, in: zone) == nil
        ? "\(text) is \(negation) a period such as 2026-02-01/2026-02-28."
        : "\(text) ends before it begins. Did you mean \(reversed)?")
  }

  /// Returns the days of a period such as 2026-02-01/2026-02-28, or `nil` if it is none.
  static func days(_ text: String, in zone: TimeZone) -> ClosedRange<LocalDay>? {
    let ends = text.split(separator: "/", omittingEmptySubsequences: false).map {
      LocalDay($0, in: zone)
    }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start <= end else { return nil }
    return start...end
  }

  static func unit(_ text: String) throws -> GlucoseUnit {
    let letters = text.lowercased().filter(\.isLetter)
    return try require(
      ["mgdl": .mgdL, "mmoll": .mmolL, "mmol": .mmolL][letters],
      "\(text) is not a unit: use mg/dL or mmol/L.")
  }

  static func dateOrder(_ text: String) throws -> DateOrder {
    try require(
      ["ymd": .yearFirst, "dmy": .dayFirst, "mdy": .monthFirst][text],
      "\(text) is not a date order: use ymd, dmy, or mdy.")
  }

  static func day(_ text: String?, in zone: TimeZone) throws -> LocalDay? {
    try text.map { try require(LocalDay($0, in: zone), "\($0) is not a day such as 2026-03-02.") }
  }

  static func instant(_ text: String?, in zone: TimeZone) throws -> Date? {
    guard let text else { return nil }
    do {
      return try require(
        Instant.unique(text, in: zone), "\(text) is not an instant such as \(Instant.forms).")
    } catch let failure as CommandFailure { throw ValidationError(failure.sentence) }
  }

  static func mapping(_ text: String) throws -> ColumnMapping {
    var columns: [String: ColumnMapping.Column] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard sides.count == 2, mappingRoles.contains(sides[0]), columns[sides[0]] == nil else {
        throw ValidationError(
          "\(part) is not a role and a column, such as time=Date; roles are "
            + mappingRoles.joined(separator: ", ") + ".")
      }
      columns[sides[0]] = Int(sides[1]).map { .numbered($0) } ?? .named(sides[1])
    }
    let units = ColumnMapping.ElapsedUnit.all.filter { columns[$0.rawValue] != nil }
    let times = ["time"] + units.map(\.rawValue)
    guard let time = times.lazy.compactMap({ columns[$0] }).first,
      times.count(where: { columns[$0] != nil }) == 1
    else {
      throw ValidationError(
        "--columns must contain one column of the time, such as time=Date or minutes=Elapsed.")
    }
    return ColumnMapping(
      time: time, clock: columns["clock"], glucose: columns["glucose"], meter: columns["meter"],
      unit: columns["unit"], person: columns["person"], carbs: columns["carbs"],
      insulin: columns["insulin"], note: columns["note"], type: columns["type"],
      timeUnit: units.first)
  }

  private static let mappingRoles =
    ["time"] + ColumnMapping.ElapsedUnit.all.map(\.rawValue) + [
      "clock", "glucose", "meter", "unit", "person", "carbs", "insulin", "note", "type",
    ]
}
