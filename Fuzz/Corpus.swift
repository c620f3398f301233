#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The samples of the tests, from which fuzzing starts.
enum Corpus {
  static let files = contents(of: [
    "GlucoseFilesTests/Fixtures", "GlucoseFilesTests/Fixtures/archives",
  ])
  static let models = contents(of: ["PredictionTests/Fixtures"])

  private static func contents(of folders: [String]) -> [(name: String, bytes: [UInt8])] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Tests")
    return folders.flatMap { folder in
      let folder = tests.appending(path: folder)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      // Scripts that make samples, and results, are no samples.
      let samples = names.filter { !$0.hasSuffix(".py") && !$0.hasSuffix("expected.json") }
      return samples.sorted().compactMap { name in
        (try? Data(contentsOf: folder.appending(path: name))).map { (name, [UInt8]($0)) }
      }
    }
  }
}
