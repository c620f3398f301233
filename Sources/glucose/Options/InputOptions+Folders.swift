// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import Foundation
  import GlucoseKit

  extension InputOptions {
    /// The files to read: those given, and the files of each folder given, ordered by name.
    ///
    /// Folders within a folder and files whose name begins with a point are left out.
    func paths() throws -> [String] {
      var paths: [String] = []
      for path in files {
        guard path != "-", Self.isFolder(path) else {
          paths.append(path)
          continue
        }
        let names: [String]
        do {
          names = try FileManager.default.contentsOfDirectory(atPath: path)
        } catch {
          throw CommandFailure(.noInput, "\(path) cannot be read: \(reason(error))")
        }
        let found = names.filter { !$0.hasPrefix(".") }.sorted()
          .map { path.hasSuffix("/") ? path + $0 : path + "/" + $0 }
          .filter { !Self.isFolder($0) }
        guard !found.isEmpty else {
          throw CommandFailure(.noInput, "\(path) is a folder without files.")
        }
        paths += found
      }
      return paths
    }

    private static func isFolder(_ path: String) -> Bool {
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: URL(filePath: path).resolvingSymlinksInPath().path)
      return attributes?[.type] as? FileAttributeType == .typeDirectory
    }
  }
#endif
