// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension RowCollector {
  /// Returns the sensors of each person that recorded at the same time and disagree: devices or,
  /// with a single one, recordings of which one follows the other in the file.
  ///
  /// - Parameters:
  ///   - times: The instant of each entry; NaN for a rejected entry.
  ///   - bits: The number of bits of a stream's device that are the part of the device.
  func simultaneousSensors(
    times: [Double], unit: GlucoseUnit?, bits: Int
  ) -> [SimultaneousSensors] {
    // Most files are of one sensor, in order.
    if streams.count < 2, times.isOrdered { return [] }
    var people = Array(
      repeating: SensorOrder(), count: (streams.lazy.map(\.subject).max() ?? 0) + 1)
    for stream in streams where stream.channel == .sensor {
      people[stream.subject].add(device: stream.device)
    }
    let isSensor = streams.map { $0.channel == .sensor }
    for (index, entry) in entries.enumerated() where isSensor[entry.stream] {
      people[streams[entry.stream].subject].add(times[index])
    }
    guard people.contains(where: \.mayBeOfSeveral) else { return [] }
    var readings: [Int: [SimultaneousSensors.Reading]] = [:]
    for (index, entry) in entries.enumerated() where isSensor[entry.stream] {
      let stream = streams[entry.stream]
      guard people[stream.subject].mayBeOfSeveral, !times[index].isNaN, !entry.value.isNaN
      else { continue }
      let isMgdL = entry.mark.contains(.isMgdL)
      readings[stream.subject, default: []].append(
        SimultaneousSensors.Reading(
          time: times[index],
          mgdL: isMgdL ? entry.value : Glucose(entry.value, unit ?? .mgdL).mgdL,
          sensor: people[stream.subject].sensor(of: stream.device, at: times[index])))
    }
    let (ids, names) = (subjects.texts, devices.texts)
    return readings.sorted { $0.key < $1.key }.compactMap { subject, readings in
      guard let found = SimultaneousSensors.disagreement(readings) else { return nil }
      let sources = people[subject].hasDevices ? found.sensors.map { $0 >> bits } : []
      return SimultaneousSensors(
        person: subject < ids.count && !ids[subject].isEmpty ? ids[subject] : nil,
        sources: sources.filter { names.indices.contains($0) && !names[$0].isEmpty }
          .map { TableCursor.excerpt(names[$0]) },
        count: found.count, start: Date(timeIntervalSinceReferenceDate: found.start))
    }
  }
}

/// The devices of a person's sensor readings, and their order in the file.
private struct SensorOrder {
  private var device: Int?
  private(set) var hasDevices = false
  private var last = Double.nan
  /// The numbers of steps forward and backward in time.
  private var (forward, backward) = (0, 0)
  /// A Boolean value that indicates whether a step forward, or backward, is longer than an hour.
  private var (isForward, isBackward) = (false, false)
  /// The number of the recording, and the time of its last reading.
  private var run: (number: Int, last: Double) = (0, .nan)

  private static let hour = 3600.0

  mutating func add(device other: Int) {
    hasDevices = hasDevices || device.map { $0 != other } ?? false
    device = other
  }

  /// Adds a time in the order of the file; NaN is ignored.
  mutating func add(_ time: Double) {
    guard !time.isNaN else { return }
    let step = time - last
    if step > 0 { forward += 1 }
    if step < 0 { backward += 1 }
    isForward = isForward || step > Self.hour
    isBackward = isBackward || step < -Self.hour
    last = time
  }

  private var isAscending: Bool { forward >= backward }

  /// A Boolean value that indicates whether there are several devices, or a step of more than an
  /// hour against the order of the others.
  var mayBeOfSeveral: Bool { hasDevices || (isAscending ? isBackward : isForward) }

  /// Returns the number of the sensor of the next reading: its device or, with a single one, the
  /// number of the recording, which grows with each step against the order of the others.
  mutating func sensor(of device: Int, at time: Double) -> Int {
    if hasDevices { return device }
    let step = isAscending ? time - run.last : run.last - time
    run = (step < -Self.hour ? run.number + 1 : run.number, time)
    return run.number
  }
}

extension [Double] {
  /// A Boolean value that indicates whether the numbers are in ascending or in descending order, and
  /// none is NaN.
  fileprivate var isOrdered: Bool {
    guard let first, let last else { return true }
    let later = indices.dropFirst()
    return first <= last
      ? later.allSatisfy { self[$0 - 1] <= self[$0] }
      : later.allSatisfy { self[$0 - 1] >= self[$0] }
  }
}
