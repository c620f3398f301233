// SPDX-License-Identifier: Apache-2.0

/// A kind of file that can be read, by its name.
public struct FileFormat: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the format, for people and for keeping.
  public let rawValue: String

  /// The format called `rawValue`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A table with a header that names at least a time and a glucose column.
  public static let plain = Self(rawValue: "Plain table")
  /// The export of Dexcom Clarity.
  public static let clarity = Self(rawValue: "Dexcom Clarity")
  /// The export of LibreView.
  public static let libreView = Self(rawValue: "LibreView")

  /// The name of the format.
  public var description: String { rawValue }
}
