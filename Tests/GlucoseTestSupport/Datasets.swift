public import Foundation
public import Testing

/// Real recordings and reference material that lie beside the package and never in it.
///
/// The folder is named by the environment variable `GLUCOSE_DATASETS`; without it, it is
/// `../shared/datasets` seen from the package. Tests that need a set say so:
///
///     @Test(.enabled(if: Datasets.has("azt1d"), Datasets.skipped))
public enum Datasets {
  /// A table of a set.
  public enum Table: String, Sendable {
    /// `subject,time,glucose_mgdl`
    case glucose
    /// `subject,time,kind,value,unit,note`
    case events
  }

  /// The comment of a test that is skipped.
  public static let skipped: Comment =
    "Skipped: this needs the real recordings; name their folder in GLUCOSE_DATASETS"

  /// The folder of the sets, whether or not it exists.
  public static let folder: URL =
    if let path = ProcessInfo.processInfo.environment["GLUCOSE_DATASETS"], !path.isEmpty {
      URL(filePath: path, directoryHint: .isDirectory)
    } else {
      URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/datasets", directoryHint: .isDirectory)
    }

  /// The names of the sets that are here.
  public static let available: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { exists(file($0, .glucose)) }.sorted()

  /// Whether the set `name` is here with `table`.
  public static func has(_ name: String, _ table: Table = .glucose) -> Bool {
    exists(file(name, table))
  }

  /// The bytes of a table, decompressed.
  public static func csv(_ name: String, _ table: Table = .glucose) throws -> [UInt8] {
    try gunzip(file(name, table))
  }

  /// A folder beside the sets, such as `golden` or `formats`, or `nil` if it is not here.
  public static func folder(beside name: String) -> URL? {
    let url = folder.deletingLastPathComponent().appending(path: name, directoryHint: .isDirectory)
    return exists(url) ? url : nil
  }

  private static func file(_ name: String, _ table: Table) -> URL {
    folder.appending(path: "\(name)/\(table.rawValue).csv.gz")
  }

  private static func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }
}

/// The content of a file in gzip's format.
public func gunzip(_ file: URL) throws -> [UInt8] {
  let gzip = Process()
  gzip.executableURL = URL(filePath: "/usr/bin/env")
  gzip.arguments = ["gzip", "-dc", file.path]
  let output = Pipe()
  gzip.standardOutput = output
  try gzip.run()
  // Read before waiting: gzip stops as soon as the pipe is full.
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  gzip.waitUntilExit()
  guard gzip.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
  return Array(data)
}
