extension ChartPalette {
  /// The colors as declarations of the CSS variables of
  /// ``ChartPicture/svg(focusableMarks:colorVariables:)``, such as
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

  package var withVariables: ChartPalette {
    Role.allCases.reduce(into: self) { palette, role in palette[role].variable = role }
  }
}

extension ChartPalette.Role {
  private static let variables = allCases.map { role in
    role == .glucose
      ? "--glucose-line"
      : role.stringValue.reduce(into: "--glucose-") {
        $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1)
      }
  }

  var variable: String { Self.variables[rawValue] }
}
