internal import GlucoseMath

/// A response of the service CareLink Connect to followers: an object with a list `sgs` of the
/// readings of a day.
///
/// The times are those of the pump's clock, although they end in `Z` or `-00:00`, as public clients
/// of the service describe. A value of 0 is none.
struct CareLinkDocuments: JSONFormat {
  static let format = FileFormat.careLink

  static let marks: [(name: String, members: [[StaticString]])] = [
    ("sg, sensorState, and a time", [["sg"], ["sensorState"], ["timestamp", "datetime"]])
  ]

  func read(_ scanner: JSONScanner, into records: inout Records) throws(Rejection) -> Outcome {
    guard let node = scanner.filled("sg"), scanner.number(node) != 0
    else { return .skipped(scanner.section == "sgs" ? .missingValue : .deviceRecord) }
    let value = try RecordNumber.concentration(scanner.number(node), scanner.excerpt(node))
    guard let written = scanner.filled("timestamp") ?? scanner.filled("datetime")
    else { throw Rejection(.missingTime, scanner.excerpt(0)) }
    var stamp = scanner.stamp(written)
    stamp?.offset = nil
    guard let stamp = stamp?.resolved()
    else { throw Rejection(.unreadableTime, scanner.excerpt(written)) }
    let time = RecordTime(stamp: stamp, text: scanner.text(written), line: scanner.line)
    return records.add(.value(value, nil), .sensor, at: time)
  }
}
