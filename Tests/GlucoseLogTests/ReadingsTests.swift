#if Logbook
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct ReadingsTests {
    let log: Logbook

    init() throws { log = try Logbook.inMemory() }

    @Test func givesBackInstantsAndValuesBitByBit() throws {
      var options = Logbook.Options()
      options.minimumInterval = .zero
      let log = try Logbook.inMemory(options: options)
      var readings: [Reading] = []
      var time = -1e9
      for index in 0..<2000 {
        time += 300 + 1 / Double(index + 3)
        readings.append(
          Reading(
            time: Date(timeIntervalSinceReferenceDate: time.nextUp),
            glucose: .mgdL(20 + Double(index) / 7), flags: ReadingFlags(rawValue: UInt8(index % 8)))
        )
      }
      for extreme in [0, 1.0.ulp, Double.leastNonzeroMagnitude, 2.5e11, -6e10, 0.1] {
        readings.append(
          Reading(time: Date(timeIntervalSinceReferenceDate: extreme), glucose: .mgdL(0.1)))
      }
      try log.add(readings, from: "s")
      let all =
        Date(timeIntervalSinceReferenceDate: -1e301)..<Date(timeIntervalSinceReferenceDate: 1e301)
      let series = try log.series(in: all)
      let expected = try GlucoseSeries(readings)
      #expect(series.times.map(\.bitPattern) == expected.times.map(\.bitPattern))
      #expect(series.values.map(\.bitPattern) == expected.values.map(\.bitPattern))
      #expect(series == expected)
    }

    @Test(arguments: [ReadingSource.Kind.sensor, .meter, .scan])
    func refusesReadingsOfAnotherKindThanTheSource(kind: ReadingSource.Kind) throws {
      let other: ReadingSource.Kind = kind == .sensor ? .meter : .sensor
      try log.add([reading(0)], from: "s", kind: kind)
      let error = #expect(throws: LogbookError.self) {
        try log.write { batch in
          try batch.add([reading(5)], from: "s", kind: kind)
          try batch.add([reading(10)], from: "s", kind: other)
        }
      }
      #expect(error?.reason == .sourceExists("s", kind: kind))
      #expect(error?.description.contains("The source s exists in ") == true)
      #expect(error?.description.contains(" as a \(kind.rawValue).") == true)
      #expect(try log.sources().map(\.count) == [1])
      try log.add([reading(10)], from: "t", kind: other)
      #expect(try log.sources().map(\.kind) == [kind, other])
    }

    @Test(arguments: [1.0, -1, 2, -2, 12, -12, 29.9])
    func countsAReadingOnceThatComesAgainWithAnotherStamp(seconds: Double) throws {
      let day = (0..<288).map { reading(Double($0) * 5, 100 + Double($0 % 50)) }
      let again = day.map {
        Reading(time: $0.time.addingTimeInterval(seconds), glucose: $0.glucose, flags: $0.flags)
      }
      try log.add(day, from: "s")
      try log.add(again, from: "s")
      let series = try log.series(in: everything)
      #expect(series.count == 288)
      #expect(try log.series(in: everything, from: "s") == series)
      #expect(try log.unusedReadings(in: everything, from: "s").repeated.count == 288)
      #expect(try log.sources().map(\.count) == [576])
      #expect(try log.recording(in: everything).series == series)
      #expect(try log.latestReading(atOrBefore: minutes(9999)) == series.last)
      // A range that begins between a reading and what repeats it holds neither twice.
      let part = noon + 3000 + abs(seconds) / 2
      #expect(try log.series(in: part..<(part + 3600)).count == 12)
    }

    @Test func countsEachThirtiethSecondOfAChainAndEveryReadingOfAMeter() throws {
      let chain = (0..<60).map { reading(Double($0) / 6, 100) }
      try log.add(chain, from: "s")
      #expect(try log.series(in: everything).count == 20)
      try log.add(chain, from: "meter", kind: .meter)
      #expect(try log.series(in: everything, from: "meter").count == 60)
      var options = Logbook.Options()
      options.minimumInterval = .zero
      let all = try Logbook.inMemory(options: options)
      try all.add(chain, from: "s")
      #expect(try all.series(in: everything).count == 60)
    }

    @Test func hidesWhatRepeatsAnExcludedReading() throws {
      try log.add([reading(0), reading(5), reading(5.02)], from: "s")
      try log.excludeReadings(in: minutes(5)..<minutes(5.01), from: "s")
      #expect(try log.series(in: everything).map(\.time) == [minutes(0)])
      #expect(try log.latestReading(atOrBefore: minutes(9))?.time == minutes(0))
    }

    @Test func hidesWhatAnExcludedReadingRepeatsAndKeepsIt() throws {
      try log.add([reading(0), reading(5)], from: "s")
      try log.excludeReadings(in: minutes(5)..<minutes(5.01), from: "s")
      try log.add([reading(4.98)], from: "s")
      #expect(try log.series(in: everything).map(\.time) == [minutes(0)])
      #expect(try log.series(in: minutes(4)..<minutes(4.99)).isEmpty)
      #expect(try log.latestReading(atOrBefore: minutes(9))?.time == minutes(0))
      #expect(
        try log.unusedReadings(in: everything, from: "s").repeated.map(\.time) == [minutes(4.98)])
      try log.includeReadings(in: everything, from: "s")
      #expect(try log.series(in: everything).map(\.time) == [minutes(0), minutes(4.98)])
    }

    @Test func takesBothZerosForOneInstant() throws {
      let zero = Reading(time: Date(timeIntervalSinceReferenceDate: 0), glucose: .mgdL(90))
      let minus = Reading(time: Date(timeIntervalSinceReferenceDate: -0.0), glucose: .mgdL(90))
      #expect(try log.add([zero], from: "s").added == 1)
      #expect(try log.add([minus], from: "s").unchanged == 1)
    }

    @Test func takesARangeFromItsStartToBeforeItsEnd() throws {
      try log.add((0..<5).map { reading(Double($0), 100 + Double($0)) }, from: "s")
      #expect(try log.series(in: minutes(1)..<minutes(3)).map(\.glucose.mgdL) == [101, 102])
      #expect(try log.series(in: minutes(9)..<minutes(10)).isEmpty)
    }

    @Test func keepsOneReadingToASourceAndInstant() throws {
      let first = try log.add([reading(0, 100), reading(5, 110), reading(5, 111)], from: "s")
      #expect(first.added == 2)
      #expect(first.repeated == 1)
      let second = try log.add([reading(0, 100), reading(5, 120), reading(10, 130)], from: "s")
      #expect(counts(second) == [1, 1, 0, 1])
      #expect(try log.series(in: everything).map(\.glucose.mgdL) == [100, 111, 130])
      let third = try log.add([reading(5, 120), reading(10, 130)], from: "s", replacing: true)
      #expect(counts(third) == [0, 1, 1, 0])
      #expect(try log.series(in: everything).map(\.glucose.mgdL) == [100, 120, 130])
      #expect(
        try log.add([reading(5, 120, .aboveDeviceLimit)], from: "s", replacing: true).replaced == 1)
    }

    /// Two programs that forward one sensor, as two sources or as one.
    @Test(arguments: [true, false])
    func theSeriesOfARangeIsThatPartOfTheTraceOfTwoFeeds(isOneSource: Bool) throws {
      let log = try Logbook.inMemory()
      func feed(delay: Double, _ offset: Double) -> [Reading] {
        (0..<500).filter { !(200..<206 ~= $0 && delay == 0) }.map { row in
          reading(Double(row) * 5 + delay, (140 + 60 * sin(Double(row) / 9)).rounded() + offset)
        }
      }
      let (first, second) = (feed(delay: 0, 0), feed(delay: 1.5, 9))
      try log.add(first, from: "a")
      try log.add(second, from: isOneSource ? "a" : "b")
      let whole = try log.series(in: minutes(-10)..<minutes(3000))
      let silence = second.filter { minutes(1015) < $0.time && $0.time < minutes(1025) }
      #expect(Array(whole) == (first + silence).sorted { $0.time < $1.time })
      let found = try log.parallelFeeds()
      #expect(found.map(\.count) == [second.count - silence.count])
      #expect(found.map(\.second) == [isOneSource ? 0 : 1] && found.allSatisfy { $0.isOneSensor })
      for start in stride(from: -10.0, to: 2600, by: 83) {
        for length in [1.0, 7, 60, 700] {
          let range = minutes(start)..<minutes(start + length)
          let part = try log.series(in: range)
          #expect(part == whole[range])
        }
      }
      #expect(try log.latestReading(atOrBefore: minutes(500.2)) == first[100])
      #expect(try log.latestReading(atOrBefore: minutes(504)) == first[100])
      let excluded = minutes(0)..<minutes(3000)
      if !isOneSource {
        try log.excludeReadings(in: excluded, from: "a")
        let other = try log.series(in: minutes(-10)..<minutes(3000))
        #expect(Array(other) == second)
      }
    }

    @Test func mergesSensorsWithTheFirstOneAhead() throws {
      try log.add([reading(0, 1), reading(10, 2), reading(20, 3)], from: "first")
      try log.add([reading(-5, 4), reading(10, 5), reading(15, 6), reading(25, 7)], from: "second")
      try log.add([reading(3, 8)], from: "drops", kind: .meter)
      #expect(try log.series(in: everything).map(\.glucose.mgdL) == [4, 1, 2, 6, 3, 7])
      #expect(try log.series(in: everything, from: "second").map(\.glucose.mgdL) == [4, 5, 6, 7])
      #expect(try log.series(in: everything, from: "drops").map(\.glucose.mgdL) == [8])
      #expect(try log.series(in: everything, from: "none").isEmpty)
    }

    @Test func takesBackFilledReadingsInAnyOrder() throws {
      try log.add([reading(50), reading(40)], from: "s")
      try log.add([reading(45), reading(10), reading(30)], from: "s")
      #expect(try log.series(in: everything).map(\.time) == [10, 30, 40, 45, 50].map(minutes))
    }

    @Test func leavesOutExcludedReadingsUntilTheyAreIncluded() throws {
      try log.add((0..<6).map { reading(Double($0)) }, from: "s")
      #expect(try log.excludeReadings(in: minutes(1)..<minutes(4), from: "s") == 3)
      #expect(try log.excludeReadings(in: minutes(1)..<minutes(5), from: "s") == 1)
      #expect(try log.series(in: everything).map(\.time) == [0, 5].map(minutes))
      #expect(
        try log.unusedReadings(in: everything, from: "s").excluded.map(\.time)
          == [1, 2, 3, 4].map(minutes))
      #expect(try log.add([reading(2, 100)], from: "s").unchanged == 1)
      #expect(try log.add([reading(2, 101)], from: "s", replacing: true).replaced == 1)
      #expect(try log.series(in: everything).count == 2)
      #expect(try log.includeReadings(in: minutes(2)..<minutes(3), from: "s") == 1)
      #expect(try log.series(in: everything).map(\.time) == [0, 2, 5].map(minutes))
      #expect(try log.excludeReadings(in: everything, from: "nobody") == 0)
    }

    @Test func removesReadingsOfOneSource() throws {
      try log.add((0..<6).map { reading(Double($0)) }, from: "s")
      try log.add((0..<6).map { reading(Double($0) + 0.5) }, from: "t")
      #expect(try log.removeReadings(in: minutes(0)..<minutes(5), from: "s") == 5)
      #expect(try log.series(in: everything, from: "s").count == 1)
      #expect(try log.series(in: everything, from: "t").count == 6)
    }

    @Test func returnsTheReadingsOfEachSource() throws {
      try log.add([reading(0), reading(5)], from: "sensor")
      try log.add([reading(2)], from: "meter", kind: .meter)
      try log.add([Reading](), from: "silent")
      let sources = try log.sources()
      #expect(sources.map(\.source) == ["sensor", "meter", "silent"])
      #expect(sources.map(\.kind) == [.sensor, .meter, .sensor])
      #expect(sources.map(\.count) == [2, 1, 0])
      #expect(sources.map(\.timeRange) == [minutes(0)...minutes(5), minutes(2)...minutes(2), nil])
    }

    @Test func findsTheLatestReading() throws {
      try log.add([reading(0, 90), reading(10, 91), reading(20, 92)], from: "s")
      try log.add([reading(12, 95)], from: "t")
      try log.excludeReadings(in: minutes(20)..<minutes(21), from: "s")
      #expect(try log.latestReading(atOrBefore: minutes(100))?.glucose.mgdL == 95)
      #expect(try log.latestReading(atOrBefore: minutes(10))?.glucose.mgdL == 91)
      #expect(try log.latestReading(atOrBefore: minutes(-1)) == nil)
    }

    @Test func refusesReadingsThatAreNoneAndWritesNothing() throws {
      let error = try #require(throws: LogbookError.self) {
        try log.add([reading(0), reading(5, .nan)], from: "s")
      }
      guard case .invalidReading(let reading) = error.reason else {
        Issue.record("The reason is \(error.reason)")
        return
      }
      #expect(reading.index == 1)
      #expect(try log.series(in: everything).isEmpty)
      #expect(try log.sources().isEmpty)
    }
  }
#endif
