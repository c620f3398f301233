internal import GlucoseMath

/// A packing of equal discs with a minimum distance between centers, in points from the lower left.
struct DiscPacking {
  typealias Disc = (x: Double, y: Double)

  let distance: Double
  let across: ClosedRange<Double>
  let reach: Double
  private var discs: [Disc] = []
  private var bars: [(interval: ClosedRange<Double>, y: Double)] = []

  init(distance: Double, across: ClosedRange<Double>, reach: Double) {
    self.distance = distance
    self.across = across
    self.reach = reach
  }

  /// Adds a disc at the height `y` at the free position nearest to `x`, or returns `nil` if no
  /// position within reach is free.
  mutating func addSideways(x: Double, y: Double) -> Disc? {
    freeX(nearest: x, at: y).map { add((x: $0, y: y), nil) }
  }

  /// Adds a disc at `x` at the free height within `band` nearest to `y` or, if the band is full at
  /// `x`, at the free position nearest to `x`; returns `nil` if it is full within reach. A `bar`
  /// keeps the minimum distance from others that overlap it, if the band has enough space.
  mutating func addInBand(
    x: Double, y: Double, band: ClosedRange<Double>, bar: ClosedRange<Double>?
  ) -> Disc? {
    let x = x.clamped(to: across)
    let byDiscs = discs.compactMap { blockade(offset: $0.x - x, around: $0.y) }
    let byBars = bars.compactMap { other in
      bar.flatMap { $0.overlaps(other.interval) ? blockade(offset: 0, around: other.y) : nil }
    }
    if let free = nearest(to: y, in: band, outside: byDiscs + byBars)
      ?? nearest(to: y, in: band, outside: byDiscs)
    {
      return add((x: x, y: free), bar)
    }
    let candidates = rows(of: band, home: y).compactMap { row in
      freeX(nearest: x, at: row).map { (x: $0, y: row) }
    }
    return candidates.min {
      (abs($0.x - x), abs($0.y - y), $0.x) < (abs($1.x - x), abs($1.y - y), $1.x)
    }.map { add($0, bar) }
  }

  private mutating func add(_ disc: Disc, _ bar: ClosedRange<Double>?) -> Disc {
    if let bar { bars.append((bar, disc.y)) }
    discs.append(disc)
    return disc
  }

  private func freeX(nearest x: Double, at y: Double) -> Double? {
    let x = x.clamped(to: across)
    let free = nearest(
      to: x, in: across, outside: discs.compactMap { blockade(offset: $0.y - y, around: $0.x) })
    return free.flatMap { abs($0 - x) <= reach ? $0 : nil }
  }

  /// Returns the interval in which no center may be on a line at `offset` from a disc's center.
  private func blockade(offset: Double, around center: Double) -> ClosedRange<Double>? {
    guard abs(offset) < distance else { return nil }
    let half = (distance * distance - offset * offset).squareRoot()
    return (center - half)...(center + half)
  }

  /// Returns the heights in `band` at multiples of the distance, and `home`.
  private func rows(of band: ClosedRange<Double>, home: Double) -> [Double] {
    [home] + Array(stride(from: band.lowerBound, through: band.upperBound, by: distance))
      + [band.upperBound]
  }

  /// Returns the number in `range` nearest to `wanted` that is inside none of the open intervals;
  /// of two equally near numbers, the greater. The ends of an interval are free.
  private func nearest(
    to wanted: Double, in range: ClosedRange<Double>, outside blocked: [ClosedRange<Double>]
  ) -> Double? {
    let wanted = wanted.clamped(to: range)
    var low = wanted
    var high = wanted
    // In ascending order of lower bounds, one pass joins all intervals that extend upward from
    // `wanted`; in descending order of upper bounds, one pass joins those that extend downward.
    for interval in blocked.sorted(by: { $0.lowerBound < $1.lowerBound })
    where interval.lowerBound < high && interval.upperBound > high {
      high = interval.upperBound
    }
    for interval in blocked.sorted(by: { $0.upperBound > $1.upperBound })
    where interval.upperBound > low && interval.lowerBound < low {
      low = interval.lowerBound
    }
    if low == wanted { return wanted }
    let free = [high, low].filter(range.contains)
    return free.min { abs($0 - wanted) < abs($1 - wanted) }
  }
}
