import Foundation
import GlucoseKit

/// What a person chose, beside the logbook: stored as JSON in a file of its own.
struct Preferences: Codable, Sendable {
  /// A named set of range bands, or limits of one's own.
  enum Bands: String, Codable, CaseIterable, Sendable {
    case consensus, tight, pregnancy, olderOrHighRisk, arises, custom
  }

  private(set) var version = 1

  var name: String
  var unit = GlucoseUnit.mmolL
  var zone: String
  var language = Language.english
  var bands = Bands.consensus
  /// The limits of ``Bands/custom``.
  var low = Glucose.mmolL(3.9)
  var high = Glucose.mmolL(10)
  var alarmLow = Glucose.mmolL(3.9)
  var alarmHigh = Glucose.mmolL(13.9)
  /// The response to each alarm, by its name.
  var responses: [Alarm.Name: AlarmResponse] = [:]
  var dismissedPatterns: Set<String> = []
  /// The usual basal rates of a pump, which are drawn.
  var basal: BasalSchedule?
  /// The first day of the simulation, for a virtual person.
  var simulatedFrom: String?

  var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }

  var rangeBands: RangeBands {
    switch bands {
    case .consensus, .olderOrHighRisk: .consensus(in: unit)
    case .tight: .tight(in: unit)
    case .pregnancy: .pregnancy(in: unit)
    case .arises: .arises(in: unit)
    case .custom: RangeBands(low: low, high: high, unit: unit)
    }
  }

  /// The options of the session, with the alarms of level 2 after those of the settings.
  var liveOptions: LiveOptions {
    var options = LiveOptions(unit: unit)
    options.low = .standard(.below, at: alarmLow, in: unit)
    options.high = .standard(.above, at: alarmHigh, in: unit)
    return options
  }

  /// The instant after which a reading is of the future, as the session has it.
  func presentEnd(at now: Date) -> Date {
    now.addingTimeInterval(Double(liveOptions.clockTolerance.components.seconds))
  }
}

/// The preferences in their file. A change is in the file before the call returns.
actor PreferencesFile {
  private let path: String
  private(set) var value: Preferences

  /// Reads the file at `path`, or starts with `initial` if there is none.
  init(at path: String, initial: Preferences) throws {
    self.path = path
    guard FileManager.default.fileExists(atPath: path) else {
      value = initial
      return
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let stored = try? JSONDecoder().decode(Preferences.self, from: data),
      stored.version == initial.version
    else {
      throw Options.Misuse(reason: "The preferences in \(path) are damaged or of a later version.")
    }
    value = stored
  }

  func update(_ change: @Sendable (inout Preferences) -> Void) throws {
    var changed = value
    change(&changed)
    // Written beside and renamed, so that a killed process leaves the old file or the new one.
    try JSONEncoder().encode(changed).write(to: URL(fileURLWithPath: path), options: .atomic)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    value = changed
  }
}
