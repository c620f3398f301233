// SPDX-License-Identifier: Apache-2.0

/// The format of a file, identified by its name.
public struct FileFormat: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the format, for display and for storage.
  public let rawValue: String

  /// Creates a format with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A table with a header that names at least a time and a glucose column.
  public static let plain = Self(rawValue: "Plain table")
  /// An export of Dexcom Clarity.
  public static let clarity = Self(rawValue: "Dexcom Clarity")
  /// An export of LibreView.
  public static let libreView = Self(rawValue: "LibreView")

  /// The name of the format.
  public var description: String { rawValue }
}
