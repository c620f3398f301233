import Benchmark
import GlucoseDiary
import Foundation
import GlucoseFiles
import GlucoseMath
import Workload

// The plain table is that of 20 people of the standard cohort, 518,400 rows; the Clarity export is
// that of one of them over a year.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Workload.configuration(seconds: 3)

  let options = ReadOptions(zone: Workload.zone)
  guard let people = try? (0..<20).map({ try Workload.person($0) }),
    let year = try? Workload.person(0, days: 365)
  else { return }
  let subjects = people.enumerated().map { number, series in
    ImportedPerson(id: "ImportedPerson \(number + 1)", recording: Recording(series: series))
  }
  let plain = CSVWriter(unit: .mgdL, zone: .gmt, isBare: true).bytes(of: subjects)
  let clarity = Workload.clarityExport(of: year)
  let libreView = Workload.libreViewExport(of: year)

  for (name, bytes) in [
    ("a plain table", plain), ("a Clarity export", clarity), ("a LibreView export", libreView),
  ] {
    Benchmark("Reading \(name) on one core of \(bytes.count) bytes") { _ in
      blackHole(try? GlucoseFile(reading: bytes, options: options).people.count)
    }
  }
  if let packed = try? gzipped(plain) {
    Benchmark("Reading a gzipped table of \(plain.count) bytes") { _ in
      blackHole(try? GlucoseFile(reading: packed, options: options).people.count)
    }
  }

  Benchmark("Writing a plain table of \(plain.count) bytes") { _ in
    blackHole(CSVWriter(unit: .mgdL, zone: .gmt, isBare: true).bytes(of: subjects).count)
  }

  Benchmark("Counting the lines of \(plain.count) bytes") { _ in
    var lines = 0
    for byte in plain where byte == 0x0A { lines &+= 1 }
    blackHole(lines)
  }

  documentBenchmarks()
}

/// The bytes as gzip packs them.
private func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
  let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv").path
  try Data(bytes).write(to: URL(filePath: path))
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["gzip", "-6", path]
  try process.run()
  process.waitUntilExit()
  defer { try? FileManager.default.removeItem(atPath: path + ".gz") }
  return try Array(Data(contentsOf: URL(filePath: path + ".gz")))
}
