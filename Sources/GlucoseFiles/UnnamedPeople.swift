// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// A decision about which files of an archive without identifiers of people belong to one person.
///
/// They do, unless two files show that they are of different people: both state a name of the
/// patient in the same format, and the names differ; or, without such names, their sensors recorded
/// at the same time and most of the readings differ. Files of one person that overlap repeat the
/// same readings, to rounding and to a minute or two if their formats differ.
///
/// If some files are of different people, then two files belong to one person only if they state the
/// same name or repeat the same readings, or if they are in one folder without files of different
/// people.
struct UnnamedPeople {
  /// The evidence in two files.
  private enum Evidence {
    case same, different, none
  }

  /// A file's person without an identifier.
  private struct Part {
    /// The position of the file.
    var member: Int
    var name: String
    var format: FileFormat
    /// A hash of the patient's name in the file, if it states one.
    var patient: UInt64?
    var series: GlucoseSeries

    /// The folder in the archive.
    var folder: Substring { name[..<(name.lastIndex(of: "/") ?? name.startIndex)] }
    /// The time of the first reading, and of the last.
    var start: Double { series.times.first ?? .infinity }
    var end: Double { series.times.last ?? -.infinity }
  }

  private let parts: [Part]
  /// For each part, an earlier part of the same person, or the part itself.
  private var earlier: [Int]
  /// A Boolean value that indicates whether some files are of different people.
  private var isMixed = false
  private var mixedFolders: Set<Substring> = []

  /// Returns the name of the person without an identifier in each file: the name of the person's
  /// first file, or `nil` if there is only one such person.
  ///
  /// - Complexity: O(*n* log *n* + *p*), where *n* is the number of files, and *p* is the number of
  ///   pairs of files whose sensors recorded at the same time.
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
    people.joinFolders()
    for (index, part) in parts.enumerated() {
      names[part.member] = parts[people.first(index)].name
    }
    return names
  }

  private init(_ parts: [Part]) {
    self.parts = parts
    earlier = Array(parts.indices)
  }

  /// Returns the first part of a part's person.
  private mutating func first(_ part: Int) -> Int {
    var first = part
    while earlier[first] != first { first = earlier[first] }
    var part = part
    while earlier[part] != first {
      let next = earlier[part]
      earlier[part] = first
      part = next
    }
    return first
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (first(one), first(other))
    earlier[max(one, other)] = min(one, other)
  }

  /// Joins the files that state the same name; those of one format that state others are of
  /// different people.
  private mutating func compareNames() {
    var firstOfPatient: [UInt64: Int] = [:]
    var patientOfFormat: [FileFormat: UInt64] = [:]
    var patientOfFolder: [FileFormat: [Substring: UInt64]] = [:]
    for (index, part) in parts.enumerated() {
      guard let patient = part.patient else { continue }
      if let first = firstOfPatient[patient] { join(first, index) }
      firstOfPatient[patient] = firstOfPatient[patient] ?? index
      if patientOfFormat[part.format, default: patient] != patient { isMixed = true }
      patientOfFormat[part.format] = patient
      if patientOfFolder[part.format]?[part.folder] ?? patient != patient {
        mixedFolders.insert(part.folder)
      }
      patientOfFolder[part.format, default: [:]][part.folder] = patient
    }
  }

  /// Compares the readings of all files whose sensors recorded at the same time, unless their names
  /// decide.
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
        switch Self.evidence(parts[other].series, part.series) {
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

  /// Joins the files of each folder that has none of different people.
  private mutating func joinFolders() {
    var firstOfFolder: [Substring: Int] = [:]
    for (index, part) in parts.enumerated() where !mixedFolders.contains(part.folder) {
      if let first = firstOfFolder[part.folder] {
        join(first, index)
      } else {
        firstOfFolder[part.folder] = index
      }
    }
  }

  /// The fewest readings of a sensor in a common time that are evidence.
  private static let fewest = 6
  /// The maximum number of readings that are compared.
  private static let most = 100
  /// The number of comparable readings after which two series without an equal one are different.
  private static let few = 24

  /// Compares the readings of two sensors in their common time.
  private static func evidence(_ one: GlucoseSeries, _ other: GlucoseSeries) -> Evidence {
    guard let first = one.times.first, let last = one.times.last,
      let otherFirst = other.times.first, let otherLast = other.times.last,
      max(first, otherFirst) <= min(last, otherLast)
    else { return .none }
    let (start, end) = (max(first, otherFirst), min(last, otherLast))
    let ranges = [one, other].map { position($0, start)..<position($0, end.nextUp) }
    // Each reading of the series with fewer has one in the other if they are of one sensor.
    let isFewer = ranges[0].count <= ranges[1].count
    let (less, range) = isFewer ? (one, ranges[0]) : (other, ranges[1])
    let more = isFewer ? other : one
    guard range.count >= fewest, isSensors(less, range) else { return .none }
    var (sameCount, count) = (0, 0)
    for index in stride(
      from: range.lowerBound, to: range.upperBound, by: max(range.count / most, 1))
    {
      let (time, value) = (less.times[index], less.values[index])
      var place = position(more, time - 450)
      var (isNear, isSame) = (false, false)
      while place < more.count, more.times[place] <= time + 450 {
        isNear = true
        // Rounded to a whole number of mg/dL in one file, and to a tenth of 1 mmol/L in the other.
        if (more.times[place] - time).magnitude <= 120,
          (more.values[place] - value).magnitude <= 2
        {
          isSame = true
        }
        place += 1
      }
      if isNear { count += 1 }
      if isSame { sameCount += 1 }
      if count == few, sameCount == 0 { return .different }
    }
    guard count >= fewest else { return .none }
    return sameCount * 2 < count ? .different : .same
  }

  /// Returns a Boolean value that indicates whether most readings at the beginning of a range are at
  /// most 20 minutes apart, as a sensor's are and a meter's are not.
  private static func isSensors(_ series: GlucoseSeries, _ range: Range<Int>) -> Bool {
    let times = series.times[range.prefix(most)]
    let near = zip(times, times.dropFirst()).count { $1 - $0 <= 1200 }
    return near * 2 > times.count - 1
  }

  /// Returns the position of the first reading at a time or later.
  private static func position(_ series: GlucoseSeries, _ time: Double) -> Int {
    var (low, high) = (0, series.count)
    while low < high {
      let middle = (low + high) / 2
      if series.times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A name of a patient in a file, which is compared with that in other files but not kept.
enum PatientName {
  /// Returns a hash of the words of a name in any order, regardless of case, or `nil` if there is
  /// none.
  static func hash(_ texts: [String]) -> UInt64? {
    let words = texts.flatMap { text in
      text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }
    return words.isEmpty ? nil : EventIdentity.hash(of: words.sorted())
  }
}
