// SPDX-License-Identifier: Apache-2.0

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
  let plain = CSVWriter(columns: .bare).bytes(of: subjects)
  let clarity = clarityExport(of: year)

  Benchmark("Reading a plain table of \(plain.count) bytes") { _ in
    blackHole(try? GlucoseFile(reading: plain, options: options).people.count)
  }

  Benchmark("Reading a Clarity export of \(clarity.count) bytes") { _ in
    blackHole(try? GlucoseFile(reading: clarity, options: options).people.count)
  }

  if let packed = try? gzipped(plain) {
    Benchmark("Reading a gzipped table of \(plain.count) bytes") { _ in
      blackHole(try? GlucoseFile(reading: packed, options: options).people.count)
    }
  }

  Benchmark("Writing a plain table of \(plain.count) bytes") { _ in
    blackHole(CSVWriter(columns: .bare).bytes(of: subjects).count)
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

/// The readings as Clarity exports them.
private func clarityExport(of series: GlucoseSeries) -> [UInt8] {
  var text = """
    "Index","Timestamp (YYYY-MM-DDThh:mm:ss)","Event Type","Event Subtype","Patient Info",\
    "Device Info","Source Device ID","Glucose Value (mg/dL)","Insulin Value (u)",\
    "Carb Value (grams)","Duration (hh:mm:ss)","Glucose Rate of Change (mg/dL/min)",\
    "Transmitter Time (Long Integer)","Transmitter ID"\r\n
    """
  for (index, reading) in series.enumerated() {
    let stamp = reading.time.ISO8601Format().dropLast()
    text += """
      "\(index + 1)","\(stamp)","EGV","","","","iPhone G6","\(Int(reading.glucose.mgdL))","","","","",\
      "\(index * 300)","8ABCDE"\r\n
      """
  }
  return Array(text.utf8)
}
