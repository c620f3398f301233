import ArgumentParser
import Foundation

struct OutputOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "The file to write, or - for standard output (default: -).")
  var output: String?

  func write(_ text: String) throws {
    guard let output else { return try Self.print(text) }
    try Self.write(Array(text.utf8), to: output)
  }

  /// Throws if a file to write is one that the command reads, under any of its names.
  static func refuse(_ outputs: [String?], replacing inputs: [String?]) throws {
    let read = Set(inputs.compactMap { $0.flatMap(identity(of:)) })
    for output in outputs.compactMap(\.self) {
      guard let file = identity(of: output), read.contains(file) else { continue }
      throw CommandFailure(
        .noOutput,
        "\(output) is a file that the command reads, and would be replaced: choose another file for "
          + "the output.")
    }
  }

  private static func identity(of path: String) -> String? {
    let url = URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL
    let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type]
    return type as? FileAttributeType == .typeRegular ? url.path : nil
  }

  static func print(_ line: String) throws { try write(Array((line + "\n").utf8)) }

  static func write(_ bytes: [UInt8]) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    } catch {
      throw CommandFailure(.noOutput, "standard output cannot be written: \(reason(error))")
    }
  }

  /// Writes bytes to a file, or to standard output for "-": all of them, or none, so that an
  /// existing file remains as it is if the disk is full. An interrupt during the write has no
  /// effect. A device or a pipe is written directly.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard path != "-" else { return try write(bytes) }
    // A link remains, and its target is replaced.
    let url = URL(filePath: path).resolvingSymlinksInPath()
    let files = FileManager.default
    let existing = try? files.attributesOfItem(atPath: url.path)
    let isFile = existing.map { $0[.type] as? FileAttributeType == .typeRegular } ?? true
    // A file may be writable in a folder that is not. /dev/stdout is a link to any file.
    let isReplaceable =
      isFile && !path.hasPrefix("/dev/")
      && files.isWritableFile(atPath: url.deletingLastPathComponent().path)
      && (existing == nil || files.isWritableFile(atPath: url.path))
    do {
      if isReplaceable {
        try withoutInterrupts { try Data(bytes).write(to: url, options: .atomic) }
      } else {
        try Data(bytes).write(to: url)
      }
      if isReplaceable, let permissions = existing?[.posixPermissions] {
        try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: url.path)
      }
    } catch { throw CommandFailure(.noOutput, "\(path) cannot be written: \(reason(error))") }
  }

  /// Runs `body` to its end, even if the user interrupts the command: a file that takes the place
  /// of another is written under a temporary name, which would remain with a part of the content.
  private static func withoutInterrupts(_ body: () throws -> Void) rethrows {
    let signals = [SIGINT, SIGTERM, SIGHUP]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    try body()
  }
}

/// Returns the message of the operating system for an error, without the messages of Foundation.
func reason(_ error: any Error) -> String {
  var error = error as NSError
  // An error in Swift is not an `NSError` by a cast on Linux.
  while let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error {
    error = cause as NSError
  }
  // The null-terminated text of the C library is valid until it is copied.
  return error.domain == NSPOSIXErrorDomain
    ? unsafe String(cString: strerror(Int32(error.code))) : error.localizedDescription
}
