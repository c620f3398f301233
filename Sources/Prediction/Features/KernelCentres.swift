// SPDX-License-Identifier: Apache-2.0

/// Typical moments, to which a model compares the present.
///
/// How much two moments *x* and *y* resemble each other is *k* = 1 / (1 + |*x* − *y*|² / 36)², the rational
/// quadratic kernel (Rasmussen and Williams, *Gaussian Processes for Machine Learning*, 2006, eq. 4.19):
/// a mixture of Gaussian ones of many widths. The resemblances to a few hundred centres stand for all
/// (Williams and Seeger, *Advances in Neural Information Processing Systems* 13, 2001).
///
/// Centres are part of what a model is: statistics that are to be added must share them.
public struct KernelCentres: Hashable, Codable, Sendable {
  /// The number of coordinates of a moment.
  let dimensions: Int
  /// The coordinates, a row to a centre.
  let coordinates: [Double]

  /// The number of centres.
  public var count: Int { coordinates.count / dimensions }

  init(dimensions: Int, coordinates: [Double]) {
    precondition(
      dimensions > 0 && !coordinates.isEmpty && coordinates.count % dimensions == 0,
      "Every centre has all coordinates")
    self.dimensions = dimensions
    self.coordinates = coordinates
  }

  /// Decodes centres and checks that each has all coordinates.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    dimensions = try container.decode(Int.self, forKey: .dimensions)
    coordinates = try container.decode([Double].self, forKey: .coordinates)
    guard (1...64).contains(dimensions), !coordinates.isEmpty,
      coordinates.count % dimensions == 0, coordinates.count / dimensions <= 2048,
      coordinates.allSatisfy({ abs($0) < 1e3 })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .coordinates, in: container, debugDescription: "A centre lacks a coordinate")
    }
  }

  /// How much `rows` moments resemble each centre, a row to a moment.
  func resemblances(of moments: [Double], rows: Int) -> [Double] {
    var result = Linear.multiply(
      moments, rows: rows, columns: dimensions, by: coordinates, count: count)
    let lengths = Self.squaredLengths(coordinates, dimensions)
    let own = Self.squaredLengths(moments, dimensions)
    let count = count
    var values = result.mutableSpan
    for row in 0..<rows {
      let start = row * count
      for centre in 0..<count {
        let distance = own[row] + lengths[centre] - 2 * values[start &+ centre]
        let root = 1 / (1 + distance * (1.0 / 36))
        values[start &+ centre] = root * root
      }
    }
    return result
  }

  /// How much the centres resemble each other, with a little more on the diagonal, so that centres
  /// that nearly coincide do no harm.
  var gram: SymmetricMatrix {
    let values = resemblances(of: coordinates, rows: count)
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
  /// The number of coordinates in which moments are compared.
  var momentDimensions: Int { 12 + (usesTimeOfDay ? 2 : 0) }

  /// The coordinates of `rows` moments, from features that go up to the day.
  ///
  /// They are the level, the changes over the short, middle and long steps and the whole history, the
  /// acceleration, and, counting less, means and spreads of the last hours and the time of day.
  func moments(of features: [Double], rows: Int) -> [Double] {
    let steps = cadence.slopeSteps
    var result: [Double] = []
    result.reserveCapacity(rows * momentDimensions)
    func bounded(_ value: Double) -> Double { min(max(value, -3.5), 3.5) }
    for row in 0..<rows {
      let base = row * columns
      result.append(min(max(features[base + 1], -3), 3))
      var change = 0.0
      for lag in 0..<lags {
        change += features[base + 2 + lag]
        let reach = lag + 1
        if reach == steps.short || reach == steps.middle || reach == steps.long {
          result.append(bounded(change / Double(reach).squareRoot()))
        }
      }
      result.append(bounded(change / Double(lags).squareRoot()))
      result.append(bounded(features[base + 2] - features[base + 3]))
      let spreads = base + fastColumns
      for index in spreads..<spreads + 6 { result.append(0.7 * bounded(features[index])) }
      guard usesTimeOfDay else { continue }
      let clock = spreads + Self.spreadCount
      result.append(0.7 * features[clock])
      result.append(0.7 * features[clock + 1])
    }
    return result
  }

  /// Writes the kernel block of `rows` rows whose other features are written.
  func writeKernel(rows: Int, to features: inout [Double]) {
    guard let kernel, rows > 0 else { return }
    let count = kernel.count
    let (columns, start) = (columns, plainColumns)
    let values = kernel.resemblances(of: moments(of: features, rows: rows), rows: rows)
    for row in 0..<rows {
      let base = row * columns + start
      for centre in 0..<count { features[base &+ centre] = values[row &* count &+ centre] }
    }
  }
}
