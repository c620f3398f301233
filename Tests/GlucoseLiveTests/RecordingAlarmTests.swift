#if os(Linux) || os(macOS)
  import Foundation
  import GlucoseLive
  import GlucoseMath
  import GlucoseTestSupport
  import Testing

  /// The announcements of alarms without forecasts on real recordings.
  struct RecordingAlarmTests {
    @Test(
      .enabled(if: RealRecordings.isExpected, Datasets.skipped),
      arguments: ["azt1d", "uom", "hall", "colas", "shanghai_t1dm"])
    func everyNewLowIsAnnouncedAndNoneTwiceInTwentyMinutes(study: String) throws {
      var (drops, announced, again, announcements) = (0, 0, 0, 0)
      for readings in try RealRecordings.people(of: study) {
        var alarm = CrossingAlarm.standard(.below, in: .mgdL)
        var response = AlarmResponse()
        var (lastBelow, lastDue) = (Date.distantPast, Date.distantPast)
        for reading in readings {
          alarm.update(with: reading, forecast: nil)
          if alarm.isDue(at: reading.time, after: response) {
            announcements += 1
            if reading.time.timeIntervalSince(lastDue) < 1200 { again += 1 }
            lastDue = reading.time
            response.acknowledge(alarm)
          }
          guard reading.glucose.mgdL < 70 else { continue }
          if reading.time.timeIntervalSince(lastBelow) > 1800 {
            drops += 1
            if reading.time.timeIntervalSince(lastDue) <= 3600 { announced += 1 }
          }
          lastBelow = reading.time
        }
      }
      #expect(
        drops > 20 && announced == drops && again == 0,
        "\(announced) of \(drops) drops announced, \(again) of \(announcements) announcements again"
      )
    }
  }
#endif
