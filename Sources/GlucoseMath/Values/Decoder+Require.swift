// SPDX-License-Identifier: Apache-2.0

extension Decoder {
  /// Throws that the data is corrupted, with `sentence` as the description, unless `condition` holds.
  ///
  /// A stored value comes from anywhere: what an initializer requires of its caller, decoding requires
  /// of the data.
  ///
  /// - Throws: `DecodingError.dataCorrupted` at the decoder's path.
  package func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
    guard condition else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: sentence()))
    }
  }
}
