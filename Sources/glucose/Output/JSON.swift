// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Returns `value` as JSON with sorted keys and ISO 8601 instants, so that equal values result in
/// equal text.
func jsonText(
  _ value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.keyEncodingStrategy = keys
  encoder.dateEncodingStrategy = .iso8601
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
