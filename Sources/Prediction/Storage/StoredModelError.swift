public import GlucoseFoundation

/// The reason why a stored model is unusable.
///
/// Decoding a ``Forecaster`` throws it for another format, and a `DecodingError` for values that
/// are not valid for a model; reading bytes throws only this error.
public struct StoredModelError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  /// The reason for an error.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Equatable, Sendable {
    /// The bytes are not those of a stored model, are damaged, or contain values that are not valid
    /// for a model, as `sentence` describes.
    case damaged(_ sentence: String)
    /// The format is not the one that this version of the library reads.
    case format(found: Int, expected: Int)
  }

  /// The reason for the error.
  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  static func damaged(_ sentence: String) -> Self { Self(.damaged(sentence)) }

  /// A sentence that describes the error.
  public var description: String {
    switch reason {
    case .damaged(let sentence): "The stored model is damaged. \(sentence)"
    case .format(let found, let expected):
      "The stored model has format \(found); this version of the library reads format \(expected)."
    }
  }

  /// The description, for alerts.
  public var errorDescription: String? { description }

  init(_ error: any Error) {
    switch error {
    case let error as StoredModelError: self = error
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context):
      self = .damaged(Self.sentence(context))
    case DecodingError.keyNotFound(let key, let context):
      self = .damaged("\(Self.place(context.codingPath + [key])) is missing.")
    default: self = .damaged("It is not decodable.")
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
