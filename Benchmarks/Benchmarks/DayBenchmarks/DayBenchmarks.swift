// SPDX-License-Identifier: Apache-2.0

import Benchmark
import DayChart
import DaySummary
import Diary
import Foundation
import GlucoseMath
import Simulation
import Workload

// One virtual person over a year: about 105,000 readings and 4,000 events.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Workload.configuration(seconds: 3)

  let first = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 757_382_400), in: .gmt)
  let year = VirtualPatient(seed: 2).simulate(days: 365, from: first)
  let day = first.advanced(by: 180)
  guard let plot = try? year.plot(of: day) else { return }

  Benchmark("Window of seven days in a year") { _ in
    blackHole(try? year.window(around: day))
  }

  Benchmark("Reports of 90 days") { _ in
    blackHole(try? year.reports(day...day.advanced(by: 89)))
  }

  Benchmark("Plot of a day in a year") { _ in
    blackHole(try? year.plot(of: day))
  }

  Benchmark("Picture of a day") { _ in
    blackHole(DayPicture(plot).svg)
  }

  Benchmark("Simulation of 14 days") { _ in
    blackHole(VirtualPatient(seed: 3).simulate(days: 14, from: first))
  }
}
