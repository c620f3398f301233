import ArgumentParser
import GlucoseStudy

struct CommandFailure: Error {
  /// The kind of a failure. Raw values are exit codes, from BSD's `sysexits.h` where one applies.
  enum Kind: Int32 {
    /// There is no forecast or no model.
    case refused = 1
    case data = 65
    case noInput = 66
    /// A program that the command needs is missing or does not work.
    case unavailable = 69
    case noOutput = 73
  }

  let kind: Kind
  let sentence: String

  init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  init(_ sentence: String) { self.init(.data, sentence) }

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

/// Throws an error of usage unless the condition is met.
func require(_ condition: Bool, _ sentence: @autoclosure () -> String) throws {
  if !condition { throw ValidationError(sentence()) }
}

/// Returns the value, or throws an error of usage if there is none.
func require<Value>(_ value: Value?, _ sentence: @autoclosure () -> String) throws -> Value {
  guard let value else { throw ValidationError(sentence()) }
  return value
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
