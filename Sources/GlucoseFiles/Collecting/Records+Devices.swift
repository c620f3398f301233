internal import GlucoseFoundation
internal import GlucoseMath

/// The readings of a person by one device that the file names.
struct DeviceFeed {
  var name: String
  var series: GlucoseSeries
}

extension Records {
  /// Returns the sensor's readings of a person by device, the one with most first, or none unless two
  /// devices recorded side by side.
  ///
  /// Several programs may deliver the readings of a sensor in turns, each reading once, so that the
  /// devices alone are no feeds. Beside another are devices of which half of the readings, at the time
  /// of the one with most, are nearer to one of its readings than 0.45 times its interval, which half
  /// of its gaps have.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries, if the person has two devices.
  func feeds(ofSubject subject: Int, in series: GlucoseSeries, times: [Double]) -> [DeviceFeed] {
    let isOfSensor = streams.map { $0.subject == subject && $0.channel == .sensor }
    let used = Set(streams.indices.filter { isOfSensor[$0] }.map { streams[$0].device })
    guard used.count > 1 else { return [] }
    // The last entry of an instant is the one in the series.
    var devices = [Int](repeating: -1, count: series.count)
    for (index, entry) in entries.enumerated() where isOfSensor[entry.stream] {
      let time = Date(timeIntervalSinceReferenceDate: times[index])
      guard !times[index].isNaN else { continue }
      let row = series.index(atOrAfter: time)
      if row < series.count, series[row].time == time {
        devices[row] = streams[entry.stream].device
      }
    }
    var rows: [Int: [Range<Int>]] = [:]
    for (row, device) in devices.enumerated() {
      if let last = rows[device]?.last, last.upperBound == row {
        rows[device]?.removeLast()
        rows[device]?.append(last.lowerBound..<row + 1)
      } else {
        rows[device, default: []].append(row..<row + 1)
      }
    }
    let names = self.devices.texts
    let feeds = rows.sorted { $0.key < $1.key }.map { device, ranges in
      DeviceFeed(
        name: names.indices.contains(device) ? names[device] : "",
        series: series.selecting(ranges))
    }.ordered { $0.series.count > $1.series.count }
    guard let densest = feeds.first?.series else { return [] }
    let isParallel = feeds.dropFirst().contains { Self.isBeside(densest, $0.series) }
    return isParallel ? feeds : []
  }

  private static func isBeside(_ densest: GlucoseSeries, _ other: GlucoseSeries) -> Bool {
    guard let range = densest.timeRange, let interval = densest.medianGapInMinutes else {
      return false
    }
    let times = Array(densest.times)
    let gap = 60 * Double(interval)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    guard gaps.count(where: { abs($0 - gap) <= 0.2 * gap }) * 2 >= gaps.count else { return false }
    let inside = other.filter { range.contains($0.time) }
    let near = inside.count { reading in
      let next = densest.index(atOrAfter: reading.time)
      return [next - 1, next].contains { row in
        times.indices.contains(row)
          && abs(times[row] - reading.time.timeIntervalSinceReferenceDate) < 0.45 * gap
      }
    }
    return near >= 12 && near * 2 >= inside.count
  }
}
