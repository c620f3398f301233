/// A division of the pairs of a reference and a measurement into zones of clinical risk.
///
/// Lines are in mg/dL. The lines of the Parkes and DTS grids are straight between their published vertices,
/// and the last segment of each continues beyond them; a point on a line is in the milder zone.
public enum ErrorGrid: Sendable {
  /// The Clarke error grid (Clarke et al., *Diabetes Care* 10, 1987).
  ///
  /// The rules are tested in this order:
  ///
  /// - A: both below 70 (`<`), or the measurement within 20 % of the reference (`≤`).
  /// - E: reference at least 180 and measurement at most 70, or reference at most 70 and measurement
  ///   at least 180.
  /// - C: reference at least 70 and measurement more than 110 above it (`>`), or reference above 130
  ///   and at most 180 and measurement below 1.4 × reference − 182 (`<`).
  /// - D: measurement at least 70 and below 180 with a reference above 240, or at least 70 and at
  ///   most 180 with a reference below 70.
  /// - B: all others.
  ///
  /// Points on a line are classified as in R's ega 2.0.0 and methcomp.
  case clarke
  /// The consensus error grid for type 1 diabetes (Parkes et al., *Diabetes Care* 23, 2000), with the
  /// vertices that Pfützner et al. published (*Journal of Diabetes Science and Technology* 7, 2013). ISO
  /// 15197 requires it.
  case parkesType1
  /// The consensus error grid for type 2 diabetes; see ``parkesType1``.
  case parkesType2
  /// The error grid of the Diabetes Technology Society (Klonoff et al., *Journal of Diabetes Science
  /// and Technology* 18, 2024), with the vertices of the supplement's table A1.
  ///
  /// The paper also gives the risk function from which the lines were drawn, with rounded
  /// coefficients: 2.75 ln(*measured* / *reference*) above the diagonal and 2.25 ln(*reference* /
  /// *measured*) below it, both at least 50 mg/dL, with zones that end at 0.5, 1.5, 2.5 and 3.5. Its
  /// contours are up to 1.1 mg/dL from the vertices, so that by it 0.55 % of the pairs of whole
  /// numbers from 40 to 400 mg/dL are in a neighboring zone. The paper defines the zones by the
  /// lines, which this grid uses.
  case dts

  /// Returns the zone of a pair.
  public func zone(of pair: GlucosePair) -> ErrorGridZone {
    boundaries?.zone(of: pair) ?? Self.clarkeZone(of: pair)
  }

  /// Returns the number of pairs in each zone; zones without a pair have 0.
  public func zoneCounts(of pairs: some Sequence<GlucosePair>) -> [ErrorGridZone: Int] {
    var counts = Dictionary(uniqueKeysWithValues: ErrorGridZone.allCases.map { ($0, 0) })
    for pair in pairs { counts[zone(of: pair), default: 0] += 1 }
    return counts
  }

  /// The lines between the zones, first those above the diagonal, each from its start on an axis; none for
  /// the Clarke grid.
  package var lines: [ErrorGridLine] { boundaries.map { $0.upper + $0.lower } ?? [] }

  private var boundaries: ErrorGridLines? {
    switch self {
    case .clarke: nil
    case .parkesType1: Self.parkes1
    case .parkesType2: Self.parkes2
    case .dts: Self.dtsLines
    }
  }

  private static func clarkeZone(of pair: GlucosePair) -> ErrorGridZone {
    let reference = pair.reference.mgdL
    let measured = pair.measured.mgdL
    if reference < 70, measured < 70 { return .a }
    if pair.absoluteRelativeDifference <= 20 { return .a }
    if reference >= 180, measured <= 70 { return .e }
    if reference <= 70, measured >= 180 { return .e }
    if reference >= 70, measured > reference + 110 { return .c }
    if reference > 130, reference <= 180, measured < 1.4 * reference - 182 { return .c }
    if reference > 240, measured >= 70, measured < 180 { return .d }
    if reference < 70, measured >= 70, measured <= 180 { return .d }
    return .b
  }

  private static let parkes1 = ErrorGridLines(
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
    ])

  private static let parkes2 = ErrorGridLines(
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
    ])

  private static let dtsLines = ErrorGridLines(
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
}
