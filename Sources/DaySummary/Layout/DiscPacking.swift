// SPDX-License-Identifier: Apache-2.0

/// Discs of one size in a plane, none nearer to another than a given distance.
///
/// Lengths are points; x grows to the right and y upwards.
struct DiscPacking {
  struct Disc {
    var x: Double
    var y: Double
  }

  /// The least distance between two centers.
  let distance: Double
  /// Where centers may lie across.
  let across: ClosedRange<Double>
  /// How far a disc may be moved sideways.
  let reach: Double
  private var discs: [Disc] = []
  private var bars: [(stretch: ClosedRange<Double>, y: Double)] = []

  init(distance: Double, across: ClosedRange<Double>, reach: Double = .infinity) {
    self.distance = distance
    self.across = across
    self.reach = reach
  }

  /// Adds a disc at the height `y`, as near to `x` as is free, or returns `nil` if nothing within reach
  /// is.
  mutating func addSideways(x: Double, y: Double) -> Disc? {
    guard let free = freeX(nearest: x, at: y) else { return nil }
    discs.append(Disc(x: free, y: y))
    return discs.last
  }

  /// Adds a disc at `x`, as near to the height `y` within `band` as is free; if the band is full
  /// there, as near to `x` as the band is free; or returns `nil` if the band is full within reach.
  ///
  /// A disc with a `bar` keeps as far above or below the other bars that share a stretch with its own
  /// as discs do, if the band has room for that.
  mutating func addInBand(
    x: Double, y: Double, band: ClosedRange<Double>, bar: ClosedRange<Double>? = nil
  ) -> Disc? {
    let x = x.clamped(to: across)
    let byDiscs = discs.compactMap { blockade(offset: $0.x - x, around: $0.y) }
    let byBars = bars.compactMap { other in
      bar.flatMap { $0.overlaps(other.stretch) ? blockade(offset: 0, around: other.y) : nil }
    }
    if let free = nearest(to: y, in: band, outside: byDiscs + byBars)
      ?? nearest(to: y, in: band, outside: byDiscs)
    {
      if let bar { bars.append((bar, free)) }
      discs.append(Disc(x: x, y: free))
      return discs.last
    }
    let candidates = rows(of: band, home: y).compactMap { row in
      freeX(nearest: x, at: row).map { Disc(x: $0, y: row) }
    }
    guard
      let best = candidates.min(by: {
        (abs($0.x - x), abs($0.y - y), $0.x) < (abs($1.x - x), abs($1.y - y), $1.x)
      })
    else { return nil }
    if let bar { bars.append((bar, best.y)) }
    discs.append(best)
    return best
  }

  private func freeX(nearest x: Double, at y: Double) -> Double? {
    let x = x.clamped(to: across)
    let free = nearest(
      to: x, in: across, outside: discs.compactMap { blockade(offset: $0.y - y, around: $0.x) })
    return free.flatMap { abs($0 - x) <= reach ? $0 : nil }
  }

  /// The stretch in which no center may lie on a line that passes a disc's center at `offset`.
  private func blockade(offset: Double, around center: Double) -> ClosedRange<Double>? {
    guard abs(offset) < distance else { return nil }
    let half = (distance * distance - offset * offset).squareRoot()
    return (center - half)...(center + half)
  }

  /// Heights in `band` one distance apart, and `home`.
  private func rows(of band: ClosedRange<Double>, home: Double) -> [Double] {
    [home] + Array(stride(from: band.lowerBound, through: band.upperBound, by: distance))
      + [band.upperBound]
  }

  /// The number in `range` nearest to `wanted` that lies in none of the stretches; of two as near the
  /// greater. The ends of a stretch are free.
  private func nearest(
    to wanted: Double, in range: ClosedRange<Double>, outside stretches: [ClosedRange<Double>]
  ) -> Double? {
    let wanted = wanted.clamped(to: range)
    var low = wanted
    var high = wanted
    // In order of their lower ends, one pass joins all stretches that reach on upwards from
    // `wanted`; in order of their upper ends, from the top, one joins those that reach down.
    for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound })
    where stretch.lowerBound < high && stretch.upperBound > high {
      high = stretch.upperBound
    }
    for stretch in stretches.sorted(by: { $0.upperBound > $1.upperBound })
    where stretch.upperBound > low && stretch.lowerBound < low {
      low = stretch.lowerBound
    }
    if low == wanted { return wanted }
    let free = [high, low].filter(range.contains)
    return free.min { abs($0 - wanted) < abs($1 - wanted) }
  }
}

extension Double {
  /// The number of `range` that is nearest to this one.
  package func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
