// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// scripts/python adds the trait BLAS and links OpenBLAS into the library.
let package = Package(
  name: "glucose-bindings",
  platforms: [.macOS(.v15)],
  products: [.library(name: "GlucoseC", type: .dynamic, targets: ["GlucoseC"])],
  traits: [
    .trait(name: "BLAS", description: "Solve regressions with OpenBLAS, or Accelerate on Apple.")
  ],
  dependencies: [
    .package(
      name: "swift-glucose", path: "..",
      traits: [.trait(name: "BLAS", condition: .when(traits: ["BLAS"]))])
  ],
  targets: [
    .target(name: "CGlucose"),
    .target(
      name: "GlucoseC",
      dependencies: ["CGlucose"]
        + [
          "GlucoseMath", "GlucoseDiary", "GlucoseFiles", "GlucoseSignals", "DaySummary", "DayChart",
          "Prediction", "PredictionEvaluation", "GlucoseCohort",
        ].map { .product(name: $0, package: "swift-glucose") },
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
