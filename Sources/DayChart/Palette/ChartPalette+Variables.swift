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

  private static var variables: [(name: String, color: WritableKeyPath<ChartPalette, ChartColor>)] {
    let roles: [(String, WritableKeyPath<ChartPalette, ChartColor>)] = [
      ("background", \.background),
      ("text", \.text),
      ("secondary-text", \.secondaryText),
      ("guide", \.guide),
      ("edge", \.edge),
      ("very-low", \.veryLow),
      ("low", \.low),
      ("target", \.target),
      ("high", \.high),
      ("very-high", \.veryHigh),
      ("line", \.glucose),
      ("forecast", \.forecast),
      ("forecast-range", \.forecastRange),
      ("meal", \.meal),
      ("insulin", \.insulin),
      ("exercise", \.exercise),
      ("condition", \.condition),
      ("low-accent", \.lowAccent),
      ("high-accent", \.highAccent),
      ("target-accent", \.targetAccent),
      ("very-low-accent", \.veryLowAccent),
      ("very-high-accent", \.veryHighAccent),
      ("target-line", \.targetLine),
      ("mark-outline", \.markOutline),
    ]
    return roles.map { ("--glucose-" + $0, $1) }
  }
}
