// swift-tools-version: 6.2

import PackageDescription

let apple: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst]

/// What every target is compiled with. No unsafe flags: they would bar a library from being a dependency.
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

/// The modules that each module imports.
let imports: [String: [String]] = [
  "GlucoseMath": ["GlucoseFoundation"],
  "GlucoseDiary": ["GlucoseMath"],
  "GlucoseSignals": ["GlucoseMath"],
  "Prediction": ["GlucoseMath", "GlucoseDiary"],
  "DaySummary": ["GlucoseMath", "GlucoseDiary", "GlucoseSignals"],
  "DayChart": ["GlucoseMath", "GlucoseDiary", "GlucoseSignals", "DaySummary"],
  "PredictionEvaluation": ["GlucoseMath", "GlucoseDiary", "Prediction", "DaySummary", "DayChart"],
  "GlucoseFiles": ["GlucoseMath", "GlucoseDiary"],
  "GlucoseLog": ["GlucoseMath", "GlucoseDiary"],
  "GlucoseLive": [
    "GlucoseMath", "GlucoseDiary", "GlucoseSignals", "Prediction", "DaySummary", "GlucoseLog",
  ],
  "GlucoseCohort": ["GlucoseMath", "GlucoseSignals", "DaySummary", "DayChart"],
  "GlucoseSimulation": ["GlucoseMath", "GlucoseDiary"],
  "GlucoseKit": [
    "GlucoseMath", "GlucoseDiary", "Prediction", "DaySummary", "DayChart", "GlucoseFiles",
    "GlucoseLog", "GlucoseLive", "GlucoseSignals",
  ],
  "GlucoseStudy": ["GlucoseKit", "PredictionEvaluation", "GlucoseCohort", "GlucoseSimulation"],
  "GlucoseTestSupport": ["GlucoseMath", "GlucoseDiary"],
  "PredictionTestSupport": ["PredictionEvaluation", "GlucoseTestSupport"],
  "GlucosePictureTestSupport": ["DaySummary", "DayChart"],
]

/// Returns the modules and all that they import, directly or not.
///
/// SwiftPM compiles a target anew if the module of a target or of a product that it names has changed.
/// It does not see that a module which those import has changed, so that the target would go on with
/// the former layout of its types. Hence all are named.
func modules(_ names: [String]) -> [String] {
  names.reduce(into: []) { found, name in
    for module in modules(imports[name] ?? []) + [name] where !found.contains(module) {
      found.append(module)
    }
  }
}

func dependencies(on names: [String]) -> [Target.Dependency] {
  modules(names).map { .byName(name: $0) }
}

func product(_ name: String) -> Product { .library(name: name, targets: modules([name])) }

func library(
  _ name: String, _ others: [Target.Dependency] = [], settings: [SwiftSetting] = [],
  linking libraries: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies(on: imports[name] ?? []) + others,
    swiftSettings: strict + settings, linkerSettings: mathLibrary + libraries)
}

/// A library that reads the status of files.
func fileLibrary(_ name: String, _ others: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies(on: imports[name] ?? []) + others,
    exclude: privacy.excluded, resources: privacy.resources, swiftSettings: strict,
    linkerSettings: mathLibrary)
}

/// What several test targets share.
func support(_ name: String) -> Target {
  .target(
    name: name, dependencies: dependencies(on: imports[name] ?? []), path: "Tests/\(name)")
}

/// Tests are compiled in two thirds of the time without optimization, and take as long.
let unoptimized: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .unsafeFlags(["-Onone"]),
]

func tests(_ name: String, _ names: [String], _ others: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: dependencies(on: names + ["GlucoseTestSupport"]) + others,
    resources: [.copy("Fixtures")],
    swiftSettings: unoptimized)
}

let package = Package(
  name: "swift-glucose",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    product("GlucoseKit"),
    product("GlucoseStudy"),
    product("GlucoseMath"),
    product("GlucoseDiary"),
    product("Prediction"),
    product("DaySummary"),
    product("DayChart"),
    product("PredictionEvaluation"),
    product("GlucoseCohort"),
    product("GlucoseFiles"),
    product("GlucoseLog"),
    product("GlucoseLive"),
    product("GlucoseSignals"),
    product("GlucoseSimulation"),
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
    library("GlucoseFoundation"),
    library("GlucoseMath", settings: lifetimes),
    library("GlucoseDiary"),
    library(
      "Prediction",
      [.target(name: "CGlucoseBLAS", condition: .when(platforms: [.linux], traits: ["BLAS"]))],
      linking: [.linkedFramework("Accelerate", .when(platforms: apple, traits: ["BLAS"]))]),
    library("GlucoseSignals"),
    library("DaySummary"),
    library("DayChart"),
    library("PredictionEvaluation"),
    library("GlucoseCohort"),
    fileLibrary("GlucoseFiles"),
    fileLibrary("GlucoseLog", sqlite),
    library("GlucoseLive"),
    library("GlucoseSimulation"),
    library("GlucoseKit"),
    library("GlucoseStudy"),
    .executableTarget(
      name: "glucose",
      dependencies: dependencies(on: ["GlucoseStudy"]) + [
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["CommandLine"]))
      ],
      swiftSettings: strict, linkerSettings: mathLibrary),

    support("GlucoseTestSupport"),
    support("GlucosePictureTestSupport"),
    support("PredictionTestSupport"),
    .executableTarget(
      name: "GlucoseLogbookChild",
      dependencies: dependencies(on: ["GlucoseLog", "GlucoseTestSupport"]),
      path: "Tests/GlucoseLogbookChild",
      swiftSettings: strict, linkerSettings: mathLibrary),
    tests("GlucoseMath", ["GlucoseCohort"]),
    tests("GlucoseCohort", ["GlucoseCohort", "GlucosePictureTestSupport"]),
    tests("GlucoseDiary", ["GlucoseDiary"]),
    tests("Prediction", ["PredictionTestSupport", "GlucoseSimulation", "GlucoseFiles"]),
    tests(
      "PredictionEvaluation",
      ["PredictionTestSupport", "GlucoseSimulation", "GlucosePictureTestSupport"]),
    tests("DaySummary", ["DaySummary", "GlucoseSimulation"]),
    tests("DayChart", ["DayChart", "GlucoseSimulation", "GlucosePictureTestSupport"]),
    tests("GlucoseFiles", ["GlucoseFiles"]),
    tests("GlucoseLog", ["GlucoseLog"], sqlite),
    tests("GlucoseLive", ["GlucoseLive", "GlucoseSimulation"]),
    tests("GlucoseSignals", ["GlucoseSignals", "GlucoseSimulation"]),
    tests("GlucoseSimulation", ["GlucoseSimulation"]),
    tests("CommandLine", ["GlucoseCohort"], ["glucose"]),
    .testTarget(
      name: "FuzzTests", dependencies: dependencies(on: ["GlucoseFiles", "PredictionTestSupport"]),
      path: "Fuzz", swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
  ],
  swiftLanguageModes: [.v6]
)
