internal import Foundation
package import GlucoseDiary
package import GlucoseMath

/// The people of ``Datasets``, with their events.
package enum RealRecordings {
  /// A Boolean value that indicates whether the folder of the sets exists.
  package static var isExpected: Bool {
    (try? Datasets.folder.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }

  /// Returns the records of a set's people in the order of the file, with local times read as UTC.
  package static func people(of set: String) throws -> [GlucoseSeries] {
    try Datasets.subjects(set).map(\.series)
  }

  /// Returns the recordings of a set's people in the order of the file, with events if the set has
  /// any, and local times read as UTC.
  package static func recordings(of set: String) throws -> [Recording] {
    let events = Datasets.has(set, .events) ? events(in: try Datasets.csv(set, .events)) : [:]
    return try Datasets.subjects(set).map {
      Recording(series: $0.series, events: events[$0.name] ?? [])
    }
  }

  /// Reads `subject,time,kind,value,unit,note` lines. Boluses are rapid-acting insulin and basal
  /// doses long-acting; basal rates are ignored, and food without carbohydrate is a meal of unknown
  /// carbohydrate.
  private static func events(in bytes: [UInt8]) -> [String: [DiaryEvent]] {
    var events: [String: [DiaryEvent]] = [:]
    for (line, text) in bytes.split(separator: UInt8(ascii: "\n")).enumerated().dropFirst() {
      let fields = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      guard fields.count > 4 else { continue }
      let value = number(fields[3])
      let unit = String(decoding: fields[4], as: UTF8.self)
      let kind: DiaryEvent.Content
      switch (String(decoding: fields[2], as: UTF8.self), unit) {
      case ("meal", "g"): kind = .meal(Meal(carbs: value))
      case ("meal", _): kind = .meal(Meal())
      case ("bolus", _): kind = .insulin(InsulinDose(units: value, action: .rapidActing))
      case ("basal", "U"): kind = .insulin(InsulinDose(units: value, action: .longActing))
      case ("exercise", _): kind = .exercise(Exercise(duration: .seconds(900)))
      default: continue
      }
      var time = DatasetLines(bytes: Array(fields[1]))
      events[String(decoding: fields[0], as: UTF8.self), default: []].append(
        DiaryEvent(
          id: DiaryEvent.ID(rawValue: "\(line)"),
          at: Date(timeIntervalSinceReferenceDate: time.time()), in: .gmt, kind))
    }
    return events
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Double {
    Double(String(decoding: text, as: UTF8.self)) ?? .nan
  }
}
