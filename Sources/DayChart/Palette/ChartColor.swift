// SPDX-License-Identifier: Apache-2.0

/// A color in the sRGB space, with components from 0 to 1.
public struct ChartColor: Hashable, Codable, Sendable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The CSS variable of the color in a document, or `nil` for a fixed color. It is no part of the
  /// value, and without counted references, so that palettes are copied as bytes.
  var variable: StaticString?

  private enum CodingKeys: String, CodingKey { case red, green, blue }

  /// Creates a color from its components.
  public init(_ red: Double, _ green: Double, _ blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Returns a Boolean value that indicates whether the components of two colors are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    (lhs.red, lhs.green, lhs.blue) == (rhs.red, rhs.green, rhs.blue)
  }

  /// Hashes the components.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(red)
    hasher.combine(green)
    hasher.combine(blue)
  }

  /// Returns a shade of gray from black (0) to white (1).
  public static func gray(_ lightness: Double) -> Self { Self(lightness, lightness, lightness) }

  /// Returns the color over `background` with an opacity of `share`, from 0 to 1.
  public func blended(over background: ChartColor, opacity share: Double) -> ChartColor {
    func mix(_ front: Double, _ back: Double) -> Double { back + share * (front - back) }
    return ChartColor(
      mix(red, background.red), mix(green, background.green), mix(blue, background.blue))
  }

  /// The color in CSS notation, such as "#f99f38". Components are clamped to 0...1.
  public var hexadecimal: String {
    [red, green, blue].reduce(into: "#") { text, component in
      let cut = component.isNaN ? 0 : min(max(component, 0), 1)
      let digits = String(Int((cut * 255).rounded()), radix: 16)
      text += digits.count == 1 ? "0" + digits : digits
    }
  }
}
