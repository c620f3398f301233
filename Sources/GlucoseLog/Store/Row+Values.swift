#if Logbook
  internal import GRDB

  extension Row {
    /// Returns the value in a column. Throws if it is `NULL` or of another type, as in a damaged
    /// file, for which a subscript of GRDB traps.
    func value<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value {
      guard let value: Value = try optionalValue(column) else {
        throw LogbookError(.damaged, detail: "a value is missing")
      }
      return value
    }

    /// Returns the value in a column, or `nil` for `NULL`. Throws if it is of another type.
    func optionalValue<Value: DatabaseValueConvertible>(_ column: Int) throws -> Value? {
      let stored: DatabaseValue = self[column]
      if stored.isNull { return nil }
      guard let value = Value.fromDatabaseValue(stored) else {
        throw LogbookError(.damaged, detail: "a value has another type")
      }
      return value
    }
  }
#endif
