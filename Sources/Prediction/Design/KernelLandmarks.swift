internal import GlucoseMath

/// Typical origins, to which a model compares the present. Only statistics with the same landmarks
/// can be added.
///
/// The similarity of two origins *x* and *y* is *k* = 1 / (1 + |*x* − *y*|² / 36)², the rational
/// quadratic kernel (Rasmussen and Williams, *Gaussian Processes for Machine Learning*, 2006, eq.
/// 4.19): a mixture of Gaussian kernels of many widths. The kernel values of a few hundred
/// landmarks approximate those of all origins (Nyström's method: Williams and Seeger, *Advances in
/// Neural Information Processing Systems* 13, 2001).
package struct KernelLandmarks: Equatable, Codable, Sendable {
  let dimensions: Int
  @DoubleBytes private(set) var coordinates: [Double]
  /// Whether origins are compared relative to the variability of the last 24 hours, and weighted in
  /// proportion to it, for a model of people who differ from those that it was fitted to.
  let isRelative: Bool
  private let lengths: [Double]

  private enum CodingKeys: String, CodingKey {
    case dimensions, coordinates, isRelative
  }

  var count: Int { coordinates.count / dimensions }

  init(dimensions: Int, coordinates: [Double], isRelative: Bool = false) {
    precondition(
      dimensions > 0 && !coordinates.isEmpty && coordinates.count % dimensions == 0,
      "`coordinates` must have `dimensions` elements for each landmark")
    self.dimensions = dimensions
    self.coordinates = coordinates
    self.isRelative = isRelative
    lengths = Self.squaredLengths(coordinates, dimensions)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    dimensions = try container.decode(Int.self, forKey: .dimensions)
    let stored = try container.decode(DoubleBytes.self, forKey: .coordinates)
    _coordinates = stored
    isRelative = try container.decode(Bool.self, forKey: .isRelative)
    let (dimensions, coordinates) = (dimensions, stored.wrappedValue)
    try decoder.require(
      (1...64).contains(dimensions) && !coordinates.isEmpty && coordinates.count % dimensions == 0
        && coordinates.count / dimensions <= 2048 && coordinates.allSatisfy { abs($0) < 1e3 },
      "Each landmark must have finite coordinates below 1,000")
    lengths = Self.squaredLengths(coordinates, dimensions)
  }

  func kernelValues(of inputs: [Double], rows: Int) -> [Double] {
    var result = [Double](repeating: 0, count: rows * count)
    writeKernelValues(of: inputs, rows: rows, to: &result, stride: count, from: 0)
    return result
  }

  func writeKernelValues(
    of inputs: [Double], rows: Int, to matrix: inout [Double], stride: Int, from start: Int
  ) {
    let count = count
    LinearAlgebra.multiply(
      inputs, rows: rows, columns: dimensions, by: coordinates, count: count, into: &matrix,
      stride: stride, from: start)
    let own = Self.squaredLengths(inputs, dimensions)
    let lengths = lengths.elementSpan
    var room = matrix.mutableElementSpan
    for row in 0..<rows {
      let base = row * stride + start
      // 1 + |x − y|² / 36, in the same order of operations for any number of rows.
      let constant = 1 + own[row] * (1.0 / 36)
      for center in 0..<count {
        let sum =
          constant + (lengths[center] - 2 * room[base &+ center]) * (1.0 / 36)
        room[base &+ center] = 1 / (sum * sum)
      }
    }
  }

  /// The kernel values between landmarks; the addition to the diagonal keeps the matrix regular if
  /// landmarks nearly coincide.
  var gram: SymmetricMatrix {
    let values = kernelValues(of: coordinates, rows: count)
    var gram = SymmetricMatrix(size: count)
    for row in 0..<count {
      for column in row..<count { gram[row, column] = values[row * count + column] }
      gram[row, row] += 1e-6
    }
    return gram
  }

  private static func squaredLengths(_ rows: [Double], _ dimensions: Int) -> [Double] {
    stride(from: 0, to: rows.count, by: dimensions).map { start in
      var sum = 0.0
      for index in start..<start + dimensions { sum += rows[index] * rows[index] }
      return sum
    }
  }
}

extension FeatureMap {
  var kernelDimensions: Int { 6 + Self.kernelWindowColumns + (usesTimeOfDay ? 2 : 0) }

  private static let kernelWindowColumns = 2 * WindowFeatures.lengths.count

  /// Returns the kernel inputs of origins: the level, the changes over the short, middle and long
  /// steps and the whole history, the acceleration, and, weighted by 0.7, the mean and standard
  /// deviation of 2, 6 and 24 hours and the first harmonic of the day.
  func kernelInputs(of features: [Double], rows: Int, isRelative: Bool) -> [Double] {
    let steps = cadence.slopeSteps
    let (columns, dimensions) = (columns, kernelDimensions)
    let (level, changes, windows) = (
      layout.level, layout.changes.lowerBound, layout.windows.lowerBound
    )
    let dayMean = windows + WindowFeatures.mean(ofWindow: 2)
    let dayDeviation = windows + WindowFeatures.deviation(ofWindow: 2)
    let scales = [steps.short, steps.middle, steps.long, lags].map { 1 / Double($0).squareRoot() }
    var result = [Double](repeating: 0, count: rows * dimensions)
    let features = features.elementSpan
    var room = result.mutableElementSpan
    for row in 0..<rows {
      let base = row &* columns
      let start = row &* dimensions
      let swing = isRelative ? Self.swing(features[base + dayDeviation]) : 1
      func bounded(_ value: Double) -> Double { min(max(value, -3.5), 3.5) }
      let place = isRelative ? -features[base + dayMean] / swing : features[base + level]
      room[start] = min(max(place, -3), 3)
      var change = 0.0
      for lag in 0..<lags {
        change += features[base + changes + lag]
        let reach = lag + 1
        if reach == steps.short { room[start + 1] = bounded(change * scales[0] / swing) }
        if reach == steps.middle { room[start + 2] = bounded(change * scales[1] / swing) }
        if reach == steps.long { room[start + 3] = bounded(change * scales[2] / swing) }
      }
      room[start + 4] = bounded(change * scales[3] / swing)
      room[start + 5] = bounded(
        (features[base + changes] - features[base + changes + 1]) / swing)
      for index in 0..<Self.kernelWindowColumns {
        room[start + 6 + index] = 0.7 * bounded(features[base + windows + index])
      }
      guard usesTimeOfDay else { continue }
      let clock = base + layout.clock.lowerBound
      room[start + 12] = 0.7 * features[clock]
      room[start + 13] = 0.7 * features[clock + 1]
    }
    return result
  }

  /// Returns the variability of the last 24 hours, one for a deviation of 30 mg/dL.
  private static func swing(_ deviation: Double) -> Double { (deviation + 0.3) / 1.3 }

  func writeKernel(rows: Int, to features: inout [Double]) {
    guard let kernel, rows > 0 else { return }
    let inputs = kernelInputs(of: features, rows: rows, isRelative: kernel.isRelative)
    kernel.writeKernelValues(
      of: inputs, rows: rows, to: &features, stride: columns, from: plainColumns)
    guard kernel.isRelative else { return }
    let (columns, start) = (columns, layout.kernel.lowerBound)
    let deviation = layout.windows.lowerBound + WindowFeatures.deviation(ofWindow: 2)
    var room = features.mutableElementSpan
    for row in 0..<rows {
      let swing = Self.swing(room[row * columns + deviation])
      for column in start..<columns { room[row &* columns &+ column] *= swing }
    }
  }
}
