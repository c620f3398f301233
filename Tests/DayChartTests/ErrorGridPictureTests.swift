import DaySummary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct ErrorGridPictureTests {
  static let grids: [ErrorGrid] = [.clarke, .parkesType1, .parkesType2, .dts]

  /// Pairs in the whole grid, most of them near the diagonal.
  static let pairs: [GlucosePair] = (0..<600).map { index in
    let reference = 40 + Double(index * 37 % 350)
    let error = sin(Double(index)) * sin(Double(index) * 0.37) * 90
    return GlucosePair(reference: .mgdL(reference), measured: .mgdL(max(reference + error, 20)))
  }

  private func zone(
    _ grid: ErrorGrid, _ reference: Double, _ measured: Double
  ) -> ErrorGridZone {
    grid.zone(of: GlucosePair(reference: .mgdL(reference), measured: .mgdL(measured)))
  }

  @Test(arguments: grids)
  func zonesDifferOnBothSidesOfEveryLine(grid: ErrorGrid) {
    for line in ErrorGridLines(grid).lines {
      for (from, to) in zip(line, line.dropFirst()) {
        let (across, up) = (to.x - from.x, to.y - from.y)
        let length = (across * across + up * up).squareRoot()
        for share in stride(from: 0.03, to: 1, by: 0.047) {
          let (x, y) = (from.x + share * across, from.y + share * up)
          let (aside, above) = (-up / length * 0.01, across / length * 0.01)
          #expect(
            zone(grid, x + aside, y + above) != zone(grid, x - aside, y - above),
            "\(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: grids)
  func zonesDifferOnlyAcrossLines(grid: ErrorGrid) {
    let segments = ErrorGridLines(grid).lines.flatMap { zip($0, $0.dropFirst()) }
    /// Returns whether a line passes between two points 4 mg/dL apart.
    func isCrossed(_ a: PicturePoint, _ b: PicturePoint) -> Bool {
      segments.contains { from, to in
        func side(_ p: PicturePoint, _ q: PicturePoint, _ r: PicturePoint) -> Double {
          (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        }
        return side(from, to, a) * side(from, to, b) <= 0 && side(a, b, from) * side(a, b, to) <= 0
      }
    }
    let extent = ErrorGridLines(grid).extent
    for x in stride(from: 1.3, to: extent - 4, by: 4) {
      for y in stride(from: 1.7, to: extent - 4, by: 4) {
        let here = zone(grid, x, y)
        for (dx, dy) in [(4.0, 0.0), (0, 4)] where zone(grid, x + dx, y + dy) != here {
          #expect(
            isCrossed(PicturePoint(x: x, y: y), PicturePoint(x: x + dx, y: y + dy)), "\(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: grids)
  func lettersAreInTheirZones(grid: ErrorGrid) {
    for letter in ErrorGridLines(grid).letters {
      #expect(zone(grid, letter.place.x, letter.place.y) == letter.zone)
    }
  }

  @Test(arguments: GlucoseUnit.allCases)
  func pointsAreAtTheirPairs(unit: GlucoseUnit) throws {
    let pairs = [(100.0, 100.0), (300, 30), (50, 300), (200, 400)].map {
      GlucosePair(reference: .mgdL($0.0), measured: .mgdL($0.1))
    }
    let root = try parsed(ErrorGridPicture(pairs, unit: unit))
    let outline = try #require(try layer("zones", of: root).children.first?.attributes["d"])
    let corners = outline.prefix { $0 != "Z" }.split { "ML".contains($0) }
      .map { $0.split(separator: " ").compactMap { Double($0) } }
    let (left, bottom) = (corners[0][0], corners[0][1])
    let side = corners[2][0] - left
    #expect(bottom - corners[1][1] == side)
    let points = try layer("points", of: root).children
    #expect(points.map { $0.attributes["data-zone"] } == ["A", "C", "E"])
    let drawn = points.flatMap { path in
      (path.attributes["d"] ?? "").split { "ML".contains($0) }
        .map { $0.split(separator: " ").compactMap { Double($0) } }
    }
    for pair in pairs {
      let x = left + side * pair.reference.mgdL / 400
      let y = bottom - side * pair.measured.mgdL / 400
      #expect(drawn.contains { abs($0[0] - x) <= 0.51 && abs($0[1] - y) <= 0.51 })
    }
  }

  @Test func pairsBeyondTheGridAreOnItsEdgeAndKeepTheirZone() throws {
    let far = GlucosePair(reference: .mgdL(100), measured: .mgdL(900))
    let root = try parsed(ErrorGridPicture([far], unit: .mgdL))
    let point = try #require(try layer("points", of: root).children.first)
    #expect(point.attributes["data-zone"] == "C")
    #expect(root.children[1].text.contains("Pairs: 1; A 0.0 %"))
  }

  @Test func fractionsAreInTheLegendAndTheDescription() throws {
    let pairs = [(100.0, 100.0), (100, 101), (100, 130), (300, 30)].map {
      GlucosePair(reference: .mgdL($0.0), measured: .mgdL($0.1))
    }
    let root = try parsed(ErrorGridPicture(pairs, unit: .mgdL))
    let legend = try layer("legend", of: root).all.filter { $0.name == "text" }.map(\.text)
    #expect(legend == ["A 50.0 %", "B 25.0 %", "C 0.0 %", "D 0.0 %", "E 25.0 %"])
    #expect(root.children[1].text == "Pairs: 4; \(legend.joined(separator: ", ")).")
  }

  @Test func noPairsProduceAnEmptyGrid() throws {
    let root = try parsed(ErrorGridPicture([], unit: .mmolL))
    #expect(root.children[1].text == "Pairs: 0.")
    #expect(!root.children.contains { $0.attributes["data-layer"] == "points" })
  }

  @Test func aMillionPairsProduceASmallPicture() {
    let pairs = (0..<200_000).map { index in
      GlucosePair(
        reference: .mgdL(100 + Double(index % 100)), measured: .mgdL(100 + Double(index % 97)))
    }
    #expect(ErrorGridPicture(pairs, unit: .mgdL).svg.utf8.count < 200_000)
  }

  @Test(arguments: [320.0, 640, 1200], grids)
  func textIsNeitherOverlappedNorCut(width: Double, grid: ErrorGrid) throws {
    let size = PlotSize(width: width, height: width == 320 ? 400 : width * 0.9)
    for unit in GlucoseUnit.allCases {
      let picture = ErrorGridPicture(
        Self.pairs, on: grid, unit: unit, size: size,
        title: String(repeating: "Long <&\"]]> title ", count: 20))
      try expectLegible(picture.svg, size: size)
    }
  }

  @Test func percentagesAreNeverRoundedToZeroOrToTheWhole() {
    #expect(0.0.percentage == "0.0 %" && 1.0.percentage == "100.0 %")
    #expect(1e-9.percentage == "<0.1 %" && (1 - 1e-9).percentage == ">99.9 %")
    #expect(0.0731.percentage == "7.3 %")
    #expect(0.9996.percentage == ">99.9 %" && 0.9995.percentage == ">99.9 %")
    #expect(0.9994.percentage == "99.9 %" && 0.9990.percentage == "99.9 %")
    #expect(0.0004.percentage == "<0.1 %" && 0.0005.percentage == "0.1 %")
  }
}
