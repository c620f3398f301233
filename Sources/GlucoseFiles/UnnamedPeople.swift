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
  }

  /// Returns the name of the person without an identifier in each file: the name of the person's
  /// first file, or `nil` if there is only one such person.
  static func names(_ members: [FileBundle.Member]) -> [String?] {
    var names: [String?] = Array(repeating: nil, count: members.count)
    let parts = members.enumerated().compactMap { number, member in
      member.file.people.first { $0.id == nil }.map {
        Part(
          member: number, name: member.name ?? "", format: member.file.format,
          patient: member.file.patient, series: $0.recording.series)
      }
    }
    guard parts.count > 1 else { return names }
    // The number of the first part of the same person.
    var owners = Array(parts.indices)
    func join(_ one: Int, _ other: Int) {
      let (kept, left) = (min(owners[one], owners[other]), max(owners[one], owners[other]))
      for index in owners.indices where owners[index] == left { owners[index] = kept }
    }
    var isMixed = false
    var mixedFolders: Set<Substring> = []
    for other in parts.indices {
      for one in 0..<other {
        switch evidence(parts[one], parts[other]) {
        case .same: join(one, other)
        case .different:
          isMixed = true
          if parts[one].folder == parts[other].folder { mixedFolders.insert(parts[one].folder) }
        case .none: break
        }
      }
    }
    guard isMixed else { return names }
    var firstOfFolder: [Substring: Int] = [:]
    for (index, part) in parts.enumerated() where !mixedFolders.contains(part.folder) {
      if let first = firstOfFolder[part.folder] {
        join(first, index)
      } else {
        firstOfFolder[part.folder] = index
      }
    }
    for (index, part) in parts.enumerated() { names[part.member] = parts[owners[index]].name }
    return names
  }

  private static func evidence(_ one: Part, _ other: Part) -> Evidence {
    if let name = one.patient, let second = other.patient {
      if name == second { return .same }
      // Another format may abbreviate a name.
      if one.format == other.format { return .different }
    }
    return evidence(one.series, other.series)
  }

  /// The fewest readings of a sensor in a common time that are evidence.
  private static let fewest = 6
  /// The maximum number of readings that are compared.
  private static let most = 100

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
    }
    guard count >= fewest else { return .none }
    return sameCount * 2 < count ? .different : .same
  }

  /// Returns a Boolean value that indicates whether most readings in a range are at most 20 minutes
  /// apart, as a sensor's are and a meter's are not.
  private static func isSensors(_ series: GlucoseSeries, _ range: Range<Int>) -> Bool {
    let times = series.times[range]
    let near = zip(times, times.dropFirst()).count { $1 - $0 <= 1200 }
    return near * 2 > range.count - 1
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
