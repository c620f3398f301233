// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let kit: [Target.Dependency] = [.product(name: "GlucoseKit", package: "swift-glucose")]

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
