internal import DaySummary
internal import Foundation
internal import GlucoseMath

/// The arrivals of new readings at a session, by the clock of the device.
///
/// Alarms follow the series of the store, in which a reading may be missing or lie beside others,
/// because its time is wrong or near to that of another. The last arrival is judged as it came.
struct Arrivals {
  /// The last arrival, unless the alarms follow it in the series and it was of the present.
  private(set) var last: Date?
  private let maximumAge: TimeInterval
  private let tolerance: TimeInterval
  /// The alarms of the options, updated with each reading at the time of its arrival.
  private var alarms: [CrossingAlarm]
  /// The readings of the last arrival, unless they are known to be older ones.
  private var latest: [Reading] = []
  private var delays: [Delay] = []
  /// The differences in mg/dL of the last readings that are not in the series from the nearest one.
  private var differences: [Double] = []

  private struct Delay {
    let arrival: Date
    let reading: Date
    /// Whether the reading is later than those before it, which a backfilled one is not.
    let advances: Bool
    var seconds: TimeInterval { arrival.timeIntervalSince(reading) }
  }

  /// The time in seconds from a reading to its arrival up to which (`≤`) it is one of the present.
  private static let young = 150.0

  init(_ options: LiveOptions) {
    alarms = options.alarms
    maximumAge = (options.maximumAge ?? .seconds(900)).inSeconds
    tolerance = options.clockTolerance.inSeconds
  }

  /// Adds new readings that arrive at `now`, to a store with the readings of `series`; ``LiveSession``
  /// states which of them are backfilled.
  mutating func add(_ readings: [Reading], at now: Date, after series: GlucoseSeries?) {
    let readings = readings.sorted { $0.time < $1.time }
    guard let newest = readings.last else { return }
    let present = now.addingTimeInterval(-difference)
    let limit = present.addingTimeInterval(-Self.young)
    let known = series?.prefix(through: now.addingTimeInterval(60))
    let end = min(known?.last?.time ?? .distantPast, now).addingTimeInterval(-30)
    var found = readings.filter { $0.time >= limit || $0.time > end }
    // A reading with a wrong date in the future says nothing of the present.
    if found.isEmpty, let last = known?.last?.time ?? series?.last?.time {
      let recent = known.map { $0[positions: max($0.count - 9, 0)..<$0.count] }
      let interval = recent?.cadence?.inSeconds ?? 300
      // What arrived before the session is known by its time alone.
      let arrival = delays.last?.arrival ?? last
      // The readings of a history span more than the time since the last arrival.
      let span = newest.time.timeIntervalSince(readings[0].time)
      if abs(present.timeIntervalSince(last)) > Self.young,
        abs(now.timeIntervalSince(arrival)) >= 0.8 * interval + span
      {
        found = [newest]
      }
    }
    last = now
    latest = found
    for index in alarms.indices {
      let beyond = found.last { alarms[index].crossing.isBeyond($0.glucose) }
      guard let reading = beyond ?? found.last else { continue }
      alarms[index].update(
        with: Reading(time: now, glucose: reading.glucose, flags: reading.flags), forecast: nil)
    }
    note(newest.time, now)
  }

  private mutating func note(_ reading: Date, _ now: Date) {
    // The readings of a burst are one arrival, with the newest of them.
    if let last = delays.last, (0..<30).contains(now.timeIntervalSince(last.arrival)) {
      guard reading > last.reading else { return }
      delays.removeLast()
    }
    let advances = delays.allSatisfy { $0.reading < reading }
    delays.append(Delay(arrival: now, reading: reading, advances: advances))
    if delays.count > 7 { delays.removeFirst() }
  }

  /// The time in seconds by which the clock of the device is ahead of that of the sensor, or 0 if they
  /// agree: the median of the last delays, so that up to two wrong times of five change nothing.
  var difference: TimeInterval {
    let advancing = delays.filter(\.advances).suffix(5)
    let sorted = (advancing.count < 3 ? delays.suffix(5) : advancing).map(\.seconds).sorted()
    guard sorted.count >= 3 else { return 0 }
    let middle = [sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2]]
    let median = abs(middle[0]) < abs(middle[1]) ? middle[0] : middle[1]
    return median < -tolerance || median > maximumAge ? median : 0
  }

  /// Forgets the readings of the last arrival that the alarms follow in the series: the current one,
  /// and those before a later one of the arrival.
  mutating func settle(in series: GlucoseSeries, _ current: CurrentGlucose?) {
    let newest = latest.last?.time ?? .distantPast
    latest = latest.filter { reading in
      let index = series.index(atOrAfter: reading.time)
      return reading != current?.reading
        && !(reading.time < newest && index < series.count && series[index] == reading)
        && !isOfParallelFeed(reading, beside: series, index)
    }
    if latest.isEmpty, let current, current.age.inSeconds <= Self.young { last = nil }
  }

  /// Returns a Boolean value that indicates whether a reading is of a feed that another one leads: it
  /// is not in the series, and differs from it by at most 15 mg/dL more or less than the median of the
  /// last readings of which that is so, at least six.
  private mutating func isOfParallelFeed(
    _ reading: Reading, beside series: GlucoseSeries, _ index: Int
  ) -> Bool {
    let near = series[positions: max(index - 1, 0)..<min(index + 1, series.count)]
    guard
      let other = near.min(by: {
        abs($0.time.timeIntervalSince(reading.time)) < abs($1.time.timeIntervalSince(reading.time))
      }), other.time != reading.time, abs(other.time.timeIntervalSince(reading.time)) <= 1200
    else { return false }
    let difference = reading.glucose.mgdL - other.glucose.mgdL
    let known = differences.sorted()
    differences = differences.suffix(11) + [difference]
    return known.count >= 6 && abs(difference - known[known.count / 2]) <= 15
  }

  func announce(in snapshot: inout LiveSnapshot) {
    snapshot.lastArrival = last
    guard snapshot.isHeard(at: snapshot.date) else { return }
    var position = 0
    snapshot.updateAlarms { alarm in
      defer { position += 1 }
      let arrived = alarms[position]
      guard !alarm.isBeyond, arrived.isBeyond,
        latest.contains(where: { alarm.crossing.isBeyond($0.glucose) })
      else { return }
      alarm.adopt(arrived)
    }
  }
}
