// swift-tools-version: 6.2

import PackageDescription

// GlucoseKit has all that an app needs; the examples simulate a person, which is for studies and tests.
let kit: [Target.Dependency] = [
  .product(name: "GlucoseKit", package: "swift-glucose"),
  .product(name: "GlucoseSimulation", package: "swift-glucose"),
]

let package = Package(
  name: "Embed",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "swift-glucose", path: "../..")],
  targets: [
    .executableTarget(name: "Embed", dependencies: kit),
    .executableTarget(name: "KeepLogbook", dependencies: kit),
    .executableTarget(name: "FollowSensor", dependencies: kit),
  ]
)
