public import Benchmark
import Foundation

extension Workload {
  /// Whether each benchmark runs a few times only, to show that it works.
  public static let isSmoke = ProcessInfo.processInfo.environment["BENCHMARK_SMOKE"] != nil

  /// Wall-clock time of up to 100 repetitions within `seconds`, or of a few if the environment variable
  /// BENCHMARK_SMOKE is set.
  public static func configuration(seconds: Int) -> Benchmark.Configuration {
    .init(
      metrics: [.wallClock], warmupIterations: 1,
      maxDuration: isSmoke ? .milliseconds(50) : .seconds(seconds),
      maxIterations: isSmoke ? 3 : 100)
  }
}
