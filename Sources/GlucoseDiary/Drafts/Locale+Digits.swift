package import GlucoseFoundation

extension Locale {
  /// The locale with the digits from 0 to 9, beside which a locale may have other separators.
  package var withLatinDigits: Locale {
    guard numberingSystem.identifier != "latn" else { return self }
    let parts = identifier.split(separator: "@", maxSplits: 1)
    let keywords = parts.dropFirst().flatMap { $0.split(separator: ";") }
      .filter { !$0.hasPrefix("numbers=") }
    let language = parts.first.map(String.init) ?? ""
    return Locale(identifier: language + "@" + (["numbers=latn"] + keywords).joined(separator: ";"))
  }
}
