internal import GlucoseMath

/// The lines between the zones of a grid in mg/dL, where x is the reference and y the measurement.
///
/// The lines of the Parkes grids are the lines that `GlucoseMath` uses. The lines of the Clarke
/// grid are equivalent to the conditions in `GlucoseMath`, which tests verify.
struct ErrorGridLines {
  let extent: Double
  let lines: [[PicturePoint]]
  /// A position in each part of each zone, for its letter.
  let letters: [(zone: ErrorGridZone, place: PicturePoint)]
}

extension ErrorGridPicture.Grid {
  var zones: ErrorGrid {
    switch self {
    case .clarke: .clarke
    case .parkesType1: .parkesType1
    case .parkesType2: .parkesType2
    }
  }

  var lines: ErrorGridLines {
    switch self {
    case .clarke: .clarke
    case .parkesType1: .parkes(zones)
    case .parkesType2: .parkes(zones)
    }
  }
}

extension ErrorGridLines {
  /// The Clarke grid. The edge of the zone within 20 % starts from 70 mg/dL at 70 / 1.2.
  static let clarke = ErrorGridLines(
    extent: 400,
    lines: [
      points((0, 70), (70 / 1.2, 70), (400 / 1.2, 400)), points((70, 0), (70, 56), (400, 320)),
      points((70, 84), (70, 400)), points((0, 180), (70, 180), (290, 400)),
      points((130, 0), (180, 70), (180, 0)), points((180, 70), (400, 70)),
      points((240, 70), (240, 180), (400, 180)),
    ],
    letters: letters(
      (.a, 372, 360), (.b, 372, 250), (.b, 275, 365), (.c, 150, 360), (.c, 167, 18),
      (.d, 32, 125), (.d, 372, 125), (.e, 32, 360), (.e, 372, 32)))

  fileprivate static func parkes(_ grid: ErrorGrid) -> ErrorGridLines {
    ErrorGridLines(
      extent: 550,
      lines: grid.lines.map { line in
        line.vertices.map { PicturePoint(x: $0.reference, y: $0.measured) }
      },
      letters: parkesLetters)
  }

  private static let parkesLetters = letters(
    (.a, 515, 490), (.b, 330, 500), (.b, 515, 330), (.c, 190, 500), (.c, 515, 185), (.d, 85, 480),
    (.d, 515, 60), (.e, 18, 480))

  private static func points(_ vertices: (Double, Double)...) -> [PicturePoint] {
    vertices.map { PicturePoint(x: $0.0, y: $0.1) }
  }

  private static func letters(
    _ letters: (ErrorGridZone, Double, Double)...
  ) -> [(zone: ErrorGridZone, place: PicturePoint)] {
    letters.map { ($0.0, PicturePoint(x: $0.1, y: $0.2)) }
  }
}
