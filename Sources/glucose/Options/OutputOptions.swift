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
      guard let output else { return try Self.print(text) }
      try Self.write(Array(text.utf8), to: output)
    }

    /// Writes a line to standard output.
    static func print(_ line: String) throws { try write(Array((line + "\n").utf8)) }

    /// Writes bytes to standard output.
    static func write(_ bytes: [UInt8]) throws {
      do {
        try FileHandle.standardOutput.write(contentsOf: Data(bytes))
      } catch {
        throw CommandFailure(.noOutput, "standard output cannot be written: \(reason(error))")
      }
    }

    /// Writes bytes to a file.
    static func write(_ bytes: [UInt8], to path: String) throws {
      do {
        try Data(bytes).write(to: URL(filePath: path))
      } catch {
        throw CommandFailure(.noOutput, "\(path) cannot be written: \(reason(error))")
      }
    }
  }

  /// What the operating system says of a failure, without the words of the library between.
  func reason(_ error: any Error) -> String {
    var error = error as NSError
    while let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = cause }
    // The C library keeps the text, which ends in a zero, for as long as it takes to copy it.
    return error.domain == NSPOSIXErrorDomain
      ? unsafe String(cString: strerror(Int32(error.code))) : error.localizedDescription
  }
#endif
