// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  /// A failure of a command: a sentence, and the kind that determines the exit code.
  struct CommandFailure: Error {
    /// The kind of a failure. Raw values are exit codes, from BSD's `sysexits.h` where one applies.
    enum Kind: Int32 {
      /// There is no forecast or no model.
      case refused = 1
      /// The input is invalid.
      case data = 65
      /// The input cannot be opened or read.
      case noInput = 66
      /// A program that the command needs is missing or does not work.
      case unavailable = 69
      /// The output cannot be written.
      case noOutput = 73
    }

    let kind: Kind
    let sentence: String

    init(_ kind: Kind, _ sentence: String) {
      self.kind = kind
      self.sentence = sentence
    }
  }

  extension CommandFailure {
    /// Creates the failure for an error of a command or of a logbook. `nil` for any other error.
    init?(_ error: any Error) {
      if let failure = error as? CommandFailure {
        self = failure
        return
      }
      #if Logbook
        guard let error = error as? LogbookError else { return nil }
        let kind: Kind =
          switch error.reason {
          case .inaccessible: .noInput
          case .full, .busy: .noOutput
          default: .data
          }
        self.init(kind, error.description.asClause)
      #else
        return nil
      #endif
    }
  }

  extension String {
    /// The sentence with a small first letter, for use after a colon, unless it begins with a name.
    var asClause: String {
      let words = [
        "A", "An", "Another", "Event", "Every", "No", "The", "There", "This", "Values", "Without",
      ]
      guard let first = split(separator: " ").first, words.contains(String(first)) else {
        return self
      }
      return prefix(1).lowercased() + dropFirst()
    }
  }

  /// The files and people that a command could not use. They do not affect the others.
  struct Failures: Sendable {
    private var names: [String] = []
    private var kind: CommandFailure.Kind?

    /// Returns the result of `body` for a file or a person, or prints its failure to standard error
    /// and returns `nil`.
    mutating func attempt<Result>(
      _ name: String, _ body: () throws -> Result
    ) throws -> Result? {
      do {
        return try body()
      } catch {
        guard let failure = CommandFailure(error) else { throw error }
        add(failure, of: name)
        return nil
      }
    }

    /// Prints the failure of a file or a person to standard error.
    mutating func add(_ failure: CommandFailure, of name: String) {
      StandardError.print("glucose: " + failure.sentence)
      names.append(name)
      kind = kind ?? failure.kind
    }

    /// The exit code of the first failure, or `nil` if there is none.
    var code: ExitCode? { kind.map { ExitCode($0.rawValue) } }

    /// Ends a command whose result is of the other files and people: prints the names of those left
    /// out, and throws the exit code of the first. Does nothing if there are none.
    fileprivate func finish() throws {
      guard let code else { return }
      StandardError.print(
        "glucose: left out: " + names.prefix(5).joined(separator: "; ")
          + (names.count > 5 ? "; and \(names.count - 5) more" : "") + ".")
      throw code
    }

    /// Prints an error that ends a command to standard error and returns the exit code, which is that
    /// of the first file or person that failed, if any. Returns an error that is no failure.
    fileprivate func reported(_ error: any Error) -> any Error {
      guard let failure = CommandFailure(error) else { return error }
      StandardError.print("glucose: " + failure.sentence)
      return code ?? ExitCode(failure.kind.rawValue)
    }
  }

  extension ParsableCommand {
    /// Runs `body`. Prints a failure to standard error and throws its exit code.
    func orFail(_ body: () throws -> Void) throws { try orFail { _ in try body() } }

    /// Runs `body`. Prints a failure to standard error and throws its exit code.
    func orFail(_ body: () async throws -> Void) async throws {
      try await orFail { _ in try await body() }
    }

    /// Runs `body`, which collects the files and people that it cannot use. Prints a failure to
    /// standard error and throws its exit code.
    func orFail(_ body: (inout Failures) throws -> Void) throws {
      var failures = Failures()
      do {
        try body(&failures)
        try failures.finish()
      } catch {
        throw failures.reported(error)
      }
    }

    /// Runs `body`, which collects the files and people that it cannot use. Prints a failure to
    /// standard error and throws its exit code.
    func orFail(_ body: (inout Failures) async throws -> Void) async throws {
      var failures = Failures()
      do {
        try await body(&failures)
        try failures.finish()
      } catch {
        throw failures.reported(error)
      }
    }
  }
#endif
