// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "OnePage",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "swift-glucose", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
  ],
  targets: [
    .executableTarget(
      name: "OnePage",
      dependencies: [
        .product(name: "GlucoseKit", package: "swift-glucose"),
        .product(name: "GlucoseSimulation", package: "swift-glucose"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
