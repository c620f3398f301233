// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

extension KernelLandmarks {
  /// Creates landmarks from the training parts of some people's records.
  ///
  /// Each landmark is the mean of the origins that are nearer to it than to any other (*k*-means:
  /// Lloyd, *IEEE Transactions on Information Theory* 28, 1982). The algorithm starts with evenly
  /// spaced origins, so that the same records give the same landmarks. There is one landmark for
  /// every thirty origins, and at most 300.
  ///
  /// - Parameters:
  ///   - people: The records.
  ///   - cadence: The cadence of the model.
  ///   - options: The options of the fit.
  ///   - isRelative: A Boolean value that indicates whether origins are compared relative to the
  ///     variability of glucose in the last 24 hours, for a model of people who differ from those
  ///     that it is fitted to.
  /// - Returns: `nil` if there are fewer than 600 origins.
  /// - Complexity: O(*n*), where *n* is the number of readings.
  public init?(
    placedOn people: [GlucoseSeries], cadence: SensorCadence, _ options: FitOptions,
    isRelative: Bool = false
  ) {
    let readings = people.reduce(0) { $0 + $1.count }
    guard
      let placing = Placing(readings, cadence: cadence, options, isRelative: isRelative),
      let landmarks = placing.landmarks(among: people.flatMap { placing.inputs(of: $0) })
    else { return nil }
    self = landmarks
  }

  /// The number of iterations.
  private static let rounds = 5

  /// Creates `count` landmarks from kernel inputs, a row for each origin.
  ///
  /// - Returns: `nil` if there are fewer than two origins for each landmark.
  init?(among inputs: [Double], dimensions: Int, count: Int, isRelative: Bool) {
    let rows = inputs.count / dimensions
    guard count > 0, rows >= 2 * count else { return nil }
    let first = (0..<count).flatMap { landmark in
      let row = landmark * rows / count
      return inputs[(row * dimensions)..<(row + 1) * dimensions]
    }
    var landmarks = KernelLandmarks(dimensions: dimensions, coordinates: first)
    for _ in 0..<Self.rounds { landmarks = landmarks.moved(to: inputs, rows: rows) }
    // Numbers with few digits make a small file.
    self.init(
      dimensions: dimensions, coordinates: landmarks.coordinates.map { ($0 * 64).rounded() / 64 },
      isRelative: isRelative)
  }

  /// Returns each landmark moved to the mean of the origins nearest to it.
  private func moved(to inputs: [Double], rows: Int) -> KernelLandmarks {
    let values = kernelValues(of: inputs, rows: rows)
    let count = count
    var sums = [Double](repeating: 0, count: coordinates.count)
    var counts = [Double](repeating: 0, count: count)
    for row in 0..<rows {
      var nearest = 0
      for landmark in 1..<max(count, 1)
      where values[row &* count &+ landmark] > values[row &* count &+ nearest] {
        nearest = landmark
      }
      counts[nearest] += 1
      for index in 0..<dimensions {
        sums[nearest * dimensions + index] += inputs[row * dimensions + index]
      }
    }
    var moved = coordinates
    for landmark in 0..<count where counts[landmark] > 0 {
      for index in (landmark * dimensions)..<(landmark + 1) * dimensions {
        moved[index] = sums[index] / counts[landmark]
      }
    }
    return KernelLandmarks(dimensions: dimensions, coordinates: moved)
  }

  /// The placement of landmarks among people's origins, record by record.
  struct Placing: Sendable {
    /// The maximum number of landmarks, and the number of origins for each landmark.
    private static let greatest = 300
    private static let originsToALandmark = 30
    /// The number of origins for each landmark that are used to place it.
    private static let sampled = 10

    private let count: Int
    private let rows: DesignRows
    private let options: FitOptions
    private let isRelative: Bool

    /// Creates a placement for people with this number of readings.
    ///
    /// - Returns: `nil` if there are fewer than 600 origins.
    init?(
      _ readings: Int, cadence: SensorCadence, _ options: FitOptions, isRelative: Bool
    ) {
      var options = options
      options.detail = .daily
      options.usesEvents = false
      let share = (1 - options.testShare.fraction) * (1 - options.validationShare.fraction)
      let training = Int((Double(readings) * share).rounded())
      count = min(training / Self.originsToALandmark, Self.greatest)
      guard count >= 20 else { return nil }
      var rows = FitStatistics(cadence: cadence, options).rows
      rows.every = max(training / (count * Self.sampled), 1)
      self.rows = rows
      self.options = options
      self.isRelative = isRelative
    }

    /// Returns the kernel inputs of some origins in a record's training part.
    func inputs(of series: GlucoseSeries) -> [Double] {
      var training = FoldRule(series, options).training
      var inputs: [Double] = []
      rows.forEachBlock(of: PreparedSeries(series), in: &training) {
        inputs += rows.map.kernelInputs(of: $0.features, rows: $0.rows, isRelative: isRelative)
      }
      return inputs
    }

    /// Returns the landmarks of the inputs of all records in order.
    func landmarks(among inputs: [Double]) -> KernelLandmarks? {
      KernelLandmarks(
        among: inputs, dimensions: rows.map.kernelDimensions, count: count, isRelative: isRelative)
    }
  }
}
