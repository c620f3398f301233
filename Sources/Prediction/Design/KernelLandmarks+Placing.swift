// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

extension KernelLandmarks {
  /// The most centres, and how many moments there must be to a centre.
  private static let greatest = 300
  private static let momentsToACentre = 30
  /// How many moments to a centre are looked at to place them, and how often centres move.
  private static let sampled = 10
  private static let rounds = 5

  /// Places centres among the moments of the first part of some people's records.
  ///
  /// Each centre is the mean of the moments that are nearer to it than to any other (*k*-means: Lloyd,
  /// *IEEE Transactions on Information Theory* 28, 1982), begun at evenly spaced moments, so that the same
  /// records give the same centres. There are up to 300, one to thirty moments. Parts that choose
  /// penalties or are held out are not looked at.
  ///
  /// - Parameters:
  ///   - people: The records.
  ///   - cadence: How often the sensor reads.
  ///   - options: How the model is fitted.
  ///   - isRelative: Whether moments are compared relative to how much glucose swung in the last 24
  ///     hours, which serves a model for people unlike those it is fitted to.
  /// - Returns: `nil` if there are fewer than 600 moments.
  /// - Complexity: O(*n*) in the readings.
  public init?(
    placedOn people: [GlucoseSeries], cadence: SensorCadence, _ options: FitOptions,
    isRelative: Bool = false
  ) {
    var options = options
    options.detail = .day
    options.usesEvents = false
    let readings = people.reduce(0) { $0 + $1.count }
    let share = (1 - options.heldOut) * (1 - options.validation)
    let early = Int((Double(readings) * share).rounded())
    let count = min(early / Self.momentsToACentre, Self.greatest)
    guard count >= 20 else { return nil }
    var stream = FitStatistics(cadence: cadence, options).stream
    stream.every = max(early / (count * Self.sampled), 1)
    var moments: [Double] = []
    for series in people {
      let trace = PreparedSeries(series)
      var walk = RecordSplit(trace, options).early
      stream.forEachBlock(of: trace, in: &walk) {
        moments += stream.map.kernelInputs(
          of: $0.features, rows: $0.rows, isRelative: isRelative)
      }
    }
    let dimensions = stream.map.kernelDimensions
    let rows = moments.count / dimensions
    guard rows >= 2 * count else { return nil }
    let first = (0..<count).flatMap { centre in
      let row = centre * rows / count
      return moments[(row * dimensions)..<(row + 1) * dimensions]
    }
    var centres = KernelLandmarks(dimensions: dimensions, coordinates: first)
    for _ in 0..<Self.rounds { centres = centres.moved(to: moments, rows: rows) }
    // Short numbers make a small file.
    self.init(
      dimensions: dimensions, coordinates: centres.coordinates.map { ($0 * 64).rounded() / 64 },
      isRelative: isRelative)
  }

  /// Each centre moved to the mean of the moments nearest to it.
  func moved(to moments: [Double], rows: Int) -> KernelLandmarks {
    let values = kernelValues(of: moments, rows: rows)
    let count = count
    var sums = [Double](repeating: 0, count: coordinates.count)
    var counts = [Double](repeating: 0, count: count)
    for row in 0..<rows {
      var nearest = 0
      for centre in 1..<max(count, 1)
      where values[row &* count &+ centre] > values[row &* count &+ nearest] { nearest = centre }
      counts[nearest] += 1
      for index in 0..<dimensions {
        sums[nearest * dimensions + index] += moments[row * dimensions + index]
      }
    }
    var moved = coordinates
    for centre in 0..<count where counts[centre] > 0 {
      for index in (centre * dimensions)..<(centre + 1) * dimensions {
        moved[index] = sums[index] / counts[centre]
      }
    }
    return KernelLandmarks(dimensions: dimensions, coordinates: moved)
  }
}
