/// The error grid of the Diabetes Technology Society (Klonoff et al., *Journal of Diabetes Science
/// and Technology* 18, 2024), in mg/dL.
///
/// The lines between the zones have the vertices of the publication (supplement, table A1). A line
/// is straight between vertices, and its last segment continues beyond 600 mg/dL. A point on a line
/// is in the milder zone.
///
/// The paper also gives the risk function from which the lines were drawn, with rounded
/// coefficients: 2.75 ln(*measured* / *reference*) above the diagonal and 2.25 ln(*reference* /
/// *measured*) below it, both at least 50 mg/dL, with zones that end at 0.5, 1.5, 2.5 and 3.5. Its
/// contours are up to 1.1 mg/dL from the vertices, so that by it 0.55 % of the pairs of whole
/// numbers from 40 to 400 mg/dL are in a neighboring zone. The paper defines the zones by the
/// lines, which this grid uses.
public struct DTSErrorGrid: ErrorGrid, Equatable {
  private static let boundaries = ErrorGridLines(
    upper: [
      ErrorGridLine((0, 60), (50, 60), (500, 600)),
      ErrorGridLine((0, 86.5), (50, 86.5), (347, 600)),
      ErrorGridLine((0, 124), (50, 124), (241, 600)),
      ErrorGridLine((0, 179), (50, 179), (167, 600)),
    ],
    lower: [
      ErrorGridLine((62.5, 0), (62.5, 50), (600, 480)),
      ErrorGridLine((97.5, 0), (97.5, 50), (600, 307)),
      ErrorGridLine((153, 0), (153, 50), (600, 197)),
      ErrorGridLine((238, 0), (238, 50), (600, 126)),
    ])

  /// Creates the grid.
  public init() {}

  /// Returns the zone of a pair.
  public func zone(of pair: GlucosePair) -> ErrorGridZone { Self.boundaries.zone(of: pair) }
}
