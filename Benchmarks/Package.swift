// swift-tools-version: 6.2

import PackageDescription

func suite(_ name: String, _ products: [String], _ targets: [Target.Dependency] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: ["Workload", .product(name: "Benchmark", package: "benchmark")] + targets
      + products.map { .product(name: $0, package: "swift-glucose") },
    path: "Benchmarks/\(name)",
    swiftSettings: [.enableUpcomingFeature("ExistentialAny")],
    plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
}

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swift-glucose", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.29.0", traits: []),
  ],
  targets: [
    .target(
      name: "Workload",
      dependencies: [
        .product(name: "GlucoseCohort", package: "swift-glucose"),
        .product(name: "GlucoseMath", package: "swift-glucose"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Workload"),
    .systemLibrary(
      name: "CBenchmarkBLAS", path: "Benchmarks/CBenchmarkBLAS", pkgConfig: "openblas"),
    .executableTarget(
      name: "IntervalCoverage",
      dependencies: ["GlucoseMath", "GlucoseCohort", "GlucoseSimulation"].map {
        .product(name: $0, package: "swift-glucose")
      },
      path: "Tools/IntervalCoverage"),
    .target(name: "CWideColumns", path: "Benchmarks/CWideColumns", exclude: ["loops.inc"]),
    .executableTarget(
      name: "WideColumns",
      dependencies: [
        "CWideColumns", "Workload",
        .product(name: "GlucoseMath", package: "swift-glucose"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Tools/WideColumns"),
    .executableTarget(
      name: "PeerTurns",
      dependencies: [
        "Workload",
        .product(name: "GlucoseFiles", package: "swift-glucose"),
        .product(name: "GlucoseLog", package: "swift-glucose"),
        .product(name: "GlucoseMath", package: "swift-glucose"),
      ],
      path: "Tools/PeerTurns"),
    .executableTarget(
      name: "CohortCost",
      dependencies: [
        "Prediction", "PredictionEvaluation", "GlucoseSimulation", "GlucoseDiary", "GlucoseMath",
      ].map { .product(name: $0, package: "swift-glucose") },
      path: "Tools/CohortCost"),
    .target(
      name: "Recordings", dependencies: [.product(name: "GlucoseMath", package: "swift-glucose")],
      path: "Tools/Recordings"),
    .executableTarget(
      name: "ForecastDamage",
      dependencies: ["Recordings"]
        + ["Prediction", "PredictionEvaluation", "GlucoseMath"].map {
          .product(name: $0, package: "swift-glucose")
        },
      path: "Tools/ForecastDamage"),
    .executableTarget(
      name: "SignalFaults",
      dependencies: ["GlucoseSignals", "GlucoseSimulation", "GlucoseMath"].map {
        .product(name: $0, package: "swift-glucose")
      },
      path: "Tools/SignalFaults"),
    .executableTarget(
      name: "SmoothingDelays",
      dependencies: ["Recordings"]
        + ["GlucoseSignals", "GlucoseSimulation", "GlucoseMath"].map {
          .product(name: $0, package: "swift-glucose")
        },
      path: "Tools/SmoothingDelays"),
    .target(
      name: "LiveWorkload",
      dependencies: [
        "DayChart", "DaySummary", "GlucoseDiary", "GlucoseLive", "GlucoseLog", "GlucoseMath",
        "Prediction",
      ].map { .product(name: $0, package: "swift-glucose") },
      path: "Benchmarks/LiveWorkload"),
    .executableTarget(
      name: "LiveReplay",
      dependencies: ["LiveWorkload", "Recordings"]
        + [
          "GlucoseDiary", "GlucoseLive", "GlucoseLog", "Prediction", "PredictionEvaluation",
          "GlucoseMath",
        ].map { .product(name: $0, package: "swift-glucose") },
      path: "Tools/LiveReplay"),
    .executableTarget(
      name: "CallCosts",
      dependencies: ["LiveWorkload", "Workload"]
        + [
          "DayChart", "DaySummary", "GlucoseCohort", "GlucoseDiary", "GlucoseFiles",
          "GlucoseMath", "GlucoseSimulation", "Prediction",
        ].map { .product(name: $0, package: "swift-glucose") },
      path: "Tools/CallCosts"),
    suite("GlucoseMathBenchmarks", ["GlucoseMath", "GlucoseCohort"]),
    suite("GlucoseFilesBenchmarks", ["GlucoseFiles", "GlucoseMath", "GlucoseDiary"]),
    suite(
      "PredictionBenchmarks", ["Prediction", "GlucoseDiary", "GlucoseMath"], ["CBenchmarkBLAS"]),
    suite("LogbookBenchmarks", ["GlucoseLog", "DaySummary", "GlucoseMath"]),
    suite(
      "DayBenchmarks",
      ["DayChart", "DaySummary", "GlucoseSimulation", "GlucoseMath", "GlucoseDiary"]),
  ],
  swiftLanguageModes: [.v6]
)
