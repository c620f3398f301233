internal import GlucoseDiary
internal import GlucoseFoundation
internal import GlucoseMath

/// The readings of a person by devices that the file names.
struct DeviceFeed {
  /// The name of the device with most of the readings.
  var name: String
  var series: GlucoseSeries
}

extension Records {
  /// Returns the sensors' readings of people by device, by the number of the person; none of a person unless
  /// two devices recorded side by side.
  ///
  /// Several programs may deliver the readings of one sensor in turns, each reading once, so that a device
  /// alone is no feed. Two devices are of different sensors, or forward one twice, if at least 12 readings
  /// of the one with fewer, and half of those while the other records, are beside one of the other: nearer
  /// to it than 0.8 times the gap that a third of all reach. Devices that are not are one feed.
  func feeds(of people: [ImportedPerson], times: [Double]) -> [Int: [DeviceFeed]] {
    var used: [Int: Set<Int>] = [:]
    for stream in streams where stream.channel == .sensor {
      used[stream.subject, default: []].insert(stream.device)
    }
    used = used.filter { $0.value.count > 1 }
    guard !used.isEmpty else { return [:] }
    let isWanted = streams.map { $0.channel == .sensor && used[$0.subject] != nil }
    // The last entry of an instant is the one in the series.
    var devices = people.map { [Int](repeating: -1, count: $0.recording.series.count) }
    for (index, entry) in entries.enumerated() where isWanted[entry.stream] && !times[index].isNaN {
      let (subject, device) = (streams[entry.stream].subject, streams[entry.stream].device)
      let series = people[subject].recording.series
      let time = Date(timeIntervalSinceReferenceDate: times[index])
      let row = series.index(atOrAfter: time)
      if row < series.count, series[row].time == time { devices[subject][row] = device }
    }
    let names = self.devices.texts
    return used.reduce(into: [:]) { feeds, item in
      let series = people[item.key].recording.series
      let groups = Self.groups(of: devices[item.key], at: Array(series.times))
      guard groups.count > 1 else { return }
      feeds[item.key] = groups.map { group in
        DeviceFeed(
          name: names.indices.contains(group.device) ? names[group.device] : "",
          series: series.selecting(group.rows.map { $0..<$0 + 1 }))
      }
    }
  }

  /// Returns the rows of each feed, the one with most rows first, and its device with most rows.
  private static func groups(
    of devices: [Int], at times: [Double]
  ) -> [(device: Int, rows: [Int])] {
    let rows = Dictionary(grouping: devices.indices) { devices[$0] }
    let order = rows.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    guard !gaps.isEmpty else { return [] }
    // Beside another feed, up to two thirds of the gaps are short.
    let limit = 0.8 * gaps[gaps.count * 2 / 3]
    /// The numbers of readings of a device beside those of each other.
    var beside: [Int: [Int: Int]] = [:]
    for row in times.indices {
      var others: Set<Int> = []
      if row > 0, times[row] - times[row - 1] < limit { others.insert(devices[row - 1]) }
      if row + 1 < times.count, times[row + 1] - times[row] < limit {
        others.insert(devices[row + 1])
      }
      for other in others where other != devices[row] {
        beside[devices[row], default: [:]][other, default: 0] += 1
      }
    }
    var numbers: [Int: Int] = [:]
    var groups: [(device: Int, rows: [Int])] = []
    for (device, own) in order {
      let taken = (beside[device] ?? [:]).compactMap { other, count -> Int? in
        guard let number = numbers[other], count >= 12, let all = rows[other] else { return nil }
        let inside =
          own.partitioningIndex { $0 > all[all.count - 1] } - own.partitioningIndex { $0 > all[0] }
        return count * 2 >= inside ? number : nil
      }
      let number = groups.indices.first { !taken.contains($0) } ?? groups.count
      if number == groups.count { groups.append((device, [])) }
      groups[number].rows += own
      numbers[device] = number
    }
    return groups.map { ($0.device, $0.rows.sorted()) }.ordered { $0.rows.count > $1.rows.count }
  }
}
