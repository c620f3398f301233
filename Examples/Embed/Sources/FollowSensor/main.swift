// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
let today = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 800_000_000), in: oslo)
let weeks = VirtualPatient(seed: 2).simulate(days: 14, from: today.advanced(by: -13))
let past = weeks.series.prefix(through: today.time(hour: 12, minute: 0))

// The model learns from what the logbook holds; the session stores what comes and looks ahead.
let log = try Logbook.inMemory()
try log.add(past, from: "Dexcom G7")
var options = LiveOptions()
options.low = Crossing(.below, .mmolL(3.9))
options.high = Crossing(.above, .mmolL(10), margin: 10)
let session = LiveSession(
  log, from: "Dexcom G7", in: oslo, forecaster: try .best(for: Recording(series: past), in: oslo),
  options: options)

func show(_ moment: LiveMoment) {
  guard let current = moment.current else { return print("No reading yet.") }
  var line = "\(moment.time): \(current.reading.glucose.mmolL.rounded()) mmol/L"
  if let last = moment.forecast?.points.last {
    line += ", then \(last.lower.mmolL.rounded()) to \(last.upper.mmolL.rounded())"
  } else if let reason = moment.unavailable {
    line += ", no forecast: \(reason)"
  }
  if moment.low.isExpected == true { line += ", a low is expected" }
  if moment.high.isExpected == true { line += ", a high is expected" }
  print(line)
}

/// What an app does: a moment for each reading of a sensor, after it is on disk.
func follow(_ sensor: some AsyncSequence<Reading, Never> & Sendable) async throws {
  for try await moment in session.moments(of: sensor, now: { Date() }) { show(moment) }
}

/// What a timer does at `staleAfter`: says that the sensor fell silent.
func wake(at time: Date) async throws { show(try await session.moment(at: time)) }

// Two hours of the virtual person, in a clock of their own.
var last: LiveMoment?
for reading in weeks.series[positions: past.count..<(past.count + 24)] {
  last = try await session.take([reading], at: reading.time)
  if let last { show(last) }
}
if let stale = last?.staleAfter { try await wake(at: stale.addingTimeInterval(1)) }

// A sensor that gives one reading, now.
let sensor = AsyncStream { continuation in
  continuation.yield(Reading(time: Date(), glucose: .mmolL(6.1)))
  continuation.finish()
}
try await follow(sensor)
