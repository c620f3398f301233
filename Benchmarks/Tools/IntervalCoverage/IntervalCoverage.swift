import Foundation
import GlucoseCohort
import GlucoseMath

/// Prints how many 95 % intervals hold the truth, of simulated people and of tables NAME=PATH.
@main struct IntervalCoverage {
  static func main() async throws {
    var sets = [await RecordSet.simulated(people: 60, seed: 1)]
    for argument in CommandLine.arguments.dropFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { fatalError("A table is given as NAME=PATH.") }
      sets.append(try RecordSet.table(parts[0], parts[1]))
    }
    print(
      """
      60 virtual people (seed 1) of 1820 days, windows in the first 364; people of tables, windows of at
      most a third of a record. The truth is that of the whole record (*), or of a table's other days (-).
      Percentages of 95 % intervals that hold it: mean, time in range, coefficient of variation.

      """)
    await printIntervals(of: sets)
    print("\nThe same of differences of two windows of one person, whose truth is taken as 0.\n")
    await printDifferences(of: sets)
  }

  static func printIntervals(of sets: [RecordSet]) async {
    row(
      ["set", "days", "people", "windows"] + Alternative.allCases.map(\.rawValue) + [
        "certainty", "its median width",
      ])
    for set in sets {
      for truth in set.name == "simulated" ? ["*"] : ["*", "-"] {
        for days in [2, 3, 7, 14, 28, 56, 90] {
          let tallies = await concurrentMap(set.people) { record in
            tally(of: days, in: record, set, excluding: truth == "-")
          }
          let people = tallies.count { $0[0].count > 0 }
          guard people >= 4 else { continue }
          let total = tallies.dropFirst().reduce(tallies[0]) { zip($0, $1).map { $0 + $1 } }
          row(
            [set.name + truth, "\(days)", "\(people)", "\(total[0].count)"] + total.map(\.text)
              + [total[total.count - 1].widthText])
        }
      }
    }
  }

  private static func tally(
    of days: Int, in record: DayRecord, _ set: RecordSet, excluding: Bool
  ) -> [Tally] {
    var tallies = [Tally](repeating: Tally(), count: Alternative.allCases.count + 1)
    let whole = record.totals(of: record.days.indices)
    for window in set.windows(of: days, in: record) {
      let truth = (excluding ? whole - record.totals(of: window) : whole).numbers.all
      for (place, alternative) in Alternative.allCases.enumerated() {
        tallies[place].add(
          alternative.intervals(of: record.days[window], seed: UInt64(window.lowerBound)), truth)
      }
      let certainty = record.readings(of: window).confidenceIntervals(
        in: .gmt, bands: .consensus(in: .mgdL))
      tallies[tallies.count - 1].add(certainty.intervals, truth)
    }
    return tallies
  }

  static func printDifferences(of sets: [RecordSet]) async {
    row(
      [
        "set", "days", "people", "pairs", "apart", "independent days", "MetricComparison",
        "its median width",
      ])
    for set in sets {
      for days in [7, 14, 28, 56] {
        for adjacent in [true, false] {
          let tallies = await concurrentMap(set.people) { record in
            differences(of: days, in: record, set, adjacent: adjacent)
          }
          let people = tallies.count { $0[0].count > 0 }
          guard people >= 4 else { continue }
          let total = tallies.dropFirst().reduce(tallies[0]) { zip($0, $1).map { $0 + $1 } }
          row(
            [
              set.name, "\(days)", "\(people)", "\(total[0].count)",
              adjacent ? "adjacent" : "half the record", total[0].text, total[1].text,
              total[1].widthText,
            ])
        }
      }
    }
  }

  private static func differences(
    of days: Int, in record: DayRecord, _ set: RecordSet, adjacent: Bool
  ) -> [Tally] {
    var tallies = [Tally(), Tally()]
    let sampled = min(record.days.count, set.sampledDays)
    let gap = adjacent ? days : sampled / 2
    guard gap >= days, Double(days) <= Double(record.days.count) * set.largestShare else {
      return tallies
    }
    for start in stride(from: 0, through: sampled - gap - days, by: days) {
      let windows = [start..<start + days, start + gap..<start + gap + days]
      let periods = windows.compactMap {
        record.readings(of: $0).periods(by: .entireRecord, in: .gmt).first
      }
      guard periods.count == 2,
        let comparison = MetricComparison(
          of: periods[1], with: periods[0], bands: .consensus(in: .mgdL))
      else {
        continue
      }
      let truth = [0.0, 0, 0]
      let sides = windows.map { window in
        let totals = record.totals(of: window)
        return zip(contributions(of: record.days[window], totals), totals.numbers.all).map {
          (deviation(of: $0) / Double(days).squareRoot(), $1)
        }
      }
      tallies[0].add(
        zip(sides[0], sides[1]).map { first, second in
          let (left, right) = (first.0 * first.0, second.0 * second.0)
          let freedom = Double(days - 1) * (left + right) * (left + right)
          let width =
            (left + right).squareRoot()
            * StudentT.quantile(
              degreesOfFreedom: Int(freedom / (left * left + right * right)))
          return second.1 - first.1 - width...second.1 - first.1 + width
        }, truth)
      tallies[1].add(comparison.confidenceIntervals.intervals, truth)
    }
    return tallies
  }

  private static func row(_ cells: [String]) { print("| " + cells.joined(separator: " | ") + " |") }
}

extension MetricConfidenceIntervals? {
  /// The intervals of the three numbers.
  fileprivate var intervals: [ClosedRange<Double>?] {
    [self?.mean, self?.timeInRange, self?.coefficientOfVariation].map { interval in
      interval.map { $0.lower...$0.upper }
    }
  }
}

/// The number of intervals that held, and their widths.
private struct Tally: Sendable {
  var count = 0
  var held = [0, 0, 0]
  var widths = [[Double]](repeating: [], count: 3)

  mutating func add(_ intervals: [ClosedRange<Double>?], _ truth: [Double]) {
    count += 1
    for (number, interval) in intervals.enumerated() {
      guard let interval else { continue }
      held[number] += interval.contains(truth[number]) ? 1 : 0
      widths[number].append(interval.upperBound - interval.lowerBound)
    }
  }

  static func + (lhs: Self, rhs: Self) -> Self {
    var sum = lhs
    sum.count += rhs.count
    for number in 0..<3 {
      sum.held[number] += rhs.held[number]
      sum.widths[number] += rhs.widths[number]
    }
    return sum
  }

  var text: String {
    zip(held, widths).map { held, widths in
      widths.isEmpty
        ? "–" : String(format: "%.1f", 100 * Double(held) / Double(widths.count))
    }.joined(separator: " ")
  }

  var widthText: String {
    widths.map { widths in
      widths.isEmpty ? "–" : String(format: "%.1f", widths.sorted()[widths.count / 2])
    }.joined(separator: " ")
  }
}
