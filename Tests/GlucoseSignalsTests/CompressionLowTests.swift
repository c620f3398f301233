import Foundation
import GlucoseMath
import GlucoseSignals
import Testing

/// The criteria of a compression low, each at its limit.
@Suite struct CompressionLowTests {
  /// Six hours from midnight at 120 mg/dL every five minutes, with `change` from 2:00 on, by readings.
  private func night(_ change: (Int) -> Double) throws -> GlucoseSeries {
    try series((0..<72).map { 120 + change($0 - 24) })
  }

  private func lows(
    _ series: GlucoseSeries, _ options: SignalQualityOptions = .searching
  ) -> [SignalFault] {
    SignalQuality(of: series, in: .gmt, options: options).faults(.compressionLow)
  }

  /// A fall of `depth` within a reading, for some readings.
  private func box(_ depth: Double, _ count: Int = 8) -> (Int) -> Double {
    { (0..<count).contains($0) ? -depth : 0 }
  }

  @Test(arguments: [1.0, 5, 15]) func aSuddenFallAndReturnIsFound(cadence: Double) throws {
    let values = quiet(Int(2880 / cadence), every: cadence).enumerated().map { index, value in
      (1545..<1605).contains(Double(index) * cadence) ? value * 0.55 : value
    }
    let series = try series(values, every: cadence)
    let fault = try #require(lows(series).first)
    #expect(lows(series).count == 1)
    #expect(abs(fault.start.timeIntervalSince(minute(1545))) <= 300)
    #expect(abs(fault.end.timeIntervalSince(minute(1605 - cadence))) <= 300)
    #expect((45...80).contains(try #require(fault.size).mgdL))
    #expect(fault.evidence == SignalFault.Evidence.allCases && fault.score == 1)
    // Its edges are neither noise nor jumps.
    #expect(SignalQuality(of: series, in: .gmt, options: .searching).faults == [fault])
  }

  /// A true low can have the same shape.
  @Test func itIsSearchedOnlyOnRequest() throws {
    let series = try night(box(50))
    #expect(lows(series).count == 1)
    let quality = SignalQuality(of: series, in: .gmt, now: minute(360))
    #expect(quality.faults.isEmpty)
    #expect(quality.days.map(\.score) == quality.days.map(\.coverage))
    #expect(series.signalStatus(at: minute(150), in: .gmt)?.faults.isEmpty == true)
  }

  /// From two hours before the night to two hours after it.
  @Test func itIsSearchedAtNight() throws {
    let series = try night(box(50))
    for (hour, isFound) in [(4, true), (5, false)] {
      var options = SignalQualityOptions.searching
      options.night = ClockWindow(fromHour: hour, toHour: 8)
      #expect(lows(series, options).isEmpty != isFound)
    }
  }

  @Test func itIsDeeperThan25() throws {
    #expect(lows(try night(box(25))).isEmpty)
    #expect(lows(try night(box(26))).map(\.score) == [1])
  }

  /// 2 mg/dL per minute, and more.
  @Test func theFallIsSudden() throws {
    for (step, isFound) in [(10.0, false), (11, true)] {
      let found = lows(
        try night { (0..<12).contains($0) ? -Swift.min(60, step * Double($0 + 1)) : 0 })
      #expect(found.isEmpty != isFound)
    }
  }

  @Test func theReturnIsSudden() throws {
    for (step, isFound) in [(10.0, false), (11, true)] {
      let found = lows(
        try night { $0 < 0 ? 0 : Swift.min(0, -60 + step * Double(Swift.max(0, $0 - 7))) })
      #expect(found.isEmpty != isFound)
    }
  }

  @Test func itLastsForTwoReadingsToThreeHours() throws {
    for (count, isFound) in [(1, false), (2, true), (35, true), (36, false)] {
      let found = lows(try night(box(50, count)))
      #expect(found.isEmpty != isFound, "\(count)")
      #expect(found.allSatisfy { $0.readingCount == count })
    }
    for count in 1...2 {
      let found = lows(try series((0..<24).map { 120 + box(50, count)($0 - 8) }, every: 15))
      #expect(found.map(\.readingCount) == (count == 1 ? [] : [2]))
    }
  }

  /// 1 mg/dL per minute in the half hour before, and more.
  @Test func aSteadyLevelBeforeIsEvidence() throws {
    for (step, score) in [(5.0, 1.0), (6, 0.75)] {
      let found = lows(try night { $0 < 0 ? Swift.max(-60, step * Double($0 + 1)) : box(50)($0) })
      #expect(found.map(\.score) == [score])
      #expect(found.first?.evidence.contains(.steadyBefore) == (score == 1))
    }
  }

  /// As after a low that is treated, glucose rises above the level before.
  @Test func aRestoredLevelIsEvidence() throws {
    for (rise, score) in [(25.0, 1.0), (26, 0.75)] {
      let found = lows(try night { $0 < 8 ? box(50)($0) : rise })
      #expect(found.map(\.score) == [score])
      #expect(found.first?.evidence.contains(.restoredLevel) == (score == 1))
    }
  }

  /// A fall over an hour and a rise beyond the level before, as of hypoglycemia that is treated.
  @Test func aSlowLowIsNone() throws {
    let found = lows(
      try night { index in
        switch index {
        case 0..<14: -5 * Double(index)
        case 14..<20: -70 + 20 * Double(index - 14)
        case 20..<44: 50 * Double(44 - index) / 24
        default: 0
        }
      })
    #expect(found.isEmpty)
  }

  @Test func oneThatIsNotOverHasLessEvidence() throws {
    let series = try night(box(50))
    let now = minute(140)
    let status = try #require(series.signalStatus(at: now, in: .gmt, options: .searching))
    let fault = try #require(status.faults.first)
    #expect(fault.kind == .compressionLow && fault.end == now)
    #expect(fault.evidence == [.steadyBefore, .suddenFall] && fault.score == 0.5)
    #expect(status.isDoubtful)
  }

  /// A high reading is no level from which glucose falls, and a gap no time that is known.
  @Test func aHighReadingOrAGapIsNone() throws {
    #expect(lows(try night { $0 == 0 ? 60 : 0 }).isEmpty)
    let minutes = (0..<72).filter { !(26..<33).contains($0) }.map { 5 * Double($0) }
    let values = minutes.map { 120 + box(50, 16)(Int($0 / 5) - 24) }
    #expect(lows(try series(values, at: minutes)).isEmpty)
  }
}
