internal import GlucoseDiary
internal import GlucoseMath

/// A decision about which files of an archive without identifiers of people belong to one person.
///
/// <doc:ReadableFormats> states the rules.
struct UnnamedPeople {
  private struct Part {
    var member: Int
    var name: String
    var format: FileFormat
    var patient: UInt64?
    var series: GlucoseSeries

    var folder: Substring { Self.folder(of: name[...]) }
    var baseName: Substring {
      let file = name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...]
      return file[..<(file.lastIndex(of: ".") ?? file.endIndex)]
    }
    /// The folder and at most seven around it, without that of the archive.
    var folders: [Substring] {
      sequence(first: folder, next: Self.folder).prefix(8).prefix { !$0.isEmpty }
    }
    /// Whether nothing in the file shows to whom it belongs: neither a sensor's readings nor the
    /// patient's name.
    var isUndetermined: Bool { series.isEmpty && patient == nil }
    var start: Double { series.times.first ?? .infinity }
    var end: Double { series.times.last ?? -.infinity }

    private static func folder(of name: Substring) -> Substring {
      name[..<(name.lastIndex(of: "/") ?? name.startIndex)]
    }
  }

  private let parts: [Part]
  /// For each part, an earlier part of the same person, or the part itself.
  private var earlier: [Int]
  /// Whether some files are of different people.
  private var isMixed = false
  private var mixedFolders: Set<Substring> = []

  /// Returns the name of the person without an identifier in each file: the name of the person's
  /// first file, of those with a sensor's readings if there are any, or `nil` if there is only one
  /// such person.
  ///
  /// A number follows the name if it is already that of another person.
  ///
  /// - Complexity: O(*n* log *n* + *p*), where *n* is the number of files, and *p* is the number of
  ///   pairs of files whose sensors recorded at the same time, up to *n*²/2.
  static func names(_ members: [FileBundle.Member]) -> [String?] {
    var names: [String?] = Array(repeating: nil, count: members.count)
    let parts = members.enumerated().compactMap { number, member in
      member.file.people.first { $0.id == nil }.map {
        Part(
          member: number, name: member.name ?? "", format: member.file.format,
          patient: member.file.patient, series: $0.recording.series)
      }
    }
    var people = UnnamedPeople(parts)
    people.compareNames()
    people.compareReadings()
    guard people.isMixed else { return names }
    people.joinBaseNames()
    let mixed = people.mixedFolders
    people.join { mixed.contains($0.folder) ? nil : $0.folder }
    people.joinSurroundingFolders()
    let partsOfPeople = Dictionary(grouping: parts.indices) { people.first($0) }
    guard partsOfPeople.count > 1 else { return names }
    var unique = UniqueNames(besides: Set(members.flatMap { $0.file.people.compactMap(\.id) }))
    for (first, own) in partsOfPeople.ordered(by: { $0.key < $1.key }) {
      let naming = own.first { !parts[$0].series.isEmpty } ?? first
      let name = unique.unused(parts[naming].name)
      for part in own { names[parts[part].member] = name }
    }
    return names
  }

  private init(_ parts: [Part]) {
    self.parts = parts
    earlier = Array(parts.indices)
  }

  private mutating func first(_ part: Int) -> Int {
    var part = part
    while earlier[part] != part {
      earlier[part] = earlier[earlier[part]]
      part = earlier[part]
    }
    return part
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (first(one), first(other))
    earlier[max(one, other)] = min(one, other)
  }

  private mutating func join<Key: Hashable>(by key: (Part) -> Key?) {
    var firsts: [Key: Int] = [:]
    for (index, part) in parts.enumerated() {
      guard let key = key(part) else { continue }
      if let first = firsts[key] { join(first, index) } else { firsts[key] = index }
    }
  }

  /// Joins files with one name; those of one format with others are of different people.
  private mutating func compareNames() {
    join(by: \.patient)
    func areMixed(_ parts: [Part]) -> Bool { Set(parts.map(\.patient)).count > 1 }
    for parts in Dictionary(grouping: parts.filter { $0.patient != nil }, by: \.format).values
    where areMixed(parts) {
      isMixed = true
      let folders = Dictionary(grouping: parts, by: \.folder)
      mixedFolders.formUnion(folders.filter { areMixed($0.value) }.keys)
    }
  }

  /// Compares the readings of files whose sensors recorded at the same time, unless names decide.
  private mutating func compareReadings() {
    let chronological = parts.indices.filter { !parts[$0].series.isEmpty }
      .ordered { parts[$0].start < parts[$1].start }
    var open: [Int] = []
    for index in chronological {
      let part = parts[index]
      open.removeAll { parts[$0].end < part.start }
      for other in open {
        if let name = part.patient, let second = parts[other].patient,
          name == second || part.format == parts[other].format
        {
          // Another format may abbreviate a name.
          continue
        }
        guard first(other) != first(index) else { continue }
        switch SensorEvidence(parts[other].series, part.series) {
        case .same: join(other, index)
        case .different:
          isMixed = true
          if part.folder == parts[other].folder { mixedFolders.insert(part.folder) }
        case .none: break
        }
      }
      open.append(index)
    }
  }

  /// Joins files without a sensor's readings to the person whose file has the same base name, in a
  /// folder of files of different people, whose names are those of people.
  private mutating func joinBaseNames() {
    var peopleOfName: [Substring: Set<Int>] = [:]
    var foldersOfReadings: Set<Substring> = []
    for (index, part) in parts.enumerated() where !part.series.isEmpty {
      foldersOfReadings.insert(part.folder)
      if mixedFolders.contains(part.folder), !part.baseName.isEmpty {
        peopleOfName[part.baseName, default: []].insert(first(index))
      }
    }
    var personOfFolder: [Substring: Int] = [:]
    for (index, part) in parts.enumerated() where part.isUndetermined {
      // Files in a folder of one person belong to that person.
      guard mixedFolders.contains(part.folder) || !foldersOfReadings.contains(part.folder),
        let people = peopleOfName[part.baseName], let person = people.first, people.count == 1
      else { continue }
      join(person, index)
      if personOfFolder[part.folder, default: person] != person { mixedFolders.insert(part.folder) }
      personOfFolder[part.folder] = person
    }
  }

  /// Joins files without a sensor's readings to the only person in the nearest folder around them.
  private mutating func joinSurroundingFolders() {
    var peopleOfFolder: [Substring: Set<Int>] = [:]
    var certain: Set<Int> = []
    for (index, part) in parts.enumerated() where !part.isUndetermined {
      certain.insert(first(index))
      guard !part.series.isEmpty else { continue }
      for folder in part.folders { peopleOfFolder[folder, default: []].insert(first(index)) }
    }
    var joined: [(person: Int, part: Int)] = []
    for (index, part) in parts.enumerated() where !certain.contains(first(index)) {
      if let people = part.folders.lazy.compactMap({ peopleOfFolder[$0] }).first,
        let person = people.first, people.count == 1
      {
        joined.append((person, index))
      }
    }
    for (person, part) in joined { join(person, part) }
  }
}

/// A name of a patient in a file, which is compared with that in other files but not kept.
enum PatientName {
  /// Returns a hash of the words of a name in any order, regardless of case and of how accents are
  /// encoded, or `nil` if there is none.
  ///
  /// The hash of a name differs between runs of a program.
  static func hash(_ texts: [String]) -> UInt64? {
    let words = texts.flatMap { text in
      text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }
    guard !words.isEmpty else { return nil }
    // Strings with equivalent characters are equal, and so are their hashes.
    var hasher = Hasher()
    hasher.combine(words.sorted())
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }
}

/// The evidence in the readings of two files about whether they are of one person.
///
/// Two sensors worn by one person differ, too, but a recording that mixes two people is worse than two
/// recordings of one.
enum SensorEvidence {
  case same, different, none

  /// The fewest readings of a sensor in a common time that are evidence.
  private static let fewest = 6
  /// The maximum number of readings that are compared one by one.
  private static let most = 100
  /// The comparable readings after which series without an equal one do not repeat each other.
  private static let few = 24
  /// The shortest common time in seconds in which others show different people, a day without the
  /// time to its last reading.
  private static let day = 86_400.0 - 900

  init(_ one: GlucoseSeries, _ other: GlucoseSeries) {
    self = .none
    guard let first = one.times.first, let last = one.times.last,
      let otherFirst = other.times.first, let otherLast = other.times.last
    else { return }
    let (start, end) = (max(first, otherFirst), min(last, otherLast))
    guard start <= end else { return }
    let ranges = [one, other].map { $0.position(start)..<$0.position(end.nextUp) }
    // Each reading of the series with fewer has one in the other if they are of one sensor.
    let isFewer = ranges[0].count <= ranges[1].count
    let (less, range) = isFewer ? (one, ranges[0]) : (other, ranges[1])
    guard range.count >= Self.fewest, Self.isSensors(less, range) else { return }
    let (same, count) = Self.equalReadings(less, range, isFewer ? other : one)
    if count >= Self.fewest, same * 2 >= count {
      self = .same
    } else if count >= Self.few, end - start >= Self.day {
      self = .different
    }
  }

  /// Returns how many readings of a range are equal to one of another series, of those comparable.
  private static func equalReadings(
    _ less: GlucoseSeries, _ range: Range<Int>, _ more: GlucoseSeries
  ) -> (same: Int, count: Int) {
    var (sameCount, count) = (0, 0)
    for index in stride(
      from: range.lowerBound, to: range.upperBound, by: max(range.count / most, 1))
    {
      let (time, value) = (less.times[index], less.values[index])
      let near = more.position(time - 450)..<more.position((time + 450).nextUp)
      if !near.isEmpty { count += 1 }
      // Rounded to a whole number of mg/dL in one file, and to a tenth of 1 mmol/L in the other.
      let isSame = near.contains {
        (more.times[$0] - time).magnitude <= 120 && (more.values[$0] - value).magnitude <= 2
      }
      if isSame { sameCount += 1 }
      if count == few, sameCount == 0 { break }
    }
    return (sameCount, count)
  }

  /// Returns whether most readings at the beginning of a range are at most 20 minutes apart, as a
  /// sensor's are and a meter's are not.
  private static func isSensors(_ series: GlucoseSeries, _ range: Range<Int>) -> Bool {
    let times = series.times[range.prefix(most)]
    let near = zip(times, times.dropFirst()).count { $1 - $0 <= 1200 }
    return near * 2 > times.count - 1
  }
}

extension GlucoseSeries {
  fileprivate func position(_ time: Double) -> Int {
    times.partitioningIndex { $0 >= time } - times.startIndex
  }
}
