import Foundation
import GlucoseMath

/// Returns the people of a table with the columns subject, time (2024-01-31T07:30:00) and mg/dL.
public func recordings(
  inTable path: String
) throws -> [(subject: String, series: GlucoseSeries)] {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  var people: [(name: Substring, readings: [Reading])] = []
  let format = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
    .dateTimeSeparator(.standard).time(includingFractionalSeconds: false)
  for line in text.split(separator: "\n").dropFirst() {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count >= 3, let value = Double(fields[2]), value > 0,
      let time = try? Date(String(fields[1]), strategy: format)
    else { continue }
    if people.last?.name != fields[0] { people.append((fields[0], [])) }
    people[people.count - 1].readings.append(Reading(time: time, glucose: .mgdL(value)))
  }
  return try people.map { (String($0.name), try GlucoseSeries($0.readings)) }
}
