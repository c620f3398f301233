// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation

  /// The option for the output file of a command.
  struct OutputOptions: ParsableArguments {
    @Option(
      name: .shortAndLong, help: ArgumentHelp("The file to write (default: standard output)."))
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

  /// Returns the message of the operating system for an error, without the messages of Foundation.
  func reason(_ error: any Error) -> String {
    var error = error as NSError
    while let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = cause }
    // The null-terminated text of the C library is valid until it is copied.
    return error.domain == NSPOSIXErrorDomain
      ? unsafe String(cString: strerror(Int32(error.code))) : error.localizedDescription
  }
#endif
