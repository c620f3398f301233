internal import CGlucose
internal import Foundation
internal import GlucoseFiles
internal import GlucoseMath
internal import Prediction

/// An error of the interface: a code of glucose.h and a sentence.
struct BindingError: Error {
  let code: Int32
  let message: String

  static func argument(_ message: String) -> Self { Self(GLUCOSE_ERROR_ARGUMENT, message) }
  static func data(_ message: String) -> Self { Self(GLUCOSE_ERROR_DATA, message) }
  static func unavailable(_ message: String) -> Self { Self(GLUCOSE_ERROR_UNAVAILABLE, message) }
  static func file(_ message: String) -> Self { Self(GLUCOSE_ERROR_FILE, message) }
  static let canceled = Self(GLUCOSE_ERROR_CANCELED, "The task was canceled.")

  init(_ code: Int, _ message: String) {
    self.code = Int32(code)
    self.message = message
  }

  /// Creates the error of the interface for any error of the library.
  init(_ error: any Error) {
    switch error {
    case let error as BindingError: self = error
    case is CancellationError: self = .canceled
    case let error as ReadError:
      switch error.reason {
      case .cannotOpen(let reason): self = .file("The file cannot be opened: \(reason)")
      case .cannotRead(let reason): self = .file("The file cannot be read: \(reason)")
      case .notText("an SQLite database"):
        self = .data(
          "\(error) The command reads a logbook or a database of xDrip: "
            + "`glucose import FILE --to csv`.")
      case .zoneNeeded: self = .data("\(error) Pass `zone`.")
      case .ambiguousDates: self = .data("\(error) Pass `date_order`.")
      case .unitUnknown: self = .data("\(error) Pass `unit`.")
      default: self = .data("\(error)")
      }
    case let error as FitError: self.init(Self.code(of: error), "\(error)")
    case is ForecastUnavailable: self = .unavailable("\(error)")
    default: self = .data("\(error)")
    }
  }

  /// Returns the code of an error of a fit: too little data, or arguments that do not fit together.
  static func code(of error: FitError) -> Int {
    switch error.reason {
    case .horizon, .invalidOptions, .differentModels, .repeatedRecord: GLUCOSE_ERROR_ARGUMENT
    default: GLUCOSE_ERROR_UNAVAILABLE
    }
  }
}

/// Throws an error, by default that of an argument, unless a condition is met.
func require(
  _ isMet: Bool, _ sentence: @autoclosure () -> String,
  _ error: (String) -> BindingError = BindingError.argument
) throws {
  if !isMet { throw error(sentence()) }
}

/// Returns a value, or throws an error, by default that of an argument, if there is none.
func require<Value>(
  _ value: Value?, _ sentence: @autoclosure () -> String,
  _ error: (String) -> BindingError = BindingError.argument
) throws -> Value {
  guard let value else { throw error(sentence()) }
  return value
}
