// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The lines between the zones of a grid, in mg/dL, x for the reference and y for the measurement.
///
/// They say again as lines what the grids of `GlucoseMath` say as conditions; tests hold the two
/// together.
struct ErrorGridLines {
  /// How far both axes reach.
  let extent: Double
  /// The lines.
  let lines: [[PicturePoint]]
  /// A place in each part of each zone, for its letter.
  let letters: [(zone: ErrorZone, place: PicturePoint)]
}

extension ErrorGridPicture.Grid {
  /// What says in which zone a pair lies.
  var zones: any ErrorGrid {
    switch self {
    case .clarke: ClarkeErrorGrid()
    case .parkesType1: ParkesErrorGrid.type1
    case .parkesType2: ParkesErrorGrid.type2
    }
  }

  var lines: ErrorGridLines {
    switch self {
    case .clarke: .clarke
    case .parkesType1: .parkesType1
    case .parkesType2: .parkesType2
    }
  }
}

extension ErrorGridLines {
  /// Clarke's grid. The zone within 20 % leaves 70 mg/dL at 70 / 1.2.
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

  /// The vertices of Pfützner et al., *Journal of Diabetes Science and Technology* 7, 2013.
  static let parkesType1 = ErrorGridLines(
    extent: 550,
    lines: [
      points((0, 50), (30, 50), (140, 170), (280, 380), (430, 550)),
      points((0, 60), (30, 60), (50, 80), (70, 110), (260, 550)),
      points((0, 100), (25, 100), (50, 125), (80, 215), (125, 550)),
      points((0, 150), (35, 155), (50, 550)),
      points((50, 0), (50, 30), (170, 145), (385, 300), (550, 450)),
      points((120, 0), (120, 30), (260, 130), (550, 250)),
      points((250, 0), (250, 40), (550, 150)),
    ], letters: parkesLetters)

  /// As ``parkesType1``.
  static let parkesType2 = ErrorGridLines(
    extent: 550,
    lines: [
      points((0, 50), (30, 50), (230, 330), (440, 550)),
      points((0, 60), (30, 60), (280, 550)),
      points((0, 80), (25, 80), (35, 90), (125, 550)),
      points((0, 200), (35, 200), (50, 550)),
      points((50, 0), (50, 30), (90, 80), (330, 230), (550, 450)),
      points((90, 0), (260, 130), (550, 250)),
      points((250, 0), (250, 40), (410, 110), (550, 160)),
    ], letters: parkesLetters)

  private static let parkesLetters = letters(
    (.a, 515, 490), (.b, 330, 500), (.b, 515, 330), (.c, 190, 500), (.c, 515, 185), (.d, 85, 480),
    (.d, 515, 60), (.e, 18, 480))

  private static func points(_ vertices: (Double, Double)...) -> [PicturePoint] {
    vertices.map { PicturePoint(x: $0.0, y: $0.1) }
  }

  private static func letters(
    _ letters: (ErrorZone, Double, Double)...
  ) -> [(zone: ErrorZone, place: PicturePoint)] {
    letters.map { ($0.0, PicturePoint(x: $0.1, y: $0.2)) }
  }
}
