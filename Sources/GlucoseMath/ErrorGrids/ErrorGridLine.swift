/// A line between two zones, from its start on an axis; its last segment continues.
package struct ErrorGridLine: Equatable, Sendable {
  package struct Vertex: Equatable, Sendable {
    package let reference: Double
    package let measured: Double
  }

  /// The vertices; there are at least two.
  package let vertices: [Vertex]

  init(_ vertices: (Double, Double)...) {
    self.vertices = vertices.map { Vertex(reference: $0.0, measured: $0.1) }
  }

  /// Returns a positive number above the line, a negative one below or to the right, zero on it.
  func side(of pair: GlucosePair) -> Double {
    let reference = pair.reference.mgdL
    // A line that rises from the axis begins with a vertical segment, a boundary only to its left.
    guard reference > vertices[0].reference else { return 0 }
    var end = 1
    while end + 1 < vertices.count, reference > vertices[end].reference { end += 1 }
    let from = vertices[end - 1]
    let to = vertices[end]
    return (pair.measured.mgdL - from.measured) * (to.reference - from.reference)
      - (to.measured - from.measured) * (reference - from.reference)
  }
}

/// The lines of an error grid on both sides of the diagonal.
struct ErrorGridLines: Equatable, Sendable {
  /// The lines above the diagonal, between A and B first.
  let upper: [ErrorGridLine]
  /// The lines below the diagonal, between A and B first.
  let lower: [ErrorGridLine]

  /// Returns the zone beyond the outermost line that is crossed; on a line, the milder zone.
  func zone(of pair: GlucosePair) -> ErrorGridZone {
    let crossedUpper = upper.lastIndex { $0.side(of: pair) > 0 } ?? -1
    let crossedLower = lower.lastIndex { $0.side(of: pair) < 0 } ?? -1
    return ErrorGridZone.allCases[Swift.max(crossedUpper, crossedLower) + 1]
  }
}
