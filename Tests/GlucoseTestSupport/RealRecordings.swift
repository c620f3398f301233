internal import Foundation
package import GlucoseDiary
package import GlucoseMath

/// Recordings of real people, which are never part of the repository.
///
/// Their directory is the value of the environment variable `GLUCOSE_DATASETS`, or otherwise a
/// directory beside the package; tests that need them are skipped if they are absent.
package enum RealRecordings {
  private static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["GLUCOSE_DATASETS"] {
      return URL(fileURLWithPath: path)
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return package.appendingPathComponent("../shared/datasets").standardizedFileURL
  }()

  private static func file(_ set: String, _ name: String = "glucose") -> URL {
    folder.appendingPathComponent(set).appendingPathComponent(name + ".csv.gz")
  }

  /// A Boolean value that indicates whether the variable names a folder.
  package static var isExpected: Bool {
    ProcessInfo.processInfo.environment["GLUCOSE_DATASETS"] != nil
      && (try? folder.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
  }

  package static func isPresent(_ set: String) -> Bool {
    FileManager.default.fileExists(atPath: file(set).path)
  }

  /// Returns the records of a set's people in the order of the file, with local times read as UTC.
  package static func people(of set: String) throws -> [GlucoseSeries] {
    try Datasets.subjects(set).map(\.series)
  }

  /// Returns the recordings of a set's people in the order of the file, with events if the set has
  /// any, and local times read as UTC.
  package static func recordings(of set: String) throws -> [Recording] {
    let people = try Datasets.subjects(set)
    let logged = file(set, "events")
    guard FileManager.default.fileExists(atPath: logged.path) else {
      return people.map { Recording(series: $0.series) }
    }
    let events = events(in: try gunzip(logged))
    return people.map { Recording(series: $0.series, events: events[$0.name] ?? []) }
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
      events[String(decoding: fields[0], as: UTF8.self), default: []].append(
        DiaryEvent(
          id: DiaryEvent.ID(rawValue: "\(line)"),
          at: Date(timeIntervalSinceReferenceDate: seconds(fields[1])), in: .gmt, kind))
    }
    return events
  }

  /// Returns the seconds since the reference date.
  private static func seconds(_ text: ArraySlice<UInt8>) -> Double {
    func digits(_ from: Int, _ count: Int) -> Int {
      text[(text.startIndex + from)..<(text.startIndex + from + count)]
        .reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    // Days since 0000-03-01, so that a leap day is the last of its year.
    let month = (digits(5, 2) + 9) % 12
    let year = digits(0, 4) - (month >= 10 ? 1 : 0)
    let day = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + digits(8, 2)
    let days = day - 1 - 730_791
    return Double(days * 86_400 + digits(11, 2) * 3600 + digits(14, 2) * 60 + digits(17, 2))
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Double {
    Double(String(decoding: text, as: UTF8.self)) ?? .nan
  }
}
