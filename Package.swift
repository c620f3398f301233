// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let apple: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst]

/// What every target is compiled with. No unsafe flags: they would bar this package from being a dependency.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Square roots and logarithms come from libm, which Linux links only on request.
let mathLibrary: [LinkerSetting] = [.linkedLibrary("m", .when(platforms: [.linux]))]

/// GRDB, with the trait.
let sqlite: [Target.Dependency] = [
  .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Logbook"])),
  .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["Logbook"])),
]

/// Spans of arrays, which this module makes itself for older systems, depend on the lifetime of the array.
let lifetimes: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]

/// The privacy manifest that Apple's stores require of a library that reads the status of files. Only Apple's
/// tools read it, and elsewhere a resource would have to be beside each executable.
let privacyManifest = "PrivacyInfo.xcprivacy"
#if os(macOS)
  let privacy: (resources: [Resource], excluded: [String]) = ([.copy(privacyManifest)], [])
#else
  let privacy: (resources: [Resource], excluded: [String]) = ([], [privacyManifest])
#endif

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: mathLibrary)
}

/// A library that reads the status of files.
func fileLibrary(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: privacy.excluded,
    resources: privacy.resources, swiftSettings: strict, linkerSettings: mathLibrary)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies + ["GlucoseTestSupport"],
    resources: [.copy("Fixtures")],
    swiftSettings: [.enableUpcomingFeature("ExistentialAny")])
}

let package = Package(
  name: "swift-glucose",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "GlucoseKit", targets: ["GlucoseKit"]),
    .library(name: "GlucoseMath", targets: ["GlucoseMath"]),
    .library(name: "IgluConvention", targets: ["IgluConvention"]),
    .library(name: "GlucoseDiary", targets: ["GlucoseDiary"]),
    .library(name: "Prediction", targets: ["Prediction"]),
    .library(name: "DaySummary", targets: ["DaySummary"]),
    .library(name: "DayChart", targets: ["DayChart"]),
    .library(name: "PredictionChart", targets: ["PredictionChart"]),
    .library(name: "GlucoseFiles", targets: ["GlucoseFiles"]),
    .library(name: "GlucoseLog", targets: ["GlucoseLog"]),
    .library(name: "GlucoseLive", targets: ["GlucoseLive"]),
    .library(name: "GlucoseSignals", targets: ["GlucoseSignals"]),
    .library(name: "GlucoseSimulation", targets: ["GlucoseSimulation"]),
    .executable(name: "glucose", targets: ["glucose"]),
  ],
  traits: [
    .trait(name: "BLAS", description: "Solve regressions with OpenBLAS, or Accelerate on Apple."),
    .trait(name: "CommandLine", description: "Build the glucose command (swift-argument-parser)."),
    .trait(name: "Logbook", description: "Build the logbook, a store on SQLite (GRDB)."),
    .default(enabledTraits: ["BLAS", "CommandLine", "Logbook"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
  ],
  targets: [
    // A C target needs a name that is unique in an embedder's whole graph of packages.
    .systemLibrary(
      name: "CGlucoseBLAS", path: "Sources/CBLAS", pkgConfig: "openblas",
      providers: [
        .apt(["libopenblas-dev", "liblapacke-dev"]), .brew(["openblas"]),
      ]),
    .target(
      name: "GlucoseMath", swiftSettings: strict + lifetimes, linkerSettings: mathLibrary),
    library("IgluConvention", ["GlucoseMath"]),
    library("GlucoseDiary", ["GlucoseMath"]),
    .target(
      name: "Prediction",
      dependencies: [
        "GlucoseMath", "GlucoseDiary",
        .target(name: "CGlucoseBLAS", condition: .when(platforms: [.linux], traits: ["BLAS"])),
      ],
      swiftSettings: strict,
      linkerSettings: mathLibrary + [
        .linkedFramework("Accelerate", .when(platforms: apple, traits: ["BLAS"]))
      ]),
    library("GlucoseSignals", ["GlucoseMath"]),
    library("DaySummary", ["GlucoseMath", "GlucoseDiary", "GlucoseSignals"]),
    library("DayChart", ["GlucoseMath", "GlucoseDiary", "GlucoseSignals", "DaySummary"]),
    library(
      "PredictionChart", ["GlucoseMath", "GlucoseDiary", "Prediction", "DaySummary", "DayChart"]),
    fileLibrary("GlucoseFiles", ["GlucoseMath", "GlucoseDiary"]),
    fileLibrary("GlucoseLog", ["GlucoseMath", "GlucoseDiary"] + sqlite),
    library(
      "GlucoseLive",
      [
        "GlucoseMath", "GlucoseDiary", "GlucoseSignals", "Prediction", "DaySummary", "GlucoseLog",
      ]),
    library("GlucoseSimulation", ["GlucoseMath", "GlucoseDiary"]),
    library(
      "GlucoseKit",
      [
        "GlucoseMath", "GlucoseDiary", "Prediction", "DaySummary", "DayChart", "PredictionChart",
        "GlucoseFiles", "GlucoseLog", "GlucoseLive", "GlucoseSignals", "GlucoseSimulation",
      ]),
    .executableTarget(
      name: "glucose",
      dependencies: [
        "GlucoseKit", "IgluConvention",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["CommandLine"])),
      ],
      swiftSettings: strict, linkerSettings: mathLibrary),

    .target(
      name: "GlucoseTestSupport", dependencies: ["GlucoseMath", "GlucoseDiary"],
      path: "Tests/GlucoseTestSupport"),
    tests("GlucoseMath", ["GlucoseMath", "IgluConvention"]),
    tests("GlucoseDiary", ["GlucoseDiary"]),
    tests("Prediction", ["Prediction", "GlucoseSimulation", "GlucoseFiles"]),
    tests("DaySummary", ["DaySummary", "GlucoseSignals", "GlucoseSimulation"]),
    .target(
      name: "GlucosePictureTestSupport", dependencies: ["DaySummary", "DayChart"],
      path: "Tests/GlucosePictureTestSupport"),
    tests(
      "DayChart",
      ["DayChart", "GlucoseSignals", "GlucoseSimulation", "GlucosePictureTestSupport"]),
    tests(
      "PredictionChart",
      ["PredictionChart", "DayChart", "GlucoseSimulation", "GlucosePictureTestSupport"]),
    tests("GlucoseFiles", ["GlucoseFiles"]),
    tests("GlucoseLog", ["GlucoseLog"] + sqlite),
    tests(
      "GlucoseLive",
      [
        "GlucoseLive", "GlucoseLog", "GlucoseSignals", "Prediction", "DaySummary",
        "GlucoseSimulation",
      ]),
    .executableTarget(
      name: "GlucoseLogbookChild", dependencies: ["GlucoseLog", "GlucoseTestSupport"],
      path: "Tests/GlucoseLogbookChild",
      swiftSettings: strict, linkerSettings: mathLibrary),
    tests("GlucoseSignals", ["GlucoseSignals", "GlucoseSimulation"]),
    tests("GlucoseSimulation", ["GlucoseSimulation"]),
    tests("CommandLine", ["glucose", "GlucoseMath", "IgluConvention"]),
  ],
  swiftLanguageModes: [.v6]
)
