/// A concentration that a device showed, ordered by the true value: at one limit, "Low" is before a
/// value, and "High" is after it.
package struct ShownExtreme: Equatable, Comparable, Codable, Sendable {
  package enum Side: Int, Codable, Sendable { case low = -1, value, high }

  /// The value, or the device's limit, in mg/dL.
  package var value: Double
  var side: Side

  init(value: Double, side: Side = .value) { (self.value, self.side) = (value, side) }

  package init(_ value: Double, _ flags: ReadingFlags) {
    self.value = value
    side =
      flags.contains(.belowDeviceLimit) ? .low : flags.contains(.aboveDeviceLimit) ? .high : .value
  }

  package var flags: ReadingFlags {
    switch side {
    case .low: .belowDeviceLimit
    case .value: []
    case .high: .aboveDeviceLimit
    }
  }

  package static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.value, lhs.side.rawValue) < (rhs.value, rhs.side.rawValue)
  }
}

extension GlucoseSeries.Columns {
  /// Returns the lowest and the highest of the readings at `rows`, whose values are known.
  func shownExtremes(
    in rows: Range<Int>, minimum: Double, maximum: Double
  ) -> (minimum: ShownExtreme, maximum: ShownExtreme) {
    guard hasLimits(in: rows) else {
      return (ShownExtreme(value: minimum), ShownExtreme(value: maximum))
    }
    var lowest = ShownExtreme(value: minimum, side: .high)
    var highest = ShownExtreme(value: maximum, side: .low)
    for row in rows where values[row] == minimum || values[row] == maximum {
      let shown = ShownExtreme(values[row], flags[row])
      lowest = Swift.min(lowest, shown)
      highest = Swift.max(highest, shown)
    }
    return (lowest, highest)
  }

  func hasLimits(in rows: Range<Int>) -> Bool {
    typealias Vector = SIMD16<UInt8>
    let limits = ReadingFlags([.belowDeviceLimit, .aboveDeviceLimit]).rawValue
    let whole = rows.count & ~15
    // In bounds: the rows are those of the array, and `whole` is at most their number.
    let union = unsafe flags.withUnsafeBytes { bytes in
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes[rows])
      var union = Vector.zero
      for index in stride(from: 0, to: whole, by: 16) {
        unsafe union |= bytes.loadUnaligned(fromByteOffset: index, as: Vector.self)
      }
      for index in whole..<bytes.count { union[0] |= unsafe bytes[index] }
      return union
    }
    return union & Vector(repeating: limits) != .zero
  }
}

extension GlucoseSeries {
  var hasDeviceLimits: Bool { columns.hasLimits(in: rows) }

  /// Returns the number of readings with the flag of a limit of the device.
  package func count(beyond limit: ReadingFlags) -> Int {
    hasDeviceLimits ? flags.count { $0.contains(limit) } : 0
  }
}
