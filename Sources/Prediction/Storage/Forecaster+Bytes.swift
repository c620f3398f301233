extension Forecaster {
  /// The model as bytes: a line with its format and a checksum, and its JSON document.
  ///
  /// Equal models have equal bytes.
  ///
  /// - Throws: `EncodingError`, which no model causes.
  public var bytes: [UInt8] {
    get throws { try StoredBytes.bytes(.model, self) }
  }

  /// Creates a model from its ``bytes``.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are damaged, have another format, or contain a
  ///   model with features that this version does not compute.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    self = try StoredBytes.value(.model, of: bytes)
  }
}
