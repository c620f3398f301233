// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Bifocal",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "swift-glucose", path: "../.."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
  ],
  targets: [
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .executableTarget(
      name: "Bifocal",
      dependencies: [
        "CZlib",
        .product(name: "GlucoseKit", package: "swift-glucose"),
        .product(name: "GlucoseSimulation", package: "swift-glucose"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [
        "page.js", "page.css", "icon.svg", "icon-192.png", "icon-512.png", "manifest.json",
      ].map { .embedInCode("Resources/\($0)") },
      swiftSettings: [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
