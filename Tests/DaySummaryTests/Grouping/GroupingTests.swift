import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseSimulation
import Testing

struct GroupingTests {
  static let groupings: [TimeGrouping] = [
    .hour, .weekday, .weekdayAndHour, .nightAndDay, .threeHours,
    TimeGrouping(startHours: [6, 22], byWeekday: true),
  ]

  /// The number of readings every five minutes in each local hour.
  @Test func hoursAreLocalHours() throws {
    func counts(_ day: LocalDay) throws -> [Int: Int] {
      let groups = try Samples.series(day.interval).grouped(by: .hour, in: Samples.oslo)
      return Dictionary(uniqueKeysWithValues: groups.map { ($0.slot.startHour, $0.series.count) })
    }
    let plain = Dictionary(uniqueKeysWithValues: (0..<24).map { ($0, 12) })
    let skipped = try counts(Samples.shortDay())
    let repeated = try counts(Samples.longDay())
    #expect(try counts(try Samples.plainDay()) == plain)
    #expect(skipped == plain.filter { $0.key != 2 })
    #expect(repeated == plain.merging([2: 24]) { $1 })
  }

  @Test(arguments: groupings.indices)
  func everyReadingIsInTheSlotOfItsLocalTime(index: Int) throws {
    let grouping = Self.groupings[index]
    let first = try #require(LocalDay(year: 2000, month: 12, day: 20, in: Samples.oslo))
    let series = VirtualPatient(seed: 35).simulate(days: 20, from: first).series
    let groups = series.grouped(by: grouping, in: Samples.oslo)
    #expect(groups.map(\.series.count).reduce(0, +) == series.count)
    #expect(groups.map(\.slot) == groups.map(\.slot).sorted())
    #expect(Set(groups.map(\.slot)).isSubset(of: grouping.slots))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = Samples.oslo
    for group in groups {
      var dates: Set<Date> = []
      for reading in group.series {
        let parts = calendar.dateComponents([.weekday, .hour], from: reading.time)
        let (weekday, hour) = (try #require(parts.weekday), try #require(parts.hour))
        let slot = group.slot
        #expect(slot.weekday == nil || slot.weekday == (weekday + 5) % 7 + 1)
        let hours = slot.startHour..<(slot.endHour > slot.startHour ? slot.endHour : 24)
        #expect(hours.contains(hour) || (slot.endHour <= slot.startHour && hour < slot.endHour))
        dates.insert(calendar.startOfDay(for: reading.time))
      }
      #expect(group.dayCount == dates.count)
      #expect(group.series.map(\.time) == group.series.map(\.time).sorted())
    }
  }

  @Test func slotsPartitionTheWeek() {
    #expect(TimeGrouping.weekdayAndHour.slots.count == 168)
    #expect(TimeGrouping.hour.slots.map(\.endHour) == Array(1...24))
    #expect(TimeGrouping.weekday.slots.allSatisfy { $0.startHour == 0 && $0.endHour == 24 })
    #expect(
      TimeGrouping.nightAndDay.slots.map { [$0.startHour, $0.endHour] } == [[0, 6], [6, 24]])
    #expect(TimeGrouping(startHours: [6, 22]).slots.map(\.endHour) == [22, 6])
  }

  @Test func emptySeriesHasNoGroups() {
    #expect(GlucoseSeries().grouped(by: .hour, in: .gmt).isEmpty)
  }
}
