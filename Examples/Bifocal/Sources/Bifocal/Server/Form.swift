// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The fields of a form, or of the query of an address.
struct Form: Sendable {
  private(set) var fields: [String: String] = [:]

  init() {}

  /// Decodes `application/x-www-form-urlencoded`; of several fields of a name, the last counts.
  init(_ encoded: some StringProtocol) {
    for pair in encoded.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      func decoded(_ text: some StringProtocol) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
      }
      guard let name = decoded(parts[0]), let value = decoded(parts.count > 1 ? parts[1] : "")
      else { continue }
      fields[name] = value
    }
  }

  /// The text of a field without whitespace around it; empty if there is none.
  subscript(name: String) -> String {
    get { (fields[name] ?? "").trimmingCharacters(in: .whitespacesAndNewlines) }
    set { fields[name] = newValue }
  }

  func has(_ name: String) -> Bool { !self[name].isEmpty }
}
