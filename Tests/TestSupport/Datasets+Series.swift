// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// A person of a set and what the sensor recorded.
public struct Subject: Sendable {
  /// The name the set gives the person.
  public var name: String
  /// The readings, their local times taken for UTC.
  public var series: GlucoseSeries
}

extension Datasets {
  /// The people of a set, in the order of the file, each with all readings.
  public static func subjects(_ name: String) throws -> [Subject] {
    var order: [String] = []
    var columns: [String: (times: [Double], values: [Double])] = [:]
    for line in try csv(name).split(separator: UInt8(ascii: "\n")).dropFirst() {
      let fields = line.split(separator: UInt8(ascii: ","))
      let subject = String(decoding: fields[0], as: UTF8.self)
      if columns[subject] == nil { order.append(subject) }
      columns[subject, default: ([], [])].times.append(secondsSinceReference(fields[1]))
      columns[subject, default: ([], [])].values
        .append(Double(String(decoding: fields[2], as: UTF8.self)) ?? .nan)
    }
    return try order.map { name in
      let (times, values) = columns[name] ?? ([], [])
      return Subject(name: name, series: try SeriesIntake(times: times, values: values).series)
    }
  }

  /// The seconds from 2001-01-01 to a time such as `2023-12-08T00:04:00`.
  private static func secondsSinceReference(_ text: ArraySlice<UInt8>) -> Double {
    func number(_ range: Range<Int>) -> Int {
      text.dropFirst(range.lowerBound).prefix(range.count).reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    // The day's number after Fliegel and Van Flandern, Communications of the ACM 11, 1968.
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    let fromMarch = (month - 14) / 12
    let julian =
      day - 32_075 + 1461 * (year + 4800 + fromMarch) / 4
      + 367 * (month - 2 - fromMarch * 12) / 12
      - 3 * ((year + 4900 + fromMarch) / 100) / 4
    let seconds = number(11..<13) * 3600 + number(14..<16) * 60 + number(17..<19)
    return Double((julian - 2_451_911) * 86_400 + seconds)
  }
}
