// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  /// A reason to stop, in one sentence, with the exit code that scripts can tell it by.
  struct CommandFailure: Error {
    /// Why a command stopped; the numbers are those of BSD's `sysexits.h` where one fits.
    enum Kind: Int32 {
      /// There is no forecast to give.
      case refused = 1
      /// The input is not what it should be.
      case data = 65
      /// The input cannot be opened or read.
      case noInput = 66
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
    /// What a logbook could not do, with the exit code that fits; `nil` for any other error.
    init?(ofLogbook error: any Error) {
      #if Logbook
        guard let error = error as? LogbookError else { return nil }
        let kind: Kind =
          switch error.reason {
          case .inaccessible: .noInput
          case .full, .busy: .noOutput
          default: .data
          }
        self.init(kind, error.description)
      #else
        return nil
      #endif
    }
  }

  extension ParsableCommand {
    /// Runs `body`; a failure is reported on standard error and ends the command with its exit code.
    func orFail(_ body: () throws -> Void) throws {
      do {
        try body()
      } catch {
        throw CommandFailure.reported(error)
      }
    }

    /// Runs `body`; a failure is reported on standard error and ends the command with its exit code.
    func orFail(_ body: () async throws -> Void) async throws {
      do {
        try await body()
      } catch {
        throw CommandFailure.reported(error)
      }
    }
  }

  extension CommandFailure {
    /// Reports a failure on standard error and returns the exit code; returns any other error itself.
    fileprivate static func reported(_ error: any Error) -> any Error {
      guard let failure = CommandFailure(ofLogbook: error) ?? error as? CommandFailure else {
        return error
      }
      StandardError.print("glucose: " + failure.sentence)
      return ExitCode(failure.kind.rawValue)
    }
  }
#endif
