internal import GlucoseMath

extension KernelLandmarks {
  private static let rounds = 5

  /// Creates `count` landmarks from a sample of origins, or `nil` if there are fewer than two for
  /// each.
  ///
  /// Each landmark is the mean of the origins that are nearer to it than to any other (*k*-means:
  /// Lloyd, *IEEE Transactions on Information Theory* 28, 1982), starting with origins that are
  /// selected by their keys, so that the same records give the same landmarks in any order.
  package init?(among sample: KernelSample, count: Int, isRelative: Bool) {
    let rows = sample.keys.count
    guard count > 0, rows >= 2 * count else { return nil }
    let (inputs, dimensions) = (sample.inputsByKey, sample.dimensions)
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

  /// The placement of landmarks among people's origins, record by record: one for every thirty
  /// origins, and at most 300.
  struct Placing: Sendable {
    private static let sampled = 10

    private let count: Int
    private let rows: DesignRows
    private let options: FitOptions

    /// Creates a placement for people with this number of origins before their tests, or `nil` if
    /// there are fewer than 600 in their training parts.
    init?(_ origins: Int, cadence: SensorCadence, _ options: FitOptions) {
      var options = options
      options.detail = .daily
      options.usesEvents = false
      let training = Int(Double(origins) * (1 - options.validationPercentage.fraction))
      count = min(training / 30, 300)
      guard count >= 20 else { return nil }
      var rows = DesignRows(options, cadence)
      rows.fraction = Double(count * Self.sampled) / Double(training)
      self.rows = rows
      self.options = options
    }

    func sample(of series: GlucoseSeries) -> KernelSample {
      var sample = KernelSample()
      sample.add(
        rows, of: PreparedSeries(series), in: FoldRule(series, options).training,
        isRelative: false)
      return sample
    }

    func landmarks(among sample: KernelSample) -> KernelLandmarks? {
      KernelLandmarks(among: sample, count: count, isRelative: false)
    }
  }
}

/// A sample of origins among which landmarks are placed.
package struct KernelSample: Equatable, Codable, Sendable {
  /// The key of each origin; see ``DesignRows/RowKeys``.
  @DoubleBytes package private(set) var keys: [Double] = []
  /// The kernel inputs, a row for each origin.
  @DoubleBytes private(set) var inputs: [Double] = []

  package init() {}

  package mutating func add(
    _ rows: DesignRows, of series: PreparedSeries, in range: DesignRows.OriginRange,
    isRelative: Bool
  ) {
    var range = range
    rows.forEachBlock(of: series, in: &range) { block in
      keys += block.keys.prefix(block.rows)
      inputs += rows.map.kernelInputs(of: block.features, rows: block.rows, isRelative: isRelative)
    }
  }

  package static func += (lhs: inout Self, rhs: Self) {
    lhs.keys += rhs.keys
    lhs.inputs += rhs.inputs
  }

  var dimensions: Int { inputs.count / max(keys.count, 1) }

  var inputsByKey: [Double] {
    let dimensions = dimensions
    return keys.indices.sorted { keys[$0] < keys[$1] }.flatMap {
      inputs[($0 * dimensions)..<($0 + 1) * dimensions]
    }
  }

  var isPlausible: Bool {
    (inputs.count % max(keys.count, 1) == 0 && (1...64).contains(dimensions)
      || keys.isEmpty && inputs.isEmpty) && (keys + inputs).areWithin(1e9)
  }
}
