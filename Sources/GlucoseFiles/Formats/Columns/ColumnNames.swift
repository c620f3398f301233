// SPDX-License-Identifier: Apache-2.0

/// The names of a column, the most specific first.
struct ColumnNames: ExpressibleByArrayLiteral, Sendable {
  let names: [String]
  /// The names without underscores.
  let joined: [String]

  init(arrayLiteral names: String...) { self.init(names, names.map(PlainNames.joined)) }

  private init(_ names: [String], _ joined: [String]) {
    self.names = names
    self.joined = joined
  }

  static func + (first: Self, second: Self) -> Self {
    Self(first.names + second.names, first.joined + second.joined)
  }

  func contains(_ name: String) -> Bool { names.contains(name) }

  /// Returns the first column with a name; without it, with the same letters and digits.
  func column(in header: [HeaderName]) -> Int? {
    for name in names {
      if let column = header.firstIndex(where: { $0.name == name }) { return column }
    }
    let texts = header.map { PlainNames.joined($0.name) }
    for name in joined {
      if let column = texts.firstIndex(of: name) { return column }
    }
    return nil
  }
}
