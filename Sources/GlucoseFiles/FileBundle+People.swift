internal import GlucoseDiary
public import GlucoseMath
public import GlucoseFoundation

extension FileBundle {
  /// Returns the unit of the files that most readings of a person are from, or `nil` if no file of
  /// the person has a known unit.
  ///
  /// The files of an archive may have different units. Use bands in the unit of each person.
  public func unit(of person: ImportedPerson) -> GlucoseUnit? {
    dialects[person.id]?.unit
  }

  /// Returns the time zone of the files that most readings of a person are from, or `nil` if no file
  /// of the person states its zone.
  public func zone(of person: ImportedPerson) -> TimeZone? {
    dialects[person.id]?.zone
  }

  struct Dialect {
    var unit: GlucoseUnit?
    var zone: TimeZone?

    /// Creates the unit and the zone of most readings, the first of several.
    init(_ parts: [PersonPart]) {
      let weighted = parts.map { ($0.member.file.report.detected, $0.readingCount) }
      unit = Self.commonest(weighted.map { ($0.unit?.value, $1) })
      zone = Self.commonest(weighted.map { ($0.zone?.value, $1) })
    }

    private static func commonest<Value: Hashable>(_ values: [(value: Value?, count: Int)])
      -> Value?
    {
      let counts = values.reduce(into: [Value: Int]()) { counts, each in
        if let value = each.value { counts[value, default: 0] += each.count }
      }
      let most = counts.values.max()
      return values.lazy.compactMap(\.value).first { counts[$0] == most }
    }
  }

  struct PersonPart {
    var member: Member
    var person: ImportedPerson

    var unit: GlucoseUnit? { member.file.report.detected.unit?.value }
    var readingCount: Int {
      person.recording.series.count + person.scans.count + person.meter.count
    }
  }

  /// Returns what the files have of each person, in order of appearance; people without an
  /// identifier have the names of their files.
  static func parts(of members: [Member], names: [String?]) -> [[PersonPart]] {
    var numbers: [String?: Int] = [:]
    var parts: [[PersonPart]] = []
    for (member, name) in zip(members, names) {
      for var person in member.file.people {
        person.id = person.id ?? name
        let number = numbers[person.id, default: parts.count]
        if number == parts.count {
          numbers[person.id] = number
          parts.append([])
        }
        parts[number].append(PersonPart(member: member, person: person))
      }
    }
    return parts
  }

  mutating func append(_ parts: [PersonPart]) {
    guard let first = parts.first?.person else { return }
    guard parts.count > 1 else { return people.append(first) }
    let feeds = MergedFeeds(parts.map(\.person.recording.series))
    var parts = parts
    for (number, series) in feeds.feeds.enumerated() {
      let events = parts[number].person.recording.events
      parts[number].person.recording = Recording(series: series, inOrder: events)
    }
    let earlier = conflicts.count
    func sum(_ count: KeyPath<ImportedPerson, Int>) -> Int {
      parts.reduce(0) { $0 + $1.person[keyPath: count] }
    }
    var duplicates = sum(\.duplicateReadingCount)
    func merged(_ series: KeyPath<ImportedPerson, GlucoseSeries>) -> ValidatedReadings? {
      let all = parts.map { $0.person[keyPath: series] }
      // Every reading was valid in its own series, so nothing is thrown here.
      let validated = try? ValidatedReadings(
        times: all.flatMap(\.times), values: all.flatMap(\.values), flags: all.flatMap(\.flags))
      duplicates += validated?.duplicateCount ?? 0
      if (validated?.conflictCount ?? 0) > 0 { conflicts += Self.conflicts(parts, series) }
      return validated
    }
    let readings = merged(\.recording.series)
    let (scans, meter) = (merged(\.scans)?.series, merged(\.meter)?.series)
    let leftOut =
      parts.flatMap(\.person.leftOutReadings) + (readings?.duplicates ?? []) + feeds.leftOut
    simultaneousSensors += feeds.parallel.map { found in
      let sources = [found.first, found.second].compactMap { parts[$0].member.name }
      return SimultaneousSensors(
        person: first.id, sources: found.first == found.second ? [] : sources, feeds: found)
    }
    var person = ImportedPerson(
      id: first.id,
      recording: Recording(series: readings?.series ?? GlucoseSeries()),
      scans: scans ?? GlucoseSeries(), meter: meter ?? GlucoseSeries(),
      leftOutReadings: leftOut.ordered { $0.time < $1.time })
    person.duplicateReadingCount = duplicates
    person.conflictingReadingCount = sum(\.conflictingReadingCount) + conflicts.count - earlier
    person.takeLast(of: parts.flatMap(\.person.recording.events))
    person.duplicateEventCount += sum(\.duplicateEventCount)
    person.conflictingEventCount += sum(\.conflictingEventCount)
    people.append(person)
  }

  private static func conflicts(
    _ parts: [PersonPart], _ series: KeyPath<ImportedPerson, GlucoseSeries>
  ) -> [ReadingConflict] {
    let readings = parts.enumerated().flatMap { number, part in
      let series = part.person[keyPath: series]
      return zip(series.times, series.values).map { (time: $0, place: number, mgdL: $1) }
    }
    return ReadingConflict.conflicts(among: readings, of: parts[0].person.id) { reading in
      let part = parts[reading.place]
      return ReadingConflict.Side(
        glucose: .mgdL(reading.mgdL), unit: part.unit, source: part.member.name)
    }
  }
}
