public import Foundation

/// The files of the package itself, for tests of its documentation.
public enum PackageFiles {
  /// The package's root.
  public static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file, by its path from the root.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The program in a file: its text without the license's line at the top.
  public static func program(_ path: String) throws -> String {
    let lines = try text(path).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { $0.hasPrefix("//") || $0.isEmpty }.joined(separator: "\n")
  }

  /// The blocks of Swift code in an article.
  public static func code(in path: String) throws -> [String] {
    try text(path).components(separatedBy: "```swift\n").dropFirst().map { block in
      block.components(separatedBy: "```")[0]
    }
  }
}
