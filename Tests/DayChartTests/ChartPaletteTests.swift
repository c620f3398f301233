// SPDX-License-Identifier: Apache-2.0

import DayChart
import Foundation
import Testing

struct ChartPaletteTests {
  static let palettes = [ChartPalette.arises, .colorBlindSafe, .dark]

  /// The contrast ratio of two colors, as defined by the Web Content Accessibility Guidelines 2.2.
  private func contrast(_ first: ChartColor, _ second: ChartColor) -> Double {
    func luminance(_ color: ChartColor) -> Double {
      func linear(_ share: Double) -> Double {
        share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(color.red) + 0.7152 * linear(color.green)
        + 0.0722 * linear(color.blue)
    }
    let (a, b) = (luminance(first), luminance(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test(arguments: 0..<3)
  func textAndLinesHaveSufficientContrast(index: Int) {
    let palette = Self.palettes[index]
    for text in [palette.text, palette.secondaryText] {
      #expect(contrast(text, palette.background) >= 4.5)
    }
    for band in [palette.veryLow, palette.low, palette.target, palette.high, palette.veryHigh] {
      #expect(contrast(palette.secondaryText, band) >= 4.5)
      #expect(contrast(palette.glucose, band) >= 3)
    }
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
