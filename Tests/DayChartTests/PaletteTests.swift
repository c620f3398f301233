import DaySummary
import Foundation
import GlucoseMath
import Testing

@testable import DayChart

struct PaletteTests {
  static let palettes: [(name: String, palette: ChartPalette)] = [
    ("arises", .arises), ("agp", .agp), ("color-blind-safe", .colorBlindSafe), ("dark", .dark),
  ]

  /// The kinds of color blindness, as matrices on linear RGB of full severity (Machado, Oliveira and
  /// Fernandes, *IEEE Transactions on Visualization and Computer Graphics* 15, 2009).
  static let blindness: [[[Double]]] = [
    [
      [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    [
      [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
      [-0.011820, 0.042940, 0.968881],
    ],
    [
      [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.303900],
    ],
  ]

  private func linear(_ color: ChartColor) -> [Double] {
    [color.red, color.green, color.blue].map {
      $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4)
    }
  }

  /// The color as a person with this kind of color blindness sees it; the color itself for -1.
  private func seen(_ color: ChartColor, by kind: Int) -> ChartColor {
    guard kind >= 0 else { return color }
    let light = linear(color)
    let mixed = Self.blindness[kind].map { row in
      let sum = min(max(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1)
      return sum <= 0.0031308 ? 12.92 * sum : 1.055 * pow(sum, 1 / 2.4) - 0.055
    }
    return ChartColor(mixed[0], mixed[1], mixed[2])
  }

  private func contrast(_ first: ChartColor, _ second: ChartColor) -> Double {
    func luminance(_ color: ChartColor) -> Double {
      zip(linear(color), [0.2126, 0.7152, 0.0722]).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let (a, b) = (luminance(first), luminance(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// The difference of two colors in CIELAB (CIE 1976); 2 is just noticeable side by side.
  private func difference(_ first: ChartColor, _ second: ChartColor) -> Double {
    func lab(_ color: ChartColor) -> [Double] {
      let rgb = linear(color)
      let matrix = [
        [0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
      ]
      let xyz = zip(matrix, [0.95047, 1, 1.08883]).map { row, white in
        let t = zip(row, rgb).reduce(0) { $0 + $1.0 * $1.1 } / white
        return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116
      }
      return [116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])]
    }
    return zip(lab(first), lab(second)).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      .squareRoot()
  }

  private func bands(_ palette: ChartPalette) -> [ChartColor] {
    [
      palette.veryLow, palette.low, palette.target, palette.high, palette.veryHigh,
      palette.background,
    ]
  }

  @Test(arguments: palettes.indices)
  func textAndLinesHaveSufficientContrast(index: Int) {
    let palette = Self.palettes[index].palette
    for text in [palette.text, palette.secondaryText] {
      #expect(contrast(text, palette.background) >= 4.5)
    }
    for band in bands(palette) {
      #expect(contrast(palette.secondaryText, band) >= 4.5)
      #expect(contrast(palette.glucose, band) >= 3)
      #expect(contrast(palette.forecastRange, band) >= 3)
    }
    #expect(contrast(palette.targetLine, palette.target) >= 3)
  }

  /// A mark has a contrast of 3 to 1 to every band by its outline or by its color, also for people
  /// with color blindness.
  @Test(arguments: palettes.indices, -1..<3)
  func marksHaveSufficientContrast(index: Int, kind: Int) {
    let palette = Self.palettes[index].palette
    for role in EventMark.Role.allCases {
      for band in bands(palette) {
        let best =
          [palette.color(of: role), palette.markOutline]
          .map { contrast(seen($0, by: kind), seen(band, by: kind)) }.max() ?? 0
        #expect(best >= 3, "\(Self.palettes[index].name): \(role)")
      }
    }
    let measured = [
      [palette.glucose, palette.background], [palette.condition, palette.markOutline],
    ]
    for colors in measured {
      for band in bands(palette) {
        let best = colors.map { contrast(seen($0, by: kind), seen(band, by: kind)) }.max() ?? 0
        #expect(best >= 3, "\(Self.palettes[index].name): measurements")
      }
    }
  }

  @Test(arguments: palettes.indices)
  func zonesOfErrorGridsHaveSufficientContrast(index: Int) {
    let palette = Self.palettes[index].palette
    let colors = ErrorGridZone.allCases.map(palette.color)
    for (position, color) in colors.enumerated() {
      #expect(contrast(color, palette.background) >= 3, "\(Self.palettes[index].name): \(position)")
      for other in colors[..<position] { #expect(difference(color, other) >= 10) }
    }
  }

  @Test func everyRoleHasItsOwnShape() {
    let center = PicturePoint(x: 9, y: 9)
    let shapes =
      EventMark.Role.allCases.map { ChartPalette.arises.shape(of: $0, at: center, radius: 6) }
      + MeasurementMark.Role.allCases.map {
        ChartPalette.arises.shape(of: $0, at: center, radius: 6)
      }
    // Of the paths, each has its own number of corners.
    let kinds = shapes.map { shape in
      let path = shape.attributes.first { $0.name == "d" }.map { "\($0.value)" } ?? ""
      return "\(shape.name) \(path.split(separator: "L").count)"
    }
    #expect(Set(kinds).count == shapes.count)
    for shape in shapes {
      #expect(shape.attributes.contains { $0.name == "stroke" })
    }
  }

  /// Adjacent parts of the bar of time in ranges differ for everybody: by at least six just
  /// noticeable differences.
  @Test(arguments: palettes.indices, -1..<3)
  func adjacentBandsOfABarAreDistinguishable(index: Int, kind: Int) {
    let palette = Self.palettes[index].palette
    let colors = RangeBand.allCases.map { seen(palette.fullColor(of: $0), by: kind) }
    for (lower, upper) in zip(colors, colors.dropFirst()) {
      #expect(difference(lower, upper) >= 12, "\(Self.palettes[index].name)")
    }
  }

  @Test(arguments: -1..<3)
  func rolesOfTheSafePaletteAreDistinguishableByColorAlone(kind: Int) {
    let roles = EventMark.Role.allCases.map {
      seen(ChartPalette.colorBlindSafe.color(of: $0), by: kind)
    }
    for first in roles.indices {
      for second in roles[..<first] { #expect(difference(roles[first], second) >= 15) }
    }
  }

  @Test func consensusColorsAreGreenInRangeAndRedBelow() {
    let palette = ChartPalette.agp
    #expect(palette.targetAccent.green > max(palette.targetAccent.red, palette.targetAccent.blue))
    for red in [palette.lowAccent, palette.veryLowAccent] {
      #expect(red.red > 3 * max(red.green, red.blue))
    }
    #expect(palette.highAccent.green > palette.veryHighAccent.green)
  }

  @Test func colorsHaveHexadecimalNotation() {
    #expect(ChartPalette.arises.meal.hexadecimal == "#f99f38")
    #expect(ChartPalette.arises.insulin.hexadecimal == "#579f2b")
    #expect(ChartColor(-1, .nan, 7).hexadecimal == "#0000ff")
  }

  @Test func blendingMixesComponents() {
    #expect(ChartColor(1, 0, 0).blended(over: .gray(1), opacity: 0.25) == ChartColor(1, 0.75, 0.75))
  }
}
