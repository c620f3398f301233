import Foundation
import GlucoseKit
import GlucoseSimulation

let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
let today = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 800_000_000), in: oslo)
let weeks = VirtualPatient(seed: 2).simulate(days: 14, from: today.advanced(by: -13))
let past = weeks.series.prefix(through: today.time(hour: 12, minute: 0))

// The model is trained on the readings of the logbook; the session stores new ones.
let log = try Logbook.inMemory()
try log.add(past, from: "Dexcom G7")
// Alarms below 3.9 and above 9.0 mmol/L, which learn from their outcomes.
var options = LiveOptions(unit: .mmolL)
options.high = .standard(.above, at: .mmolL(9), in: .mmolL)
let session = LiveSession(
  log, from: "Dexcom G7", forecaster: try .best(for: Recording(series: past), in: oslo),
  options: options)

/// The responses to the alarms, which an app stores, so that they survive a restart.
var (lowResponse, highResponse) = (AlarmResponse(), AlarmResponse())

@MainActor func show(_ snapshot: LiveSnapshot) {
  guard let reading = snapshot.current?.reading else { return print("No reading yet.") }
  var line = "\(snapshot.date): \(reading.text(in: .mmolL)) mmol/L"
  if snapshot.clockDifference != nil || !snapshot.futureReadings.isEmpty {
    line += ", check the clocks"
  }
  if let last = snapshot.forecast?.points.last {
    line += ", then \(last.lower.text(in: .mmolL)) to \(last.upper.text(in: .mmolL))"
  } else if let error = snapshot.forecastError {
    line += ", no forecast: \(error)"
  }
  line += describe(snapshot.low, "low") + describe(snapshot.high, "high")
  if snapshot.low.isDue(at: snapshot.date, after: lowResponse) {
    line += " (notified)"
    lowResponse.acknowledge(snapshot.low)
  }
  if snapshot.high.isDue(at: snapshot.date, after: highResponse) {
    line += " (notified)"
    highResponse.acknowledge(snapshot.high)
  }
  print(line)
}

func describe(_ alarm: CrossingAlarm, _ name: String) -> String {
  switch alarm.state {
  case .inactive: ""
  case .expected: ", \(name) expected"
  case .present: ", \(name)"
  case .persistent: ", \(name) for hours"
  case .recovering: ", \(name) ending"
  case .unknown(.sensorSilent): ", sensor silent"
  case .unknown: ", \(name) unknown"
  }
}

/// Shows a snapshot for each reading of a sensor, after it is stored.
@MainActor func follow(_ sensor: AsyncStream<Reading>) async throws {
  for try await snapshot in session.snapshots(of: sensor, now: { Date() }) { show(snapshot) }
}

// Two hours of simulated readings, each at its own time.
var last: LiveSnapshot?
for reading in weeks.series[positions: past.count..<(past.count + 24)] {
  last = try await session.store([reading], at: reading.time)
  if let last { show(last) }
}

// The content of a screen from one state of the logbook, and the timeline of a widget.
if let last {
  let display = try await session.display(
    at: last.date, day: today, options: DayPlotOptions(unit: .mmolL))
  print("\(display.plot.segments.count) lines, \(display.surroundingDays.bars.count) days")
  for entry in last.timeline() { print("Widget at \(entry.date): \(entry.low.state)") }
}

/// Shows the snapshots for a screen: one at once, and one after each change, here of the diary.
@MainActor func watch(at now: Date) async throws {
  var isFirst = true
  for try await snapshot in session.snapshots(now: { now }) {
    show(snapshot)
    guard isFirst else { return }
    isFirst = false
    try log.add(DiaryEvent(at: now.addingTimeInterval(-600), in: oslo, .meal(Meal(carbs: 45))))
  }
}
if let last { try await watch(at: last.date) }

// A sensor that delivers one reading, now.
let sensor = AsyncStream { continuation in
  continuation.yield(Reading(time: Date(), glucose: .mmolL(6.1)))
  continuation.finish()
}
try await follow(sensor)
