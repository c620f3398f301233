// SPDX-License-Identifier: Apache-2.0

extension Decoder {
  /// Throws a data-corrupted error with the description `sentence` unless `condition` is true.
  ///
  /// Stored values may come from any source: decoding requires of the data the conditions that an
  /// initializer requires of its caller.
  ///
  /// - Throws: `DecodingError.dataCorrupted` at the decoder's path.
  package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    guard condition else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: sentence()))
    }
  }
}
