internal import GlucoseMath

/// Readings of no known program: a list of documents, or a document on each line, each with a time
/// and a concentration under a name of glucose, such as `{"time": …, "glucose": …}` or the
/// `glucose.json` of OpenAPS.
struct PlainDocuments: JSONFormat {
  static let format = FileFormat.plainDocuments

  private var statesSensor = false
  private var known: (names: [String], members: Members)?

  var conventions: FormatDefaults {
    FormatDefaults(limits: .dexcom, metersMayBeSensors: true, sensorsMayBeMeters: !statesSensor)
  }

  private struct Members {
    let glucose: Int
    /// A meter's value beside that of a sensor, and the unit in its name.
    let meter: Int?
    let meterUnit: GlucoseUnit?
    /// The times, those in UTC first.
    let times: [Int]
    let header: HeaderName
    let unit: Int?
    let type: Int?
    let person: Int?
    let device: Int?

    init?(_ names: [String]) {
      let header = names.map(HeaderName.init)
      let times = header.indices.filter {
        PlainNames.timeOrDate.column(in: [header[$0]]) != nil
          || PlainNames.isLocalTime(header[$0].name)
      }
      let utc = header.indices.filter { PlainNames.isUTC(header[$0].name) }
      let sensor = PlainNames.sensorGlucose.column(in: header)
      guard let glucose = sensor ?? PlainNames.glucose.column(in: header), !(utc + times).isEmpty
      else { return nil }
      meter = sensor == nil ? nil : PlainNames.besideSensor.column(in: header)
      meterUnit = meter.flatMap { header[$0].unit }
      (self.glucose, self.header, self.times) = (glucose, header[glucose], utc + times)
      unit = PlainNames.unit.column(in: header)
      type = PlainNames.type.column(in: header)
      person =
        PlainNames.person.column(in: header)
        ?? header.firstIndex { PlainNames.isPerson($0.name) }
      device = header.firstIndex { $0.name == "device" }
    }
  }

  static func evidence(in scanner: JSONScanner) -> DetectionEvidence? {
    let (names, _) = scanner.members
    return Members(names).map {
      .structure("a document with \(names[$0.glucose]) and \(names[$0.times[0]])")
    }
  }

  mutating func read(
    _ scanner: JSONScanner, into records: inout Records
  ) throws(Rejection) -> Outcome {
    let (names, values) = scanner.members
    let members: Members
    if let known, known.names == names {
      members = known.members
    } else {
      guard let found = Members(names) else { throw Rejection(.unknownKind, scanner.excerpt(0)) }
      members = found
      known = (names, found)
    }
    var channel = Records.Channel.sensor
    statesSensor = statesSensor || PlainNames.isSensors(members.header.name)
    if let word = members.type.flatMap({ scanner.filledText(values[$0]) }),
      let origin = ReadingOrigin(word)
    {
      // The type may be the occasion of a reading.
      guard let found = origin == .occasion ? .sensor : origin.channel
      else { return .skipped(origin.skipReason) }
      channel = found
      statesSensor = statesSensor || origin == .sensor
    }
    let node = scanner.filled(values[members.glucose])
    let beside = members.meter.flatMap { scanner.filled(values[$0]) }
    guard node != nil || beside != nil else { return .skipped(.missingValue) }
    let stated = try members.unit.flatMap { scanner.filled(values[$0]) }
      .map { node throws(Rejection) in try scanner.unit(node) }
    let unit = stated ?? members.header.unit
    var contents = RowContents(
      sensor: try scanner.glucose(node, unit), sensorChannel: channel,
      meter: try scanner.glucose(beside, stated ?? members.meterUnit), unit: unit)
    // The same value may be there twice.
    if contents.meter == contents.sensor { contents.meter = .missing }
    let times = members.times.map { values[$0] }
    let time = try scanner.time(of: times[0], times.dropFirst().map { $0 })
    let subject = records.subjects.index(
      of: members.person.flatMap { scanner.identifier(values[$0]) } ?? [])
    let device = scanner.device(
      members.device.flatMap { scanner.filled(values[$0]) }, &records.devices)
    return records.add(contents, at: time, subject: subject, device: device)
  }
}

extension JSONScanner {
  fileprivate func glucose(_ node: Int?, _ unit: GlucoseUnit?) throws(Rejection) -> GlucoseCell {
    guard let node else { return .missing }
    if let limit = limit(node) { return limit }
    return .value(try RecordNumber.concentration(number(node), excerpt(node)), unit)
  }

  fileprivate var members: (names: [String], values: [Int]) {
    var (names, values): ([String], [Int]) = ([], [])
    guard nodes[0].kind == .object else { return (names, values) }
    forEachMember(of: 0) { (key, value) in
      names.append(text(key) ?? "")
      values.append(value)
    }
    return (names, values)
  }
}
