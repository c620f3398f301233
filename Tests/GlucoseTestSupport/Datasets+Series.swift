public import GlucoseMath

/// A person of a set and what the sensor recorded.
public struct DatasetPerson: Sendable {
  /// The name the set gives the person.
  public var name: String
  /// The readings, their local times taken for UTC.
  public var series: GlucoseSeries
}

extension Datasets {
  /// The people of a set, in the order of the file, each with all readings.
  public static func subjects(_ name: String) throws -> [DatasetPerson] {
    var people: [(name: [UInt8], times: [Double], values: [Double])] = []
    var lines = DatasetLines(bytes: try csv(name))
    lines.skipLine()
    while !lines.isAtEnd {
      let name = lines.field()
      if people.last?.name != name { people.append((name, [], [])) }
      people[people.count - 1].times.append(lines.time())
      people[people.count - 1].values.append(lines.number())
    }
    return try people.map { person in
      DatasetPerson(
        name: String(decoding: person.name, as: UTF8.self),
        series: try ValidatedReadings(times: person.times, values: person.values).series)
    }
  }
}

/// A cursor over a table whose rows hold a name, a time such as `2023-12-08T00:04:00`, and a decimal
/// number. Tests run unoptimized, hence plain loops over bytes.
struct DatasetLines {
  let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func skipLine() {
    while !isAtEnd, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    position += 1
  }

  /// The text up to the next comma.
  mutating func field() -> [UInt8] {
    let start = position
    while bytes[position] != UInt8(ascii: ",") { position += 1 }
    position += 1
    return Array(bytes[start..<(position - 1)])
  }

  /// The number up to the end of the line.
  mutating func number() -> Double {
    var digits = 0.0
    var scale = 1.0
    var isFraction = false
    while !isAtEnd, bytes[position] != UInt8(ascii: "\n") {
      if bytes[position] == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits = digits * 10 + Double(Int(bytes[position]) - 48)
        if isFraction { scale *= 10 }
      }
      position += 1
    }
    position += 1
    return digits / scale
  }

  /// The seconds from 2001-01-01 to a time.
  mutating func time() -> Double {
    let (year, month, day) = (digits(4), digits(2), digits(2))
    let (hour, minute, second) = (digits(2), digits(2), digits(2))
    // The day's number after Fliegel and Van Flandern, Communications of the ACM 11, 1968.
    let fromMarch = (month - 14) / 12
    let months = 1461 * (year + 4800 + fromMarch) / 4 + 367 * (month - 2 - fromMarch * 12) / 12
    let julian = day - 32_075 + months - 3 * ((year + 4900 + fromMarch) / 100) / 4
    return Double((julian - 2_451_911) * 86_400 + hour * 3600 + minute * 60 + second)
  }

  /// A number of `count` digits; the character behind it is skipped.
  private mutating func digits(_ count: Int) -> Int {
    var number = 0
    for _ in 0..<count {
      number = number * 10 + Int(bytes[position]) - 48
      position += 1
    }
    position += 1
    return number
  }
}
