import Foundation
import GlucoseMath
import Testing

@testable import GlucoseSimulation

@Suite struct SensorFaultsTests {
  private let series: GlucoseSeries? = {
    let times = (0..<(288 * 40)).map { Double($0) * 300 }
    let values = times.indices.map { (150 + 60 * sin(Double($0) / 25)).rounded() }
    return try? ValidatedReadings(times: times, values: values).series
  }()

  private func only(_ change: (inout SensorFaults) -> Void) -> SensorFaults {
    var faults = SensorFaults.none
    change(&faults)
    return faults
  }

  @Test func noFaultsLeaveTheSeries() throws {
    let series = try #require(series)
    let result = SensorFaults.none.applied(to: series, in: .gmt, seed: 1)
    #expect(result.series == series && result.faults.isEmpty && result.sensorStarts.isEmpty)
    #expect(SensorFaults().applied(to: GlucoseSeries(), in: .gmt, seed: 1).series.isEmpty)
  }

  @Test func faultsDependOnTheSeedAlone() throws {
    let series = try #require(series)
    let first = SensorFaults().applied(to: series, in: .gmt, seed: 7)
    #expect(first == SensorFaults().applied(to: series, in: .gmt, seed: 7))
    #expect(first != SensorFaults().applied(to: series, in: .gmt, seed: 8))
    // A longer series starts with the faults of a shorter one.
    let shorter = SensorFaults().applied(to: series[positions: 0..<(288 * 20)], in: .gmt, seed: 7)
    #expect(Array(first.faults.prefix(shorter.faults.count)) == shorter.faults)
    // The values of this version, which fixtures may depend on.
    let kinds = Dictionary(grouping: first.faults, by: \.kind).mapValues(\.count)
    #expect(kinds.values.reduce(0, +) == first.faults.count && kinds.count >= 6)
  }

  @Test func readingsOutsideOfFaultsAreUnchanged() throws {
    let series = try #require(series)
    let result = SensorFaults().applied(to: series, in: .gmt, seed: 3)
    let clean = Dictionary(uniqueKeysWithValues: series.map { ($0.time, $0) })
    var changed = 0
    for reading in result.series {
      let isFaulty = result.faults.contains { $0.start <= reading.time && reading.time < $0.end }
      if clean[reading.time] != reading {
        changed += 1
        #expect(isFaulty)
      }
      #expect((40...400).contains(reading.glucose.mgdL))
    }
    #expect(changed > 50)
  }

  @Test func eachKindHasItsEffect() throws {
    let series = try #require(series)
    func affected(
      _ result: (series: GlucoseSeries, faults: [SimulatedFault], sensorStarts: [Date]),
      _ kind: SimulatedFault.Kind
    ) -> [(SimulatedFault, GlucoseSeries, GlucoseSeries)] {
      result.faults.filter { $0.kind == kind }.map {
        ($0, result.series[$0.start..<$0.end], series[$0.start..<$0.end])
      }
    }
    let pressed = only { $0.compressionLowsPerNight = 1 }.applied(to: series, in: .gmt, seed: 1)
    #expect(pressed.faults.count == 40)
    for (fault, shown, true_) in affected(pressed, .compressionLow) {
      let hour = fault.start.timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 86_400)
      #expect((0..<21_600).contains(hour))
      #expect(shown.values.reduce(0, +) < true_.values.reduce(0, +))
      for (low, level) in zip(shown.values, true_.values) {
        #expect(low >= (level * (1 - fault.size)).rounded(.down))
      }
    }
    let stuck = only { $0.stuckPerDay = 1 }.applied(to: series, in: .gmt, seed: 1)
    for (_, shown, _) in affected(stuck, .stuck) { #expect(Set(shown.values).count == 1) }
    let missing = only { $0.dropoutsPerDay = 1 }.applied(to: series, in: .gmt, seed: 1)
    for (_, shown, _) in affected(missing, .dropout) { #expect(shown.isEmpty) }
    let jumps = only { $0.jumpsPerDay = 1 }.applied(to: series, in: .gmt, seed: 1)
    for (fault, shown, true_) in affected(jumps, .jump) {
      guard let low = shown.values.first, let level = true_.values.first else { continue }
      #expect(abs(low - level - fault.size) < 3)
    }
    let worn = only {
      $0.wearDays = 10
      $0.driftPerDay = 0.02
    }.applied(to: series, in: .gmt, seed: 1)
    #expect(worn.sensorStarts.count == 4)
    for start in worn.sensorStarts { #expect(worn.series[start..<(start + 7200)].isEmpty) }
    #expect(worn.faults.count { $0.kind == .drift } == 4)
  }

  /// A value beyond a limit is the limit, with its flag.
  @Test func limitsHaveFlags() throws {
    let low = try ValidatedReadings(
      times: (0..<2880).map { Double($0) * 300 }, values: Array(repeating: 52, count: 2880)
    ).series
    let result = only { $0.compressionLowsPerNight = 1 }.applied(to: low, in: .gmt, seed: 2)
    let limited = result.series.filter { $0.glucose == .mgdL(40) }
    #expect(!limited.isEmpty)
    #expect(limited.count { $0.flags == .belowDeviceLimit } > limited.count / 2)
    #expect(result.series.allSatisfy { $0.flags.isEmpty || $0.glucose == .mgdL(40) })
  }
}
