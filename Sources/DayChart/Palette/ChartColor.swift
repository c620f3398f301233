/// A color in the sRGB space, with components from 0 to 1.
public struct ChartColor: Equatable, Sendable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The index in ``ChartPalette/names`` of the CSS variable that is the color in a document, or `nil`
  /// for a fixed color. It is no part of the value.
  var variable: UInt8?

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
    var text: [UInt8] = []
    text.append(color: packed)
    return String(decoding: text, as: UTF8.self)
  }

  /// The components as bytes, red in the third and blue in the lowest, clamped to 0...1.
  var packed: UInt32 {
    func byte(_ component: Double) -> UInt32 {
      let cut = component.isNaN ? 0 : min(max(component, 0), 1)
      return UInt32((cut * 255).rounded())
    }
    return byte(red) << 16 | byte(green) << 8 | byte(blue)
  }
}

extension [UInt8] {
  /// Adds a color in CSS notation, from its components as bytes.
  mutating func append(color components: UInt32) {
    append(UInt8(ascii: "#"))
    for shift in stride(from: UInt32(20), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: components >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
