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
    Self.variables.map { "\($0.name): \(self[keyPath: $0.color].hexadecimal);" }
      .joined(separator: " ")
  }

  /// The palette with colors that are written as variables.
  package var withVariables: ChartPalette {
    Self.variables.reduce(into: self) { palette, variable in
      palette[keyPath: variable.color].variable = variable.name
    }
  }

  private static var variables:
    [(name: StaticString, color: WritableKeyPath<ChartPalette, ChartColor>)]
  {
    [
      ("--glucose-background", \.background),
      ("--glucose-text", \.text),
      ("--glucose-secondary-text", \.secondaryText),
      ("--glucose-guide", \.guide),
      ("--glucose-edge", \.edge),
      ("--glucose-very-low", \.veryLow),
      ("--glucose-low", \.low),
      ("--glucose-target", \.target),
      ("--glucose-high", \.high),
      ("--glucose-very-high", \.veryHigh),
      ("--glucose-line", \.glucose),
      ("--glucose-forecast", \.forecast),
      ("--glucose-forecast-range", \.forecastRange),
      ("--glucose-meal", \.meal),
      ("--glucose-insulin", \.insulin),
      ("--glucose-exercise", \.exercise),
      ("--glucose-condition", \.condition),
      ("--glucose-low-accent", \.lowAccent),
      ("--glucose-high-accent", \.highAccent),
      ("--glucose-target-accent", \.targetAccent),
      ("--glucose-very-low-accent", \.veryLowAccent),
      ("--glucose-very-high-accent", \.veryHighAccent),
      ("--glucose-target-line", \.targetLine),
      ("--glucose-mark-outline", \.markOutline),
    ]
  }
}
