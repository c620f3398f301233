// SPDX-License-Identifier: Apache-2.0

/// A color of the sRGB space, each component from 0 to 1.
public struct ChartColor: Hashable, Codable, Sendable {
  /// The share of red.
  public var red: Double
  /// The share of green.
  public var green: Double
  /// The share of blue.
  public var blue: Double

  /// A color of these components.
  public init(_ red: Double, _ green: Double, _ blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The shade of gray from black, 0, to white, 1.
  public static func gray(_ lightness: Double) -> Self { Self(lightness, lightness, lightness) }

  /// The color laid over `background` with the opacity `share`, from 0 to 1.
  public func blended(over background: ChartColor, opacity share: Double) -> ChartColor {
    func mix(_ front: Double, _ back: Double) -> Double { back + share * (front - back) }
    return ChartColor(
      mix(red, background.red), mix(green, background.green), mix(blue, background.blue))
  }

  /// The color as CSS writes it, for instance "#f99f38". Components outside 0 to 1 are cut.
  public var hexadecimal: String {
    [red, green, blue].reduce(into: "#") { text, component in
      let cut = component.isNaN ? 0 : min(max(component, 0), 1)
      let digits = String(Int((cut * 255).rounded()), radix: 16)
      text += digits.count == 1 ? "0" + digits : digits
    }
  }
}
