// SPDX-License-Identifier: Apache-2.0

/// Why a stored model cannot be used.
///
/// Decoding a ``Forecaster`` or ``FitStatistics`` throws it for another format or other features, and a
/// `DecodingError` for values that no model has; reading bytes throws only this.
public struct StoredModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The bytes are not those of a stored model, were changed since, or hold values that no model
    /// has, as `sentence` describes.
    case damaged(_ sentence: String)
    /// The format is not one of `readable`, those that this version of the library reads or migrates.
    case format(found: Int, readable: ClosedRange<Int>)
    /// This version of the library computes other values for the features of these groups.
    case features(changed: [String])
  }

  /// What is wrong.
  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  static func damaged(_ sentence: String) -> Self { Self(.damaged(sentence)) }

  /// What is wrong, as a sentence.
  public var description: String {
    switch reason {
    case .damaged(let sentence): "The stored model is damaged. \(sentence)"
    case .format(let found, let readable):
      "The stored model has format \(found); this version of the library reads "
        + (readable.count == 1
          ? "format \(readable.upperBound)."
          : "formats \(readable.lowerBound) to \(readable.upperBound).")
    case .features(let changed):
      "The stored model was fitted with other features than this version of the library computes "
        + "(\(changed.joined(separator: ", "))): fit it again."
    }
  }
}

extension StoredModelError {
  /// The error that decoding threw, `DecodingError` included.
  init(_ error: any Error) {
    switch error {
    case let error as StoredModelError: self = error
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      self = .damaged(Self.sentence(context))
    case DecodingError.keyNotFound(let key, let context):
      self = .damaged("\(Self.place(context.codingPath + [key])) is missing.")
    default: self = .damaged("It cannot be decoded.")
    }
  }

  private static func sentence(_ context: DecodingError.Context) -> String {
    let place = context.codingPath.isEmpty ? "" : "\(place(context.codingPath)): "
    return place + context.debugDescription + (context.debugDescription.hasSuffix(".") ? "" : ".")
  }

  private static func place(_ path: [any CodingKey]) -> String {
    path.map(\.stringValue).joined(separator: ".")
  }
}
