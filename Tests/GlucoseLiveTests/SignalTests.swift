#if Logbook
  import DaySummary
  import Foundation
  import GlucoseDiary
  import GlucoseLive
  import GlucoseLog
  import GlucoseMath
  import GlucoseSignals
  import Testing

  struct SignalTests {
    private let midnight = Date(timeIntervalSinceReferenceDate: 793_929_600)
    private let log: Logbook

    init() throws { log = try .inMemory() }

    /// Four hours up to 2:00 with 130 mg/dL and a little noise, and a fall to 55 in the last
    /// quarter of an hour.
    private var readings: [Reading] {
      (0...48).map { index in
        let noise = Double((index * 7919 + index * index * 31) % 5) - 2
        let value = index < 46 ? 130 + noise : [95, 62, 55][index - 46]
        return Reading(time: midnight + 300 * Double(index) - 7200, glucose: .mgdL(value))
      }
    }

    private func session(in zone: TimeZone?) -> LiveSession {
      var options = LiveOptions(unit: .mgdL, updateInterval: nil)
      options.nightZone = zone
      return LiveSession(log, from: "sensor", forecaster: nil, options: options)
    }

    @Test func anAlarmIsAnnouncedAndNamesTheSuspicion() async throws {
      let now = midnight + 7200
      let snapshot = try await session(in: .gmt).store(readings, at: now)
      let fault = try #require(snapshot.suspectedFault)
      #expect(fault.kind == .compressionLow && fault.end == now)
      // The alarm is as without the suspicion.
      #expect(snapshot.low.isDue(at: now))
      let other = try await session(in: nil).snapshot(at: now)
      #expect(other.low == snapshot.low && other.signal == nil && other.suspectedFault == nil)
      // Seven hours to the east, it is day, in which no compression low is searched.
      let east = try #require(TimeZone(secondsFromGMT: 7 * 3600))
      let day = try await session(in: east).snapshot(at: now)
      #expect(day.signal != nil && day.suspectedFault?.kind != .compressionLow)
    }

    @Test func aSnapshotIsStoredWithItsSignal() async throws {
      let snapshot = try await session(in: .gmt).store(readings, at: midnight + 7200)
      #expect(snapshot.signal != nil)
      let stored = try JSONEncoder().encode(snapshot)
      #expect(try JSONDecoder().decode(LiveSnapshot.self, from: stored) == snapshot)
      var options = LiveOptions.standard
      options.nightZone = .gmt
      let form = try JSONEncoder().encode(options)
      #expect(try JSONDecoder().decode(LiveOptions.self, from: form) == options)
      // A status is of the last hour.
      let half = snapshot.advanced(to: snapshot.date + 1800)
      #expect(half.signal == snapshot.signal)
      #expect(snapshot.advanced(to: snapshot.date + 3600).signal == nil)
    }

    @Test func theLogbookHasTheQualityOfItsDays() throws {
      try log.add(try GlucoseSeries(readings), from: "sensor")
      try log.add(
        DiaryEvent(
          at: midnight - 3600, in: .gmt, .entry(DiaryEntry(.sensorChange, name: "Dexcom G7"))))
      let day = LocalDay(containing: midnight, in: .gmt)
      var options = SignalQualityOptions()
      options.findsCompressionLows = true
      let quality = try log.signalQuality(of: day.advanced(by: -1)...day, options: options)
      #expect(quality.days.count == 2)
      #expect(quality.faults(.warmUp).map(\.start) == [midnight - 3600])
      #expect(!quality.faults(.compressionLow).isEmpty)
      let nights = try log.nights(of: [day], bands: .consensus(in: .mgdL), options: options)
      #expect(nights.map(\.compressionLows.count) == [1])
    }
  }
#endif
