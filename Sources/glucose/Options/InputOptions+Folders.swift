import Foundation
import GlucoseStudy

extension InputOptions {
  /// The files to read: those given, and the files of each folder given, ordered by name, or the
  /// folder itself if it contains folders with files, as an unpacked export does.
  ///
  /// Pipes and devices within a folder, files whose name begins with a point, and the
  /// files that SQLite keeps beside an open database are left out.
  func paths() throws -> [String] {
    var paths: [String] = []
    for path in files {
      guard path != "-", Self.type(path) == .typeDirectory else {
        paths.append(path)
        continue
      }
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: path)
      } catch {
        throw CommandFailure(.noInput, "\(path) cannot be read: \(reason(error))")
      }
      let all = Set(names)
      let found = names.filter { FileBundle.isShown($0, among: all) }
        .sorted()
        .map { path.hasSuffix("/") ? path + $0 : path + "/" + $0 }
        // A link to nothing is named with the files that cannot be opened.
        .filter { [.typeRegular, .typeSymbolicLink, nil].contains(Self.type($0)) }
      if Self.containsFiles(inFoldersOf: path, names) {
        paths.append(path)
        continue
      }
      guard !found.isEmpty else {
        throw CommandFailure(.noInput, "\(path) is a folder without files.")
      }
      paths += found
    }
    return paths
  }

  private static func containsFiles(inFoldersOf path: String, _ names: [String]) -> Bool {
    names.contains { name in
      let inner = path.hasSuffix("/") ? path + name : path + "/" + name
      guard !name.hasPrefix("."), name != "__MACOSX", type(inner) == .typeDirectory,
        let files = FileManager.default.enumerator(atPath: inner)
      else { return false }
      return files.contains { file in
        FileBundle.isShown("\(file)", among: []) && type("\(inner)/\(file)") == .typeRegular
      }
    }
  }

  private static func type(_ path: String) -> FileAttributeType? {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    return attributes?[.type] as? FileAttributeType
  }
}
