import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

/// Two feeds of a sensor, or two sensors, become one trace; any other record stays as it is.
struct MergedFeedsTests {
  /// A smooth course in mg/dL, from 54 to 226.
  private static func glucose(at time: Double) -> Double {
    140 + 60 * sin(time / 3000) + 26 * sin(time / 1000 + 1)
  }

  /// A feed: its times and values differ from those of the sensor by constants and at random.
  private struct Feed {
    var delay = 0.0
    var jitter = 0.0
    var noise = 0.0
    /// The share of readings that are missing.
    var missing = 0.0
    /// The differences of the values, by the time in seconds at which they begin.
    var offsets: [(from: Double, mgdL: Double)] = []

    func series(
      hours: Double = 48, interval: Double = 300, _ random: inout SeededGenerator
    ) throws -> GlucoseSeries {
      var readings: [Reading] = []
      for row in 0..<Int(hours * 3600 / interval) {
        let time = Double(row) * interval
        let stamp = (time + delay + Double.random(in: -1...1, using: &random) * jitter).rounded()
        let error = Double.random(in: -1...1, using: &random) * noise
        let offset = offsets.last { $0.from <= time }?.mgdL ?? 0
        guard Double.random(in: 0..<1, using: &random) >= missing else { continue }
        let value = max(40, (MergedFeedsTests.glucose(at: time) + error + offset).rounded())
        readings.append(Reading(time: instant(stamp), glucose: .mgdL(value)))
      }
      return try GlucoseSeries(readings)
    }
  }

  private func mixture(_ feeds: GlucoseSeries...) throws -> GlucoseSeries {
    try GlucoseSeries(Array(feeds.joined()).reversed())
  }

  private static func values(_ series: GlucoseSeries) throws -> [String: Double] {
    let metrics = try #require(series.metrics(in: .gmt, bands: .consensus(in: .mgdL)))
    let ranges = metrics.statistics.timeInRanges
    return [
      "mean": metrics.statistics.mean.mgdL,
      "sd": metrics.statistics.standardDeviation?.mgdL ?? 0,
      "cv": metrics.statistics.coefficientOfVariation ?? 0,
      "in range": ranges.inRange.percent, "below": ranges.belowRange.percent,
      "above": ranges.aboveRange.percent,
      "mag": metrics.meanAbsoluteGlucoseChange ?? 0,
      "gvp": metrics.glycemicVariabilityPercentage ?? 0, "mage": metrics.mage?.mgdL ?? 0,
      "episodes": Double(metrics.episodes[.low].count + metrics.episodes[.high].count),
    ]
  }

  /// Two feeds of a sensor: a regular one, and one with delays and gaps.
  private struct Pair {
    var noise: Double
    var jitter: Double

    static let all = [1.0, 3, 5].flatMap { noise in
      [2.0, 10, 50, 150].map { Pair(noise: noise, jitter: $0) }
    }

    func first(_ random: inout SeededGenerator) -> Feed {
      Feed(jitter: 3, noise: noise, missing: Double.random(in: 0...0.05, using: &random))
    }

    func second(from least: Double = 0, _ random: inout SeededGenerator) -> Feed {
      Feed(
        delay: Double.random(in: min(least, 150 - jitter)...150 - jitter, using: &random),
        jitter: jitter, noise: noise, missing: Double.random(in: 0...0.1, using: &random))
    }

    /// Returns the greatest change of each metric in 40 feeds by their noise, delays, and gaps.
    func errors() throws -> [String: Double] {
      var random = SeededGenerator(seed: 8)
      let exact = try MergedFeedsTests.values(Feed().series(&random))
      return try (0..<40).reduce(into: [:]) { errors, index in
        let feed = index.isMultiple(of: 2) ? first(&random) : second(&random)
        for (name, value) in try MergedFeedsTests.values(feed.series(&random)) {
          errors[name] = max(errors[name] ?? 0, abs(value - (exact[name] ?? 0)))
        }
      }
    }
  }

  private static let errors = Result { try Pair.all.map { try $0.errors() } }

  /// The number of random merges of each kind.
  private static let count = 5

  /// The second feed also has an offset for some hours, and a longer gap. The greatest change in 40
  /// feeds is a little less than the noise. Feeds in one that are nearer than their jitter are not
  /// distinguished.
  @Test(arguments: [true, false])
  func aMergeHasTheMetricsOfTheBetterFeedToTheNoise(isMixed: Bool) throws {
    var random = SeededGenerator(seed: 1)
    for (pair, errors) in zip(Pair.all, try Self.errors.get()) {
      for trial in 0..<Self.count {
        let first = try pair.first(&random).series(&random)
        var feed = pair.second(from: isMixed ? 3 + pair.jitter : 0, &random)
        let from = Double.random(in: 0...120_000, using: &random)
        let offset = Double.random(in: -77...77, using: &random).rounded()
        feed.offsets = [
          (from, offset), (from + Double.random(in: 7200...36_000, using: &random), 0),
        ]
        let start = Double.random(in: 0...130_000, using: &random)
        let outage = start...start + Double.random(in: 0...14_400, using: &random)
        let second = try GlucoseSeries(
          feed.series(&random).filter { !outage.contains($0.time.timeIntervalSinceReferenceDate) })
        let merged = MergedFeeds(isMixed ? [try mixture(first, second)] : [first, second])
        let trace = try merged.feeds.reduce(GlucoseSeries()) { try mixture($0, $1) }
        let (found, expected) = (try Self.values(trace), try Self.values(first))
        for (name, value) in expected {
          let difference = abs((found[name] ?? 0) - value)
          #expect(
            difference <= 0.1 + 1.1 * (errors[name] ?? 0),
            "\(pair) \(trial) \(name) \(value) \(found[name] ?? 0)")
        }
        let count = merged.parallel.map(\.count).reduce(0, +)
        #expect(count == Set(first.times + second.times).count - trace.count)
      }
    }
  }

  /// One sensor has as many readings as two of 5 minutes if it records every 2 or 3 minutes, or every
  /// minute and loses half of them.
  @Test(arguments: [60.0, 120, 180], [0.0, 30, 7])
  func oneSensorThatLosesReadingsIsNoMixture(interval: Double, delay: Double) throws {
    var random = SeededGenerator(seed: UInt64(interval + delay))
    for jitter in [0.0, 1, 5] {
      for missing in [0.0, 0.1, 0.2, 0.4, 0.5, 0.6] {
        let feed = Feed(delay: delay, jitter: jitter, noise: 1, missing: missing)
        let series = try feed.series(interval: interval, &random)
        #expect(MergedFeeds([series]).feeds == [series], "\(jitter) s, \(missing)")
      }
    }
    let slow = try Feed(delay: delay).series(interval: 180, &random)
    let fast = try Feed(delay: delay).series(hours: 20, interval: 60, &random)
    let change = try GlucoseSeries(
      Array(fast) + slow.filter { $0.time > fast[fast.count - 1].time })
    #expect(MergedFeeds([change]).feeds == [change])
  }

  @Test func twoSensorsAMinuteApartHaveTheChangesOfOne() throws {
    var random = SeededGenerator(seed: 3)
    let first = try Feed().series(&random)
    let second = try Feed(delay: 60, offsets: [(0, 20)]).series(&random)
    let mixed = try mixture(first, second)
    let change = abs(zip(mixed.values, mixed.values.dropFirst()).map { abs($1 - $0) }.max() ?? 0)
    #expect(change > 18)
    let merged = MergedFeeds([mixed])
    #expect(merged.feeds == [first])
    #expect(MergedFeeds([first, second]).feeds == [first, GlucoseSeries()])
    #expect(merged.parallel.map(\.count) == [second.count])
    #expect(merged.parallel.map(\.range) == [second.timeRange])
  }

  /// Neither of two feeds half an interval apart precedes the other; the one nearer to the multiples of
  /// the interval leads all the time.
  @Test(arguments: [0.0, 30, 60, 90, 130], [0.0, 8])
  func halfAnIntervalApartOneFeedLeads(delay: Double, offset: Double) throws {
    var random = SeededGenerator(seed: 10)
    let first = try Feed(delay: delay, jitter: 5).series(&random)
    let second = try Feed(delay: delay + 150, jitter: 5, offsets: [(0, offset)]).series(&random)
    let merged = MergedFeeds([try mixture(first, second)])
    #expect(merged.feeds == [delay < 75 ? first : second])
    #expect(merged.parallel.map(\.isOneSensor) == [true])
  }

  @Test func aSilentFeedIsReplacedByTheOtherOfItsSensor() throws {
    var random = SeededGenerator(seed: 4)
    let first = try Feed().series(&random)
    let second = try Feed(delay: 40, offsets: [(0, 8)]).series(&random)
    let silent = 45_000.0...48_000
    let part = try GlucoseSeries(
      first.filter { !silent.contains($0.time.timeIntervalSinceReferenceDate) })
    let merged = MergedFeeds([part, second])
    #expect(merged.feeds[0] == part)
    let last = try #require(part.times.last { $0 < 45_000 })
    let next = try #require(part.times.first { $0 > 48_000 })
    #expect(
      Array(merged.feeds[1].times) == second.times.filter { $0 > last + 1200 && $0 < next - 300 })
    #expect(merged.parallel.allSatisfy { $0.isOneSensor })
    // Another sensor, whose differences change by the minute, is not mixed in.
    let other = try GlucoseSeries(
      second.enumerated().map { index, reading in
        let mgdL = reading.glucose.mgdL + 40 * sin(Double(index))
        return Reading(time: reading.time, glucose: .mgdL(max(40, mgdL)))
      })
    let two = MergedFeeds([part, other])
    #expect(two.feeds == [part, GlucoseSeries()])
    #expect(two.parallel.map(\.isOneSensor) == [false])
  }

  /// Feeds that differ by more than two sensors of one person do are said to.
  @Test(arguments: [(10.0, false), (60, true)])
  func feedsThatMayBeOfTwoPeopleAreNamed(offset: Double, isNamed: Bool) throws {
    var random = SeededGenerator(seed: 11)
    let first = try Feed(jitter: 5).series(&random)
    let second = try Feed(delay: 100, jitter: 5, offsets: [(0, offset)]).series(&random)
    let found = try #require(MergedFeeds([first, second]).parallel.first)
    #expect(abs(try #require(found.meanDifference).mgdL - offset) < 12)
    #expect(found.description.contains("they may be of two people") == isNamed)
  }

  @Test func theFeedThatCoversMoreLeads() throws {
    var random = SeededGenerator(seed: 5)
    let full = try Feed(delay: 40).series(&random)
    let half = try GlucoseSeries(
      Feed().series(&random).filter { Int($0.time.timeIntervalSinceReferenceDate) / 5400 % 2 == 0 })
    let merged = MergedFeeds([half, full])
    #expect(merged.feeds == [GlucoseSeries(), full])
  }

  @Test func ofThreeFeedsOneIsLeft() throws {
    var random = SeededGenerator(seed: 6)
    let feeds = try [0.0, 40, 90].map { try Feed(delay: $0).series(&random) }
    #expect(MergedFeeds(feeds).feeds == [feeds[0], GlucoseSeries(), GlucoseSeries()])
  }

  @Test func anHourOfASecondFeedIsLeftOut() throws {
    var random = SeededGenerator(seed: 9)
    let feed = try Feed(noise: 5).series(&random)
    let hour = try GlucoseSeries(
      feed[positions: 100..<112].map {
        Reading(time: $0.time.addingTimeInterval(2), glucose: $0.glucose)
      })
    #expect(MergedFeeds([feed, hour]).feeds == [feed, GlucoseSeries()])
    let half = hour[positions: 0..<6]
    #expect(MergedFeeds([feed, half]).feeds == [feed, half])
  }

  /// Of two sensors that are worn together for half an hour, the trace is that of the first until its
  /// end.
  @Test func aShortOverlapOfTwoSensorsEndsWithTheFirst() throws {
    var random = SeededGenerator(seed: 12)
    let (first, second) = (
      try Feed().series(hours: 10, &random), try Feed(delay: 150).series(hours: 20, &random)
    )
    let later = second[positions: 114..<240]
    let merged = MergedFeeds([first, later])
    #expect(merged.feeds[0] == first)
    #expect(Array(merged.feeds[1]) == later.filter { $0.time > first[first.count - 1].time })
    #expect(merged.leftOut.count == 5)
  }

  /// Records of one feed.
  private func single() throws -> [String: [GlucoseSeries]] {
    var random = SeededGenerator(seed: 7)
    func later(_ series: GlucoseSeries, by seconds: Double) throws -> GlucoseSeries {
      try GlucoseSeries(
        series.map { Reading(time: $0.time.addingTimeInterval(seconds), glucose: $0.glucose) })
    }
    let every5 = try Feed(noise: 5).series(&random)
    let every1 = try Feed(noise: 5).series(hours: 24, interval: 60, &random)
    let every15 = try Feed(noise: 5).series(hours: 240, interval: 900, &random)
    let scans = try GlucoseSeries(
      (0..<400).map { _ in
        let time = Double.random(in: 0...864_000, using: &random).rounded()
        return Reading(time: instant(time), glucose: .mgdL(Self.glucose(at: time).rounded()))
      }.reversed())
    return [
      "noise and jitter": [try Feed(jitter: 140, noise: 20).series(&random)],
      "gaps": [try Feed(jitter: 20, missing: 0.4).series(&random)],
      "5 to 1 minute": [try mixture(every5, later(every1, by: 172_830))],
      "1 minute with gaps": [try Feed(missing: 0.3).series(hours: 24, interval: 60, &random)],
      "10 minutes": [try Feed().series(interval: 600, &random)],
      "scans": [try mixture(every15, scans)], "scans as a source": [every15, scans],
      "change of sensors": [every5, try later(every5, by: 172_800)],
      "repetitions": [every5, every5[positions: 100..<300]],
      "parts of an export": [every5[positions: 0..<101], every5[positions: 101..<576]],
      "parts with readings in common": [
        every5[positions: 0..<111], every5[positions: 101..<576],
      ],
    ]
  }

  @Test func aRecordWithoutParallelFeedsIsUnchanged() throws {
    for (name, feeds) in try single() {
      let merged = MergedFeeds(feeds)
      #expect(merged.feeds == feeds, "\(name)")
      #expect(merged.parallel.isEmpty, "\(name)")
    }
    #expect(MergedFeeds([]).feeds.isEmpty)
    #expect(MergedFeeds([GlucoseSeries()]).feeds == [GlucoseSeries()])
  }

  /// In uom, 2304 wears two sensors, and 2301 has each value twice; in azt1d, each value is there twice
  /// for five hours, or two sensors overlap when one is changed.
  @Test(.enabled(if: Datasets.has("uom"), Datasets.skipped))
  func ofRealRecordsOnlyThoseOfTwoFeedsChange() throws {
    let two = [
      "azt1d Subject 2": true, "azt1d Subject 5": true, "azt1d Subject 22": true, "uom 2301": true,
      "uom 2304": false,
    ]
    for name in ["azt1d", "colas", "hall", "shanghai_t1dm", "uom"] where Datasets.has(name) {
      for subject in try Datasets.subjects(name) {
        let merged = MergedFeeds([subject.series])
        let found = merged.parallel.map(\.isOneSensor)
        #expect(found == (two["\(name) \(subject.name)"].map { [$0] } ?? []), "\(subject.name)")
        if found.isEmpty { #expect(merged.feeds == [subject.series]) }
      }
    }
  }
}
