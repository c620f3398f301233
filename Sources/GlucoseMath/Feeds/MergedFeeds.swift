public import GlucoseFoundation

/// The readings of a person without those of a feed beside another: one trace of a sensor whose
/// readings several programs forward, or of one of two sensors that are worn at the same time.
///
///     let merged = MergedFeeds([receiver, phone])
///     let trace = try GlucoseSeries(merged.feeds.joined())
///     for found in merged.parallel { print(found.count, found.isOneSensor) }
///
/// Where feeds record at the same time, one of them leads, and the readings of the others are left
/// out unless the leading feed is silent. A feed may also be a mixture of two, which is recognized by
/// the number and the times of its readings. Values and times are never changed, and a feed without a
/// parallel one is returned unchanged. <doc:DecisionParallelFeeds> states the rules.
public struct MergedFeeds: Sendable {
  /// The feeds in their order, without the readings that are left out.
  public private(set) var feeds: [GlucoseSeries]
  /// The readings that are left out, in the order of the feeds and then of time.
  public let leftOut: [Reading]
  /// The parallel feeds, in the order of their first readings that are left out.
  public private(set) var parallel: [ParallelFeeds] = []

  /// The seconds of the parts that are decided separately, by the readings of those beside it too.
  private static let partLength = 21_600.0

  /// Merges feeds, of which the first leads unless another covers more time.
  ///
  /// - Complexity: O(*n* *k*), where *n* is the number of all readings and *k* the greatest number of
  ///   feeds at the same time.
  public init(_ feeds: [GlucoseSeries]) {
    self.feeds = feeds
    let mixed = feeds.map(Self.mixedParts)
    var parts: [Double: [Int]] = [:]
    for (feed, series) in feeds.enumerated() {
      let own = feeds.count > 1 ? Self.parts(of: series) : Set(mixed[feed].keys)
      for part in own { parts[part, default: []].append(feed) }
    }
    var leftOut = Array(repeating: [Int](), count: feeds.count)
    var found: [SIMD2<Int>: (times: [Date], ofOneSensor: Int, differences: [Double])] = [:]
    for (part, numbers) in parts.sorted(by: { $0.key < $1.key }) {
      guard numbers.count > 1 || mixed[numbers[0]][part] != nil else { continue }
      let tracks = numbers.flatMap { number -> [(number: Int, track: FeedTrack)] in
        let all = Self.track(feeds[number], around: part)
        let tracks = mixed[number][part].flatMap { all.mixedFeeds(interval: $0) } ?? [all]
        return tracks.map { (number, $0) }
      }
      for item in Self.leftOut(of: tracks, in: part..<part + Self.partLength) {
        leftOut[item.feed] += item.positions
        let pair = SIMD2(min(item.feed, item.leader), max(item.feed, item.leader))
        found[pair, default: ([], 0, [])].times += item.positions.map { feeds[item.feed][$0].time }
        if item.isOneSensor {
          found[pair, default: ([], 0, [])].ofOneSensor += item.positions.count
        }
        found[pair, default: ([], 0, [])].differences += item.differences
      }
    }
    for feed in feeds.indices {
      self.feeds[feed] = feeds[feed].removing(leftOut[feed].map { $0..<$0 + 1 })
    }
    self.leftOut = zip(feeds, leftOut).flatMap { feed, rows in rows.sorted().map { feed[$0] } }
    parallel = found.compactMap { pair, own in
      let (times, differences) = (own.times, own.differences)
      guard let first = times.min(), let last = times.max() else { return nil }
      return ParallelFeeds(
        first: pair.x, second: pair.y, isOneSensor: own.ofOneSensor * 2 >= times.count,
        range: first...last, count: times.count,
        meanDifference: differences.isEmpty
          ? nil : .mgdL(differences.reduce(0, +) / Double(differences.count)))
    }.sorted {
      ($0.range.lowerBound, $0.first, $0.second) < ($1.range.lowerBound, $1.first, $1.second)
    }
  }

  /// Returns the positions of the readings of a feed that a trace does not have in which `leading` leads
  /// wherever both record, unless the feed has most of the readings of `leading`: then it is the same one.
  package static func readings(of feed: GlucoseSeries, beside leading: GlucoseSeries) -> [Int] {
    parts(of: feed).sorted().flatMap { part -> [Int] in
      let (trace, track) = (track(leading, around: part), track(feed, around: part))
      guard track.times.count(where: trace.contains) * 2 < trace.count,
        let redundant = trace.redundant(in: track)?.indices
      else { return [] }
      return redundant.sorted()
        .filter { part <= track.times[$0] && track.times[$0] < part + partLength }
        .map { track.positions[$0] }
    }
  }

  /// Returns the readings of a feed in a part and those beside it.
  private static func track(_ feed: GlucoseSeries, around part: Double) -> FeedTrack {
    let start = Date(timeIntervalSinceReferenceDate: part - partLength)
    let end = start.addingTimeInterval(3 * partLength)
    return FeedTrack(feed, feed.index(atOrAfter: start)..<feed.index(atOrAfter: end))
  }

  /// Returns the range of readings on which the trace in a range depends.
  package static func reach(of range: Range<Date>) -> Range<Date> {
    let start = part(range.lowerBound.timeIntervalSinceReferenceDate) - partLength
    let end = part(range.upperBound.timeIntervalSinceReferenceDate.nextDown) + 2 * partLength
    return Date(timeIntervalSinceReferenceDate: start)..<Date(timeIntervalSinceReferenceDate: end)
  }

  /// Returns the start of the part that contains a time, in seconds.
  private static func part(_ time: Double) -> Double {
    (time / partLength).rounded(.down) * partLength
  }

  /// Returns the parts that depend on readings of a series.
  private static func parts(of series: GlucoseSeries) -> Set<Double> {
    var parts: Set<Double> = []
    var last = -Double.infinity
    for time in series.times where part(time) != last {
      last = part(time)
      parts.formUnion([last - partLength, last, last + partLength])
    }
    return parts
  }

  /// Returns the parts of a series that may be a mixture, each with the interval of both feeds.
  private static func mixedParts(_ series: GlucoseSeries) -> [Double: Double] {
    let times = series.times
    var votes: [Double: [Double: (all: Int, mixed: Int)]] = [:]
    var start = times.startIndex
    while start < times.endIndex {
      let hour = (times[start] / FeedTrack.hour).rounded(.down) * FeedTrack.hour
      let end = times[start...].firstIndex { $0 >= hour + FeedTrack.hour } ?? times.endIndex
      if let (interval, isMixed) = FeedTrack.mixedInterval(times[start..<end]) {
        // All parts that depend on this hour.
        for part in [-1, 0, 1].map({ part(hour) + $0 * partLength }) {
          votes[part, default: [:]][interval, default: (0, 0)].all += 1
          if isMixed { votes[part, default: [:]][interval, default: (0, 0)].mixed += 1 }
        }
      }
      start = end
    }
    return votes.compactMapValues { votes in
      // By chance, few hours of one sensor that loses readings have the phases of two.
      votes.filter { $0.value.mixed >= FeedTrack.leastHours && $0.value.mixed * 2 >= $0.value.all }
        .max { ($0.value.mixed, $1.key) < ($1.value.mixed, $0.key) }?.key
    }
  }

  /// The readings of a feed that are left out, and the differences of their values from the nearest of
  /// the trace, at most five minutes from them.
  private typealias LeftOut = (
    feed: Int, leader: Int, positions: [Int], isOneSensor: Bool, differences: [Double]
  )

  /// Returns the readings in a part that are left out of its feeds beside the one that leads.
  private static func leftOut(
    of feeds: [(number: Int, track: FeedTrack)], in range: Range<Double>
  ) -> [LeftOut] {
    let covered = feeds.map { $0.track.coverage(in: range) }
    var leader = 0
    for other in feeds.indices where covered[other] > 1.1 * covered[leader] + 1800 {
      leader = other
    }
    guard feeds.indices.contains(leader) else { return [] }
    var trace = feeds[leader].track
    var leftOut: [LeftOut] = []
    for index in feeds.indices where index != leader {
      let (number, track) = feeds[index]
      guard let (redundant, isOneSensor) = trace.redundant(in: track) else { continue }
      let positions = track.times.indices.filter {
        redundant.contains($0) && range.contains(track.times[$0])
      }
      let differences = positions.compactMap { index in
        trace.nearest(to: track.times[index], within: 300).map {
          abs(trace.values[$0] - track.values[index])
        }
      }
      if feeds.count > 2 { trace = trace.merged(with: track.filter { !redundant.contains($0) }) }
      leftOut.append(
        (
          number, feeds[leader].number, positions.map { track.positions[$0] }, isOneSensor,
          differences
        ))
    }
    return leftOut
  }
}

/// Two feeds with readings at the same time, of which one leads and readings of the other were left out.
public struct ParallelFeeds: Equatable, Sendable, CustomStringConvertible {
  /// The positions of the feeds among those that were merged, ascending; equal for both in one.
  package var first, second: Int
  /// A Boolean value that indicates whether the feeds are of one sensor: the difference of their
  /// values changes slowly where most readings were left out.
  public package(set) var isOneSensor: Bool
  /// The time from the first reading that was left out to the last.
  public package(set) var range: ClosedRange<Date>
  /// The number of readings that were left out.
  public package(set) var count: Int
  /// The mean absolute difference of the readings that were left out from the nearest in use, at most
  /// five minutes from them; `nil` if there are none.
  ///
  /// Above 40 mg/dL, the feeds may be those of two people.
  public package(set) var meanDifference: Glucose?

  /// The warning, as a sentence without its end.
  public var description: String {
    (isOneSensor && meanDifference.map { $0 < .mgdL(25) } ?? true
      ? "Two feeds of one sensor" : "Two sensors, or one with two clocks or programs,")
      + " recorded at the same time; one of them is used, and \(count) readings of the other are left "
      + "out, from \(range.lowerBound.formatted(.iso8601)) to "
      + "\(range.upperBound.formatted(.iso8601))" + (mayBeOfTwoPeople ?? "")
  }

  private var mayBeOfTwoPeople: String? {
    guard let meanDifference, meanDifference > .mgdL(40),
      let mgdL = meanDifference.mgdL.decimalText(places: 0),
      let mmolL = meanDifference.mmolL.decimalText(places: 1)
    else { return nil }
    return ", and differ by \(mgdL) mg/dL (\(mmolL) mmol/L) on average: they may be of two people"
  }
}
