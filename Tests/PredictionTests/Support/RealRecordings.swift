// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseMath

/// Recordings of real people, which are never part of the repository.
///
/// They are looked for where the environment variable `GLUCOSE_DATASETS` says, else beside the
/// package; tests that need them are skipped where they are absent.
enum RealRecordings {
  private static let folder: URL = {
    if let path = ProcessInfo.processInfo.environment["GLUCOSE_DATASETS"] {
      return URL(fileURLWithPath: path)
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return package.appendingPathComponent("../shared/datasets").standardizedFileURL
  }()

  private static func file(_ set: String) -> URL {
    folder.appendingPathComponent(set).appendingPathComponent("glucose.csv.gz")
  }

  static func isPresent(_ set: String) -> Bool {
    FileManager.default.fileExists(atPath: file(set).path)
  }

  /// The records of a set's people in the order of the file, their local times read as UTC.
  static func people(of set: String) throws -> [GlucoseSeries] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", file(set).path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try people(in: [UInt8](data))
  }

  /// Reads `subject,time,glucose_mgdl` lines, times like 2023-12-08T00:04:00.
  private static func people(in bytes: [UInt8]) throws -> [GlucoseSeries] {
    var order: [ArraySlice<UInt8>] = []
    var columns: [(times: [Double], values: [Double])] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let fields = line.split(separator: UInt8(ascii: ","))
      if order.last != fields[0] {
        order.append(fields[0])
        columns.append(([], []))
      }
      columns[columns.count - 1].times.append(seconds(fields[1]))
      columns[columns.count - 1].values.append(number(fields[2]))
    }
    return try columns.map { try SeriesIntake(times: $0.times, values: $0.values).series }
  }

  /// Seconds since the reference date.
  private static func seconds(_ text: ArraySlice<UInt8>) -> Double {
    func digits(_ from: Int, _ count: Int) -> Int {
      text[(text.startIndex + from)..<(text.startIndex + from + count)]
        .reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    // Days since 0000-03-01, so that a leap day is the last of its year.
    let month = (digits(5, 2) + 9) % 12
    let year = digits(0, 4) - (month >= 10 ? 1 : 0)
    let day = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + digits(8, 2)
    let days = day - 1 - 730_791
    return Double(days * 86_400 + digits(11, 2) * 3600 + digits(14, 2) * 60 + digits(17, 2))
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Double {
    Double(String(decoding: text, as: UTF8.self)) ?? .nan
  }
}
