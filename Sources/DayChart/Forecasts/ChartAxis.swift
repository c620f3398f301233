internal import GlucoseMath
package import GlucoseFoundation

package struct ChartAxis {
  package typealias Tick = (value: Double, text: String)

  package let range: ClosedRange<Double>
  package let ticks: [Tick]
  package let title: String

  package init(_ range: ClosedRange<Double>, ticks: [Tick], title: String) {
    self.range = range
    self.ticks = ticks
    self.title = title
  }

  /// Creates an axis with at most `most` labels, at multiples of 1, 2, or 5 times a power of ten. The
  /// range must not be empty.
  package init(
    _ range: ClosedRange<Double>, atMost most: Int, title: String,
    _ formats: ChartStrings = ChartStrings()
  ) {
    let step = Self.step(range.upperBound - range.lowerBound, atMost: most)
    self.init(range, every: step, title: title, formats)
  }

  /// Creates an axis with labels at the multiples of `step`, without labels if there are thousands.
  package init(
    _ range: ClosedRange<Double>, every step: Double, title: String,
    _ formats: ChartStrings = ChartStrings()
  ) {
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    // More labels than these have no place in any picture.
    guard last - first < 1000, let first = Int(exactly: first), let last = Int(exactly: last),
      first <= last
    else {
      self.init(range, ticks: [], title: title)
      return
    }
    let places = step >= 1 ? 0 : step >= 0.1 ? 1 : 2
    let ticks = (first...last).map {
      (value: Double($0) * step, text: formats.decimal(Double($0) * step, places: places))
    }
    self.init(range, ticks: ticks, title: title)
  }

  /// Returns the smallest of 1, 2, and 5 times a power of ten that divides `span` into fewer than
  /// `most` steps.
  package static func step(_ span: Double, atMost most: Int) -> Double {
    var power = 0.01
    while power < .greatestFiniteMagnitude {
      for factor in [1.0, 2, 5] where span / (power * factor) < Double(most) {
        return power * factor
      }
      power *= 10
    }
    return power
  }

  /// Returns labels at the local hours that are multiples of `step`, in hours from `start`.
  package static func hours(
    from start: Date, _ count: Double, every step: Int, in zone: TimeZone, _ strings: ChartStrings
  ) -> [Tick] {
    let first = start.timeIntervalSinceReferenceDate
    func local(_ time: Double) -> Double {
      time + Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: time)))
    }
    var ticks: [Tick] = []
    // The clock may change on the way, so that each hour is found from the one before it.
    var time = first
    while true {
      time += (local(time) / 3600).rounded(.up) * 3600 - local(time)
      guard time <= first + count * 3600 else { return ticks }
      let seconds = local(time).rounded()
      let hour = (Int((seconds / 3600).rounded(.down)) % 24 + 24) % 24
      if hour % step == 0, seconds.truncatingRemainder(dividingBy: 3600) == 0 {
        ticks.append(((time - first) / 3600, strings.hour(hour)))
      }
      time += 1
    }
  }
}
