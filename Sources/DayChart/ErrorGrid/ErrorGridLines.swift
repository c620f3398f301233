internal import GlucoseMath

/// The lines between the zones of a grid in mg/dL, where x is the reference and y the measurement:
/// those of `GlucoseMath` or, of the Clarke grid, equivalent to its conditions, which tests verify.
struct ErrorGridLines {
  let extent: Double
  let lines: [[PicturePoint]]
  /// A position in each part of each zone, for its letter.
  let letters: [(zone: ErrorGridZone, place: PicturePoint)]

  init(_ grid: ErrorGrid) {
    var vertices = grid.lines.map { line in line.vertices.map { ($0.reference, $0.measured) } }
    let letters: [(ErrorGridZone, Double, Double)]
    switch grid {
    case .clarke:
      extent = 400
      // The edge of the zone within 20 % starts from 70 mg/dL at 70 / 1.2.
      vertices = [
        [(0, 70), (70 / 1.2, 70), (400 / 1.2, 400)], [(70, 0), (70, 56), (400, 320)],
        [(70, 84), (70, 400)], [(0, 180), (70, 180), (290, 400)],
        [(130, 0), (180, 70), (180, 0)], [(180, 70), (400, 70)],
        [(240, 70), (240, 180), (400, 180)],
      ]
      letters = [
        (.a, 372, 360), (.b, 372, 250), (.b, 275, 365), (.c, 150, 360), (.c, 167, 18),
        (.d, 32, 125), (.d, 372, 125), (.e, 32, 360), (.e, 372, 32),
      ]
    case .parkesType1, .parkesType2:
      extent = 550
      letters = [
        (.a, 515, 490), (.b, 330, 500), (.b, 515, 330), (.c, 190, 500), (.c, 515, 185),
        (.d, 85, 480), (.d, 515, 60), (.e, 18, 480),
      ]
    case .dts:
      extent = 600
      letters = [
        (.a, 550, 550), (.b, 390, 560), (.b, 560, 350), (.c, 270, 560), (.c, 560, 230),
        (.d, 185, 560), (.d, 560, 150), (.e, 85, 560), (.e, 560, 60),
      ]
    }
    lines = vertices.map { line in line.map { PicturePoint(x: $0.0, y: $0.1) } }
    self.letters = letters.map { ($0.0, PicturePoint(x: $0.1, y: $0.2)) }
  }
}
