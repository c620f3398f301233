internal import CGlucose
internal import Foundation
internal import GlucoseFiles

/// The columns of a table of events, of which most can be absent.
struct EventColumns {
  private let table: ArrowTable

  init(_ table: ArrowTable) { self.table = table }

  func has(_ name: String) -> Bool { table.fields.contains { $0.name == name } }

  /// Returns the numbers of a column, or none for an absent one.
  func numbers(_ name: String) throws -> [Double?] {
    guard has(name) else { return Array(repeating: nil, count: table.rowCount) }
    return try NumberColumn(table, name, "events").numbers(of: table).map { $0.isNaN ? nil : $0 }
  }

  /// Returns the instants of the column `time` in seconds since the reference date, NaN for times that are not valid,
  /// and a sentence on the first of these.
  ///
  /// - Parameters:
  ///   - zone: The time zone of local times, or `nil` if people have their own.
  ///   - keys: The ids of the rows.
  func times(
    _ zone: TimeZone?, of keys: [Key]?
  ) throws -> (instants: [Double], fault: String?) {
    let column = try TimeColumn(table, "time", "times of events")
    var times: [Double] = []
    for part in unsafe table.batches.indices {
      unsafe column.append(0..<Int(table.batches[part].pointee.length), of: part, to: &times)
    }
    guard column.zoneName != nil || zone != nil else {
      throw BindingError.argument(
        "The times of events must have a time zone if people have time zones of their own.")
    }
    let zone = column.zoneName == nil ? zone : nil
    let instants = times.map { time in
      guard ReadingTable.years.contains(time) else { return Double.nan }
      return zone.map { LocalTimeResolution(of: [time], in: $0).instants[0] } ?? time
    }
    let fault = instants.firstIndex(where: \.isNaN).map { row in
      let subject = (keys.map { "\($0[row]): " } ?? "") + "Event \(row)"
      let time = times[row]
      if time.isNaN { return "\(subject) has no time." }
      guard let zone, ReadingTable.years.contains(time) else {
        return ReadingTable.fault(subject, time: time)
      }
      return ReadingTable.fault(subject, skippedTime: time, in: zone)
    }
    return (instants, fault)
  }

  /// Returns the ids of a column, whose type must be that of the ids of readings.
  func keys(_ name: String, _ isText: Bool) throws -> [Key] {
    var column = try KeyColumn(table, name)
    guard column.isText == isText else {
      throw BindingError.argument(
        "The ids of events and of readings must have one type, in the column \"\(name)\".")
    }
    var keys: [Key] = []
    var codes: [(Int32, Int)] = []
    for part in unsafe table.batches.indices {
      try column.forEachRun(of: part, from: keys.count) { codes.append(($0, $1.count)) }
    }
    for (code, count) in codes { keys += Array(repeating: column.keys[Int(code)], count: count) }
    return keys
  }

  /// Returns the texts of a column, or none for an absent one other than `kind`.
  func texts(_ name: String) throws -> [String?] {
    guard has(name) || name == "kind" else { return Array(repeating: nil, count: table.rowCount) }
    let field = try table.field(name)
    let format = field.dictionaryFormat ?? field.format
    var texts: [String?] = []
    for part in unsafe table.batches.indices {
      let slice = try table.slice(field, part)
      if format == "n" || slice.count == 0 {
        texts += Array(repeating: nil, count: slice.count)
        continue
      }
      guard ["u", "U", "vu"].contains(format) else {
        throw BindingError.argument(
          "The column \"\(name)\" of events has the type \(typeName(field)); a string is needed.")
      }
      let valid = slice.validity
      if let words = unsafe slice.array.pointee.dictionary {
        let offset = Int(unsafe words.pointee.offset)
        let values = unsafe TextValues(UnsafePointer(words), offset: offset, format)
        let codes = NumberColumn.Values(slice, field.format)
        for row in 0..<slice.count {
          guard valid?.isValid(row) != false else {
            texts.append(nil)
            continue
          }
          let code = Int(try KeyColumn.integer(codes, row, name))
          guard code >= 0, code < Int(unsafe words.pointee.length) else {
            throw BindingError.argument("The column \"\(name)\" has a code without a value.")
          }
          texts.append(values.text(code))
        }
        continue
      }
      let values = unsafe TextValues(slice.array, offset: slice.offset, format)
      for row in 0..<slice.count {
        texts.append(valid?.isValid(row) == false ? nil : values.text(row))
      }
    }
    return texts
  }
}
