// SPDX-License-Identifier: Apache-2.0

#if os(Linux) || os(macOS)
  import Foundation
  import GlucoseLive
  import GlucoseMath
  import Testing

  /// The announcements of alarms without forecasts on real recordings, in the folder in
  /// `GLUCOSE_DATASETS`.
  struct RecordingAlarmTests {
    @Test(
      .enabled(if: ProcessInfo.processInfo.environment["GLUCOSE_DATASETS"] != nil),
      arguments: ["azt1d", "uom", "hall", "colas", "shanghai_t1dm"])
    func everyNewLowIsAnnouncedAndNoneTwiceInTwentyMinutes(study: String) throws {
      var (drops, announced, again, announcements) = (0, 0, 0, 0)
      for readings in try people(of: study) {
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
      print("\(study): \(drops) drops, \(announced) announced, \(announcements) announcements")
      #expect(drops > 20 && announced == drops && again == 0)
    }

    private func people(of study: String) throws -> [GlucoseSeries] {
      let folder = ProcessInfo.processInfo.environment["GLUCOSE_DATASETS"] ?? ""
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["gzip", "-dc", "\(folder)/\(study)/glucose.csv.gz"]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      var people: [Substring: [Reading]] = [:]
      var times: [Substring: Date] = [:]
      for line in text.split(separator: "\n").dropFirst() {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count >= 3, let value = Double(fields[2]), value > 0 else { continue }
        let day = fields[1].prefix(10)
        if times[day] == nil { times[day] = try? Date("\(day)T00:00:00Z", strategy: .iso8601) }
        let clock = fields[1].dropFirst(11).split(separator: ":").compactMap { Double($0) }
        guard let midnight = times[day], clock.count == 3 else { continue }
        let time = midnight.addingTimeInterval(clock[0] * 3600 + clock[1] * 60 + clock[2])
        people[fields[0], default: []].append(Reading(time: time, glucose: .mgdL(value)))
      }
      return try people.values.map { try GlucoseSeries($0) }
    }
  }
#endif
