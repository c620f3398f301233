internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

/// The recorded events and readings of a simulation from the start of its recording.
struct SimulatedDiary: Sendable {
  let start: Date
  private let cadence: Int
  private let name: String
  private var day: LocalDay?
  private var eventsToday = 0
  private var events: [DiaryEvent] = []
  private var readings: [Reading] = []
  private var plasma: [Reading] = []

  init(seed: UInt64, start: Date, cadence: Int) {
    self.start = start
    self.cadence = cadence
    name = "virtual-" + String(seed, radix: 16)
  }

  func time(_ minute: Int) -> Date { start.addingTimeInterval(60 * Double(minute)) }

  func minute(_ time: Date) -> Int { Int((time.timeIntervalSince(start) / 60).rounded(.down)) }

  mutating func begin(_ day: LocalDay) {
    self.day = day
    eventsToday = 0
  }

  /// Adds an event, unless it is before the start of the recording.
  mutating func log(_ kind: DiaryEvent.Content, _ minute: Int) {
    guard let day, minute >= 0 else { return }
    eventsToday += 1
    let number = (eventsToday < 10 ? "0" : "") + String(eventsToday)
    events.append(
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "\(name)-\(day)-\(number)"), at: time(minute), in: day.zone,
        kind))
  }

  /// Adds the displayed reading and the plasma glucose, if a reading is due.
  mutating func note(
    _ shown: (glucose: Glucose, flags: ReadingFlags)?, plasma: Glucose, _ minute: Int
  ) {
    guard minute >= 0, minute % cadence == 0 else { return }
    let time = time(minute)
    self.plasma.append(Reading(time: time, glucose: plasma))
    if let shown {
      readings.append(Reading(time: time, glucose: shown.glucose, flags: shown.flags))
    }
  }

  var record: (recording: Recording, plasma: GlucoseSeries) {
    (Recording(series: Self.series(readings), events: events), Self.series(plasma))
  }

  /// Returns the series of readings, without numbers that are no concentrations, which parameters
  /// far from those of a body can lead to.
  private static func series(_ readings: [Reading]) -> GlucoseSeries {
    let valid = readings.filter { InvalidReading.accepts($0.glucose.mgdL) }
    do {
      return try GlucoseSeries(valid)
    } catch {
      preconditionFailure("Simulated times must be finite. \(error)")
    }
  }
}
