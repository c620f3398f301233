import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

/// The rules of the separated style on random crowded days: up to 60 events, many in one minute and
/// many of equal carbohydrate, in plots from the size of a watch to the size of a wall display.
struct EventLayoutPropertyTests {
  struct CrowdedDay {
    let day: LocalDay
    let events: [DiaryEvent]
    let size: PlotSize
    let dotRadius: Double
    let spacing: Double
    let shuffled: [DiaryEvent]

    init(seed: UInt64) throws {
      var generator = SeededGenerator(seed: seed)
      day = try [Samples.plainDay, Samples.shortDay, Samples.longDay][Int(seed % 3)]()
      let rush = day.start.addingTimeInterval(.random(in: 0..<day.hours * 3600, using: &generator))
      let share = Double.random(in: 0...1, using: &generator)
      let width = Double([120, 320, 640, 1200].randomElement(using: &generator) ?? 320)
      size = PlotSize(width: width, height: .random(in: 60...600, using: &generator))
      dotRadius = .random(in: 2...11, using: &generator)
      spacing = .random(in: 0...2, using: &generator)
      var events: [DiaryEvent] = []
      for index in 0..<Int.random(in: 0...60, using: &generator) {
        let time =
          Double.random(in: 0..<1, using: &generator) < share
          ? rush.addingTimeInterval(Double.random(in: 0..<60, using: &generator).rounded(.down))
          : day.start.addingTimeInterval(.random(in: 0..<day.hours * 3600, using: &generator))
        guard day.contains(time) else { continue }
        let carbs: Double? = [nil, 0, 5, 40, 40, 40, 60, 195, 200, 350].randomElement(
          using: &generator)?.map { $0 }
        let kind: DiaryEvent.Content =
          switch Int.random(in: 0..<10, using: &generator) {
          case 0..<5: .meal(Meal(carbs: carbs))
          case 5: .meal(Meal(carbs: .random(in: 0...210, using: &generator)))
          case 6, 7: .insulin(InsulinDose(units: 3))
          default:
            .exercise(Exercise(duration: .seconds(Int.random(in: 0...9000, using: &generator))))
          }
        events.append(Samples.event("\(index)", at: time, kind))
      }
      self.events = events
      shuffled = events.shuffled(using: &generator)
    }

    var layout: EventLayout {
      EventLayout(events, on: day, size: size, dotRadius: dotRadius, spacing: spacing)
    }
  }

  @Test(arguments: 0..<20)
  func crowdedDaysSatisfyTheRules(block: UInt64) throws {
    for seed in (block * 30)..<(block * 30 + 30) {
      let crowd = try CrowdedDay(seed: seed)
      let layout = crowd.layout
      let radius = layout.dotRadius
      let places = layout.marks.map(\.position)

      // No event is omitted, and the order doesn't matter.
      #expect(layout.marks.count == crowd.events.count)
      let again = EventLayout(
        crowd.shuffled, on: crowd.day, size: crowd.size, dotRadius: crowd.dotRadius,
        spacing: crowd.spacing)
      #expect(again == layout)

      // No dot covers another.
      var nearest = Double.infinity
      for (index, place) in places.enumerated() {
        for other in places[..<index] {
          nearest = min(nearest, place.distance(to: other, in: crowd.size))
        }
      }
      #expect(nearest >= 2 * radius - 1e-9, "seed \(seed)")
      #expect(radius > 0 && radius <= crowd.dotRadius)

      for mark in layout.marks {
        let x = mark.position.x * crowd.size.width
        let y = mark.position.y * crowd.size.height
        // Dots are inside the plot.
        #expect(x >= radius - 1e-9 && x <= crowd.size.width - radius + 1e-9)
        #expect(mark.position.y >= 0 && mark.position.y <= 1)
        // Dots of a visible radius are within the width of an hour of their time.
        if radius >= 3 {
          let wanted = min(
            max(mark.truePosition.x * crowd.size.width, radius), crowd.size.width - radius)
          #expect(abs(x - wanted) <= crowd.size.width / 24 + 1e-9, "seed \(seed)")
        }
        if mark.role == .meal {
          // Meals never change height.
          #expect(mark.position.y == mark.truePosition.y)
        } else {
          #expect(y >= radius - 1e-9 && y <= crowd.size.height - radius + 1e-9)
          let depth = max(EventLayout.bandHeight * crowd.size.height, 2 * radius)
          let fromEdge = mark.role == .insulin ? crowd.size.height - y : y
          #expect(fromEdge <= depth + 1e-9)
        }
      }
    }
  }

  /// The random days are crowded enough to require every rule.
  @Test func crowdedDaysUseEveryRule() throws {
    var shrunken = 0
    var mealsMoved = 0
    var dosesMovedUpOrDown = 0
    var dosesMovedSideways = 0
    for seed in 0..<UInt64(200) {
      let crowd = try CrowdedDay(seed: seed)
      let layout = crowd.layout
      if layout.dotRadius < min(crowd.dotRadius, crowd.size.height / 2) { shrunken += 1 }
      for mark in layout.marks {
        let aside = abs(mark.position.x - mark.truePosition.x) * crowd.size.width
        if mark.role == .meal {
          mealsMoved += aside > layout.dotRadius ? 1 : 0
        } else {
          dosesMovedUpOrDown += mark.position.y != mark.truePosition.y && aside == 0 ? 1 : 0
          dosesMovedSideways += aside > layout.dotRadius ? 1 : 0
        }
      }
    }
    #expect(shrunken > 10 && mealsMoved > 10)
    #expect(dosesMovedUpOrDown > 10 && dosesMovedSideways > 10)
  }

  /// Dots are made smaller before they are farther than an hour from their time, down to a radius
  /// of 3 points.
  @Test(arguments: [(5, 6.0), (6, 6 * 0.9 * 0.9 * 0.9 * 0.9), (11, 2.869)])
  func dotsStayNearTheirTimeDownToTheSmallestRadius(count: Int, radius: Double) throws {
    let day = try Samples.plainDay()
    let size = PlotSize(width: 640, height: 240)
    let events = (0..<count).map { Samples.meal("\($0)", at: day.time(hour: 12), carbs: 50) }
    let layout = EventLayout(events, on: day, size: size)
    #expect(abs(layout.dotRadius - radius) < 0.001)
    let isNear = layout.displacements.allSatisfy { $0 <= 640 / 24 + 1e-9 }
    #expect(isNear == (radius >= 3))
  }

  @Test func dayWithFewEventsKeepsItsDots() throws {
    let day = try Samples.plainDay()
    let events = (0..<24).map { Samples.meal("\($0)", at: day.time(hour: $0), carbs: 50) }
    let layout = EventLayout(events, on: day, size: PlotSize(width: 1200, height: 400))
    #expect(layout.dotRadius == 6)
    #expect(layout.displacements.dropFirst().allSatisfy { $0 == 0 })
  }

  @Test func hundredsOfEventsInOneMinuteHavePositions() throws {
    let day = try Samples.plainDay()
    let events = (0..<400).map { Samples.meal("\($0)", at: day.time(hour: 12), carbs: 50) }
    let layout = EventLayout(events, on: day, size: PlotSize(width: 320, height: 200))
    #expect(Set(layout.marks.map { [$0.position.x, $0.position.y] }).count == 400)
  }
}

extension EventLayout {
  var displacements: [Double] {
    marks.map { $0.position.distance(to: $0.truePosition, in: size) }
  }
}
