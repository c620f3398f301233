// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation

  /// Where a command's result goes.
  struct OutputOptions: ParsableArguments {
    @Option(
      name: .shortAndLong, help: ArgumentHelp("A file to write instead of standard output."))
    var output: String?

    /// Writes a result to the file, or to standard output.
    func write(_ text: String) throws {
      guard let output else { return print(text) }
      try Self.write(Array(text.utf8), to: output)
    }

    /// Writes bytes to a file.
    static func write(_ bytes: [UInt8], to path: String) throws {
      do {
        try Data(bytes).write(to: URL(filePath: path))
      } catch {
        throw Failure(.noOutput, "\(path) cannot be written: \(error.localizedDescription)")
      }
    }
  }
#endif
