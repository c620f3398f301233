/// The consensus error grid (Parkes et al., *Diabetes Care* 23, 2000), with the vertices that
/// Pfützner et al. published (*Journal of Diabetes Science and Technology* 7, 2013), in mg/dL.
///
/// The last segment of a line continues beyond 550 mg/dL. A point on a line is in the milder zone.
/// ISO 15197 requires the grid for type 1.
public struct ParkesErrorGrid: ErrorGrid, Equatable {
  private let boundaries: ErrorGridLines

  /// The lines between the zones, first those above the diagonal, each from its start on an axis.
  package var lines: [ErrorGridLine] { boundaries.upper + boundaries.lower }

  /// The grid for type 1 diabetes.
  public static let type1 = ParkesErrorGrid(
    boundaries: ErrorGridLines(
      upper: [
        ErrorGridLine((0, 50), (30, 50), (140, 170), (280, 380), (430, 550)),
        ErrorGridLine((0, 60), (30, 60), (50, 80), (70, 110), (260, 550)),
        ErrorGridLine((0, 100), (25, 100), (50, 125), (80, 215), (125, 550)),
        ErrorGridLine((0, 150), (35, 155), (50, 550)),
      ],
      lower: [
        ErrorGridLine((50, 0), (50, 30), (170, 145), (385, 300), (550, 450)),
        ErrorGridLine((120, 0), (120, 30), (260, 130), (550, 250)),
        ErrorGridLine((250, 0), (250, 40), (550, 150)),
      ]))

  /// The grid for type 2 diabetes.
  public static let type2 = ParkesErrorGrid(
    boundaries: ErrorGridLines(
      upper: [
        ErrorGridLine((0, 50), (30, 50), (230, 330), (440, 550)),
        ErrorGridLine((0, 60), (30, 60), (280, 550)),
        ErrorGridLine((0, 80), (25, 80), (35, 90), (125, 550)),
        ErrorGridLine((0, 200), (35, 200), (50, 550)),
      ],
      lower: [
        ErrorGridLine((50, 0), (50, 30), (90, 80), (330, 230), (550, 450)),
        ErrorGridLine((90, 0), (260, 130), (550, 250)),
        ErrorGridLine((250, 0), (250, 40), (410, 110), (550, 160)),
      ]))

  /// Returns the zone of a pair.
  public func zone(of pair: GlucosePair) -> ErrorGridZone { boundaries.zone(of: pair) }
}
