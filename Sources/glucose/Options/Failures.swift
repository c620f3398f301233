import ArgumentParser

struct Failures: Sendable {
  private var names: [String] = []
  private var kind: CommandFailure.Kind?

  /// Returns the result of `body`, or prints its failure and returns `nil`.
  mutating func attempt<Result>(_ name: String, _ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch {
      // An output that cannot be written concerns all of them.
      guard let failure = CommandFailure(error), failure.kind != .noOutput else { throw error }
      add(failure, of: name)
      return nil
    }
  }

  mutating func add(_ failure: CommandFailure, of name: String) {
    StandardError.print("glucose: " + failure.sentence)
    names.append(name)
    kind = kind ?? failure.kind
  }

  var code: ExitCode? { kind.map { ExitCode($0.rawValue) } }

  /// Prints the names of the files and people left out, if any, and throws the first exit code.
  fileprivate func finish() throws {
    guard let code else { return }
    StandardError.print(
      "glucose: left out: " + names.prefix(5).joined(separator: "; ")
        + (names.count > 5 ? "; and \(names.count - 5) more" : "") + ".")
    throw code
  }

  /// Prints a failure and returns the exit code, that of the first file or person that failed.
  fileprivate func reported(_ error: any Error) -> any Error {
    guard let failure = CommandFailure(error) else { return error }
    StandardError.print("glucose: " + failure.sentence)
    return code ?? ExitCode(failure.kind.rawValue)
  }
}

/// A command that prints a failure to standard error and ends with its exit code.
protocol Command: AsyncParsableCommand {
  /// Runs the command, which adds the files and people that it cannot use to `failures`.
  func run(_ failures: inout Failures) async throws
}

extension Command {
  func run() async throws {
    var failures = Failures()
    do {
      try await run(&failures)
      try failures.finish()
    } catch { throw failures.reported(error) }
  }
}
