import Foundation
import GlucoseMath
import GlucoseSignals
import GlucoseSimulation
import GlucoseTestSupport
import Testing

@Suite struct SignalQualityTests {
  /// Two days from midnight with a fault written over a part of them.
  private func twoDays(
    every cadence: Double = 5, change: (_ minutes: Double, _ value: Double) -> Double = { $1 }
  ) throws -> GlucoseSeries {
    let values = quiet(Int(2880 / cadence), every: cadence)
    return try series(
      values.enumerated().map { max(1, change(Double($0.offset) * cadence, $0.element).rounded()) },
      every: cadence)
  }

  private func likely(
    _ series: GlucoseSeries, _ options: SignalQualityOptions = .searching
  ) -> [SignalFault] {
    SignalQuality(of: series, in: .gmt, options: options).faults.filter { $0.score >= 0.5 }
  }

  @Test(arguments: [1.0, 5, 15]) func quietSeriesHasNoFault(cadence: Double) throws {
    let quality = SignalQuality(of: try twoDays(every: cadence), in: .gmt)
    #expect(quality.faults.isEmpty)
    #expect(quality.hours.count == 48 && quality.days.count == 2)
    #expect(
      quality.hours.allSatisfy {
        abs($0.score.fraction - 1) < 1e-9 && abs($0.coverage.fraction - 1) < 1e-9
      })
  }

  @Test func aFaultOverlapsARangeWithATimeOfIt() {
    let fault = SignalFault(
      .noise, from: minute(10), through: minute(20), readingCount: 3, score: 1)
    #expect(fault.overlaps(minute(20)..<minute(30)) && fault.overlaps(minute(5)..<minute(11)))
    #expect(fault.overlaps(minute(12)..<minute(13)) && fault.overlaps(minute(0)..<minute(60)))
    #expect(!fault.overlaps(minute(5)..<minute(10)) && !fault.overlaps(minute(21)..<minute(30)))
  }

  /// By day, and at night, where noise could be taken for compression lows.
  @Test(arguments: [600.0, 1500, 1505, 1510]) func findsNoiseAndSpikes(start: Double) throws {
    let noisy = try twoDays { minutes, value in
      guard (start..<start + 120).contains(minutes) else { return value }
      return value + [18, -14, 9, -20, 15, -8, 22, -12][Int(minutes / 5) % 8]
    }
    let found = likely(noisy)
    #expect(found.map(\.kind) == [.noise])
    #expect(found.allSatisfy { $0.start < minute(start + 30) && $0.end >= minute(start + 100) })
    #expect(likely(noisy, .init()) == found)
    let spike = try twoDays { minutes, value in minutes == 800 ? value + 60 : value }
    let single = likely(spike)
    #expect(single.map(\.kind) == [.noise])
    #expect(single.first?.readingCount == 1 && single.first?.start == minute(800))
  }

  /// The step within a burst of noise is part of the noise, wherever single spikes are.
  @Test(arguments: [[], [300.0, 400, 500]]) func aStepWithinNoiseIsNoJump(
    spikes: [Double]
  ) throws {
    let series = try twoDays { minutes, value in
      if spikes.contains(minutes) { return value + 60 }
      let level = value + (minutes >= 1660 ? 70 : 0)
      guard (1600..<1720).contains(minutes) else { return level }
      return level + [12, -10, 8, -12, 11, -8, 12, -9][Int(minutes / 5) % 8]
    }
    let found = likely(series)
    #expect(found.allSatisfy { $0.kind == .noise })
    #expect(found.count == spikes.count + 1)
    #expect(found.contains { $0.contains(minute(1660)) })
  }

  @Test func findsAJumpAndNoSteepRise() throws {
    let jump = likely(try twoDays { minutes, value in minutes >= 900 ? value + 45 : value })
    #expect(jump.map(\.kind) == [.jump])
    #expect(jump.first?.end == minute(900))
    #expect(abs((jump.first?.size?.mgdL ?? 0) - 45) < 8)
    let rise = try twoDays { minutes, value in value + min(max(0, 2.5 * (minutes - 900)), 120) }
    #expect(likely(rise).isEmpty)
  }

  @Test(arguments: [GlucoseUnit.mgdL, .mmolL]) func findsAStuckValue(unit: GlucoseUnit) throws {
    func shown(_ value: Double) -> Double {
      unit == .mgdL ? value : Glucose.mmolL((value / 1.801559).rounded() / 10).mgdL
    }
    let values = quiet(576).enumerated().map { index, value in
      (100..<125).contains(index) ? shown(141) : shown(value)
    }
    let found = likely(try series(values))
    let stuck = found.filter { $0.kind == .stuck }
    #expect(stuck.count == 1 && (stuck.first?.readingCount ?? 0) >= 25)
    // The value jumps before and after.
    #expect(found.allSatisfy { $0.kind == .stuck || $0.kind == .jump })
  }

  @Test func limitOfTheDeviceIsNotStuck() throws {
    let flags = (0..<576).map { (200..<230).contains($0) ? ReadingFlags.aboveDeviceLimit : [] }
    let values = quiet(576).enumerated().map { (195..<235).contains($0) ? 400 : $1 }
    #expect(SignalQuality(of: try series(values, flags: flags), in: .gmt).faults(.stuck).isEmpty)
    // A file without flags.
    #expect(SignalQuality(of: try series(values), in: .gmt).faults(.stuck).isEmpty)
  }

  @Test func warmUpNeedsTheTimeOfInsertion() throws {
    let series = try twoDays()
    var options = SignalQualityOptions()
    options.sensorStarts = [minute(600), minute(9000)]
    let found = SignalQuality(of: series, in: .gmt, options: options).faults(.warmUp)
    #expect(found.map(\.start) == [minute(600)])
    #expect(found.map(\.end) == [minute(1315)])
    #expect(found.map(\.score) == [0.5])
  }

  /// A start that is logged twice, and a sensor that is replaced within its warm-up.
  @Test func warmUpsDoNotOverlap() throws {
    let series = try twoDays()
    var options = SignalQualityOptions()
    options.sensorStarts = [minute(1200), minute(600), minute(600)]
    let quality = SignalQuality(of: series, in: .gmt, options: options)
    let found = quality.faults(.warmUp)
    #expect(found.map(\.start) == [minute(600), minute(1200)])
    #expect(found.map(\.end) == [minute(1195), minute(1915)])
    #expect(quality.faults.count == 2)
    // Half of the readings of an hour in a warm-up count.
    #expect(
      quality.hours[10..<31].allSatisfy { abs($0.score.fraction - 0.5) < 1e-9 })
  }

  @Test func emptyAndShort() throws {
    let none = SignalQuality(of: GlucoseSeries(), in: .gmt)
    #expect(none.faults.isEmpty && none.hours.isEmpty && none.days.isEmpty)
    #expect(GlucoseSeries().signalStatus(at: minute(0), in: .gmt) == nil)
    for count in 1...8 {
      let quality = SignalQuality(
        of: try series(quiet(count)), in: .gmt, now: minute(5 * Double(count)))
      #expect(quality.faults.isEmpty && quality.days.count == 1)
      #expect(abs((quality.days.first?.score.fraction ?? 0) - 1) < 1e-4)
    }
  }

  @Test func hoursCountTheTimeThatReadingsRepresent() throws {
    // Two hours; in the second, the readings after half an hour are missing until the third.
    let minutes = (0..<36).map { 5 * Double($0) }.filter { $0 < 90 || $0 >= 120 }
    let quality = SignalQuality(of: try series(quiet(minutes.count), at: minutes), in: .gmt)
    #expect(quality.hours.map { ($0.coverage.fraction * 60).rounded() } == [60, 30, 60])
    #expect(quality.hours.map(\.range.lowerBound) == [minute(0), minute(60), minute(120)])
    // Without the time, the whole day is expected to be recorded.
    #expect(abs((quality.days.first?.coverage.fraction ?? 0) - 150.0 / 1440) < 1e-9)
    let now = SignalQuality(
      of: try series(quiet(minutes.count), at: minutes), in: .gmt, now: minute(180))
    #expect(abs((now.days.first?.coverage.fraction ?? 0) - 150.0 / 180) < 1e-4)
  }

  /// Of two days of a sensor of five minutes, four of ten readings are lost; two days of one of a
  /// minute follow.
  @Test func theCoverageOfADayIsThatOfReports() throws {
    var generator = SeededGenerator(seed: 2)
    let minutes =
      (0..<576).map { 5 * Double($0) }.filter { _ in Int.random(in: 0..<10, using: &generator) < 6 }
      + (2880..<5760).map { Double($0) }
    let record = try series(quiet(minutes.count), at: minutes)
    for now in [nil, minute(5000)] {
      let quality = SignalQuality(of: record, in: .gmt, now: now)
      let days = record.days(in: .gmt).map(\.day)
      #expect(quality.days.map(\.coverage) == days.map { record.coverage(of: $0, now: now) })
      #expect(quality.days.map(\.range.lowerBound) == days.map(\.start))
      #expect(quality.days[0].coverage < Percentage(70))
      #expect(quality.days.allSatisfy { $0.score <= $0.coverage })
    }
  }

  @Test func scoreIsTheExpectedFractionOfSoundReadings() throws {
    let series = try twoDays { minutes, value in
      (1540..<1590).contains(minutes) ? value * 0.55 : value
    }
    let quality = SignalQuality(of: series, in: .gmt, options: .searching)
    let fault = try #require(quality.faults.first)
    let expected = 1440 - 5 * Double(fault.readingCount) * fault.score
    #expect(abs((quality.days.last?.score.fraction ?? 0) - expected / 1440) < 1e-9)
    #expect(quality.hours.allSatisfy { $0.score <= $0.coverage })
    #expect(fault.contains(fault.start) && fault.contains(fault.end))
    #expect(!fault.contains(fault.end + 1))
  }

  /// A day of 23 hours and one of 25 have as many hours.
  @Test func daysOfClockChanges() throws {
    let oslo = try #require(TimeZone(identifier: "Europe/Oslo"))
    for (month, hours) in [(3, 23), (10, 25)] {
      let day = try #require(
        LocalDay(year: 2026, month: month, day: month == 3 ? 29 : 25, in: oslo))
      let start = day.start.timeIntervalSinceReferenceDate / 60
      let series = try series(quiet(12 * hours), from: start)
      let quality = SignalQuality(of: series, in: oslo)
      #expect(quality.hours.count == hours && quality.days.count == 1)
      #expect(quality.days.allSatisfy { abs($0.score.fraction - 1) < 1e-9 })
    }
  }

  @Test func seriesWithoutFaults() throws {
    let series = try twoDays()
    func fault(_ from: Double, _ to: Double) -> SignalFault {
      SignalFault(.noise, from: minute(from), through: minute(to), readingCount: 1, score: 1)
    }
    #expect(series.excluding([]) == series)
    // Both ends are excluded; overlapping faults are as one.
    let rest = series.excluding([fault(100, 110), fault(105, 120), fault(2000, 2000), fault(7, 8)])
    #expect(rest.count == series.count - 6)
    #expect(!rest.contains { $0.time >= minute(100) && $0.time <= minute(120) })
    #expect(series.excluding([fault(-10, 99_999)]).isEmpty)
    #expect(GlucoseSeries().excluding([fault(0, 1)]).isEmpty)
  }

  /// A kind that a later version adds is decoded and encoded unchanged.
  @Test func aKindOfAnotherVersionIsKept() throws {
    let fault = SignalFault(
      .noise, from: minute(0), through: minute(5), readingCount: 2, score: 0.5)
    let later = try HostileJSON.stored(fault, setting: "kind", to: "\"interference\"")
    #expect(later.kind == SignalFault.Kind(rawValue: "interference"))
    #expect(try HostileJSON.stored(later) == later)
    #expect(!SignalFault.Kind.allCases.contains(later.kind))
    let names = SignalFault.Kind.allCases.map(\.rawValue)
    #expect(names == ["compressionLow", "noise", "jump", "stuck", "warmUp", "drift"])
  }

  @Test func storedValues() throws {
    let series = try twoDays { minutes, value in minutes >= 900 ? value + 45 : value }
    let quality = SignalQuality(of: series, in: .gmt)
    let fault = try #require(quality.faults.first)
    for (key, value) in [("score", "2"), ("readingCount", "-1"), ("end", "-1e9")] {
      #expect(throws: DecodingError.self) { try HostileJSON.stored(fault, setting: key, to: value) }
    }
    let status = try #require(series.signalStatus(at: minute(905), in: .gmt))
    #expect(try HostileJSON.stored(status) == status)
    #expect((Percentage.zero...Percentage(100)).contains(status.score))
  }

  /// The first reading after a gap, with an hour from it to the end of its interval: 65 minutes.
  @Test(arguments: [(55.0, 15.0), (59, 11), (61, 9), (65, 5), (120, 5)])
  func aGapLowersTheScoreOfTheLastHour(gap: Double, minutes: Double) throws {
    let times = (0..<200).map { 5 * Double($0) } + [995 + gap]
    let status = try #require(
      try series(quiet(201), at: times).signalStatus(at: minute(995 + gap), in: .gmt))
    #expect(status.faults.isEmpty)
    #expect(abs(status.score.fraction - minutes / 65) < 1e-9)
    // Without earlier readings, nothing is missing.
    let alone = try series([120], at: [995]).signalStatus(at: minute(995), in: .gmt)
    #expect(alone?.score == Percentage(100))
  }

  @Test func statusUsesNoLaterReading() throws {
    let series = try twoDays { minutes, value in
      (1540..<1590).contains(minutes) ? value * 0.55 : value
    }
    for now in stride(from: 1500.0, through: 1700, by: 15) {
      let early = series.signalStatus(at: minute(now), in: .gmt)
      #expect(early == series.prefix(through: minute(now)).signalStatus(at: minute(now), in: .gmt))
    }
    #expect(series.signalStatus(at: minute(2875 + 61), in: .gmt) == nil)
    #expect(series.signalStatus(at: minute(-1), in: .gmt) == nil)
  }
}

@Suite struct SensorDifferenceTests {
  @Test func findsBiasAndDrift() throws {
    let values = quiet(288 * 8)
    let first = try series(values)
    // Beginning equal, the second falls behind by 4 % a day; it reads in between.
    let second = try series(values.enumerated().map { $1 * (1 - 0.04 * Double($0) / 288) }, from: 2)
    let difference = try #require(SensorDifference(of: first, with: second))
    #expect(difference.parts.count == 32 && difference.parts.allSatisfy { $0.pairCount >= 70 })
    let drift = try #require(difference.driftPerDay)
    #expect(abs(drift - 4.7) < 0.6)
    #expect(try #require(difference.driftError) < 0.2)
    #expect(abs(difference.relativeBias - 17.5) < 2)
    var options = SignalQualityOptions()
    options.secondSensor = second
    let faults = SignalQuality(of: first, in: .gmt, options: options).faults(.drift)
    #expect(!faults.isEmpty && faults.allSatisfy { $0.start > minute(3 * 1440) })
    #expect(faults.allSatisfy { ($0.size?.mgdL ?? 0) > 15 })
    // A line, read two minutes later by the second, is the same line.
    let line = (0..<100).map { 80 + 2 * Double($0) }
    let shifted = try #require(
      SensorDifference(of: try series(line), with: try series(line.map { $0 + 0.8 }, from: 2)))
    #expect(abs(shifted.relativeBias) < 1e-10)
    let none = try #require(SensorDifference(of: first, with: first))
    #expect(none.relativeBias == 0 && none.driftPerDay == 0 && none.driftError == 0)
  }

  /// Six hours of equal values, and six in which the first sensor is higher by 10 %.
  @Test func biasOfTwoPartsIsTheirMeanInBothDirections() throws {
    let first = try series((0..<144).map { $0 < 72 ? 100 : 105 })
    let second = try series((0..<144).map { $0 < 72 ? 100 : 95 })
    let difference = try #require(SensorDifference(of: first, with: second))
    #expect(difference.parts.map(\.pairCount) == [72, 72])
    #expect(abs(difference.relativeBias - 5) < 1e-9)
    let reversed = try #require(SensorDifference(of: second, with: first))
    #expect(abs(reversed.relativeBias + 5) < 1e-9)
  }

  @Test func sensorsWornAtDifferentTimesHaveNoDifference() throws {
    let later = try series(quiet(50), from: 9000)
    #expect(SensorDifference(of: try series(quiet(50)), with: later) == nil)
    #expect(SensorDifference(of: GlucoseSeries(), with: GlucoseSeries()) == nil)
    let few = try #require(SensorDifference(of: try series(quiet(20)), with: try series(quiet(20))))
    #expect(few.driftPerDay == nil && few.parts.count == 1)
  }
}

/// What is found in simulated recordings with known faults, as the article states it for more
/// people.
@Suite struct SimulatedFaultsTests {
  @Test func sensitivityAndFalseDetections() throws {
    let day = LocalDay(containing: minute(12_096_000), in: .gmt)
    var (truths, found, wrong) = ([SimulatedFault.Kind: Int](), [SimulatedFault.Kind: Int](), 0)
    let kinds: [SimulatedFault.Kind: SignalFault.Kind] = [
      .compressionLow: .compressionLow, .stuck: .stuck, .jump: .jump, .noise: .noise,
    ]
    for seed in UInt64(1)...6 {
      let recording = VirtualPatient(seed: seed).simulate(days: 14, from: day)
      let faulty = SensorFaults().applied(to: recording.series, in: .gmt, seed: seed)
      let quality = SignalQuality(of: faulty.series, in: .gmt, options: .searching)
      let likely = quality.faults.filter { $0.score >= 0.5 }
      for truth in faulty.faults where kinds[truth.kind] != nil {
        truths[truth.kind, default: 0] += 1
        let isFound = likely.contains {
          $0.kind == kinds[truth.kind] && $0.start < truth.end && $0.end >= truth.start
        }
        if isFound { found[truth.kind, default: 0] += 1 }
      }
      wrong += likely.count { fault in
        !faulty.faults.contains { fault.start < $0.end && fault.end >= $0.start }
      }
    }
    for (kind, least) in [(.compressionLow, 0.5), (.stuck, 0.8), (.jump, 0.5), (.noise, 0.85)]
      as [(SimulatedFault.Kind, Double)]
    {
      let share = Double(found[kind] ?? 0) / Double(try #require(truths[kind]))
      #expect(share >= least, "\(kind): \(found[kind] ?? 0) of \(truths[kind] ?? 0)")
    }
    #expect(wrong <= 5)
  }
}
