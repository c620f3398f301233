import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

extension Sample {
  static let documents = [
    Sample(name: "nightscout-entries.json", zone: "Europe/London"),
    Sample(name: "nightscout-treatments.json", zone: "Europe/London"),
    Sample(name: "tidepool-export.json", zone: "America/New_York"),
    Sample(name: "apple-health-export.xml", zone: "Europe/London"),
    Sample(name: "ohio-t1dm.xml", zone: "GMT"),
    Sample(name: "dexcom-egvs.json", zone: "Europe/Oslo"),
    Sample(name: "dexcom-share.json", zone: "Europe/Oslo"),
    Sample(name: "librelinkup-graph.json", zone: "Europe/Oslo"),
    Sample(name: "plain-readings.json", zone: "Europe/Oslo"),
    Sample(name: "openaps-glucose.json", zone: "Europe/Oslo"),
    Sample(name: "carelink-connect.json", zone: "Europe/Berlin"),
  ]
}

extension GlucoseFile {
  /// Returns the file with a text as its content, read in UTC.
  static func of(_ text: String, zone: TimeZone? = .gmt) throws -> GlucoseFile {
    try GlucoseFile(reading: Array(text.utf8), options: ReadOptions(zone: zone))
  }

  /// The only person in the file.
  var person: ImportedPerson { get throws { try #require(people.count == 1 ? people.first : nil) } }

  /// The contents of the events, without their times.
  var kinds: [DiaryEvent.Content] { people.flatMap(\.recording.events).map(\.content) }
}

extension ImportReport {
  /// The number of rejected rows by reason.
  var reasons: [RejectedRow.Reason] { rejected.map(\.reason) }
}
