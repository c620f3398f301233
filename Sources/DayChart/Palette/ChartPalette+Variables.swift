// SPDX-License-Identifier: Apache-2.0

extension ChartPalette {
  /// The colors as declarations of the CSS variables of ``SVGOptions/colorVariables``, such as
  /// `--glucose-background: #ffffff; --glucose-text: #212938;`.
  ///
  ///     let style = """
  ///       @media (prefers-color-scheme: dark) { :root { \(ChartPalette.dark.cssVariables) } }
  ///       """
  ///
  /// The name of a variable is `--glucose-` and the name of the property in lowercase with hyphens,
  /// as in `--glucose-secondary-text`; the variable of ``glucose`` is `--glucose-line`.
  public var cssVariables: String {
    Role.allCases.map { "\($0.variable): \(self[$0].hexadecimal);" }.joined(separator: " ")
  }

  /// The palette with colors that are written as variables.
  package var withVariables: ChartPalette {
    Role.allCases.reduce(into: self) { palette, role in palette[role].variable = role }
  }
}

extension ChartPalette.Role {
  /// The CSS variable of the role.
  var variable: String {
    switch self {
    case .background: "--glucose-background"
    case .text: "--glucose-text"
    case .secondaryText: "--glucose-secondary-text"
    case .guide: "--glucose-guide"
    case .edge: "--glucose-edge"
    case .veryLow: "--glucose-very-low"
    case .low: "--glucose-low"
    case .target: "--glucose-target"
    case .high: "--glucose-high"
    case .veryHigh: "--glucose-very-high"
    case .glucose: "--glucose-line"
    case .forecast: "--glucose-forecast"
    case .forecastRange: "--glucose-forecast-range"
    case .meal: "--glucose-meal"
    case .insulin: "--glucose-insulin"
    case .exercise: "--glucose-exercise"
    case .condition: "--glucose-condition"
    case .lowAccent: "--glucose-low-accent"
    case .highAccent: "--glucose-high-accent"
    case .targetAccent: "--glucose-target-accent"
    case .veryLowAccent: "--glucose-very-low-accent"
    case .veryHighAccent: "--glucose-very-high-accent"
    case .targetLine: "--glucose-target-line"
    case .markOutline: "--glucose-mark-outline"
    }
  }
}
