// SPDX-License-Identifier: Apache-2.0

import Benchmark
import GlucoseDiary
import Foundation
import GlucoseFiles
import GlucoseMath
import Workload

/// Documents of one person over a year: entries as Nightscout's interface hands them out, readings as
/// Tidepool and as Apple Health export them, and what is written for Nightscout and as FHIR.
func documentBenchmarks() {
  guard let year = try? Workload.person(1, days: 365) else { return }
  let options = ReadOptions(zone: nil)
  let subject = ImportedPerson(recording: Recording(series: year))
  let entries = document(year, "[", ",", "]", nightscoutEntry)
  let tidepool = document(year, "[", ",", "]", tidepoolReading)
  let apple = document(year, "<HealthData>\n", "\n", "\n</HealthData>\n", appleRecord)
  let bundle = FHIRWriter(contents: .readings, unit: .mgdL, zone: .gmt).bytes(
    of: [subject], at: Date(timeIntervalSinceReferenceDate: 0))

  for (name, bytes) in [
    ("entries of Nightscout", entries), ("an export of Tidepool", tidepool),
    ("an export of Apple Health", apple), ("a bundle of FHIR", bundle),
  ] {
    Benchmark("Reading \(name) of \(bytes.count) bytes") { _ in
      blackHole(try? GlucoseFile(reading: bytes, options: options).people.count)
    }
  }

  let written = NightscoutWriter().bytes(of: subject).count
  Benchmark("Writing for Nightscout \(written) bytes") { _ in
    blackHole(NightscoutWriter().bytes(of: subject).count)
  }
  Benchmark("Writing as FHIR \(bundle.count) bytes") { _ in
    blackHole(
      FHIRWriter(contents: .readings, unit: .mgdL, zone: .gmt).bytes(
        of: [subject], at: Date(timeIntervalSinceReferenceDate: 0)
      ).count)
  }
}

private func document(
  _ series: GlucoseSeries, _ start: String, _ between: String, _ end: String,
  _ row: (Int, Reading) -> String
) -> [UInt8] {
  let rows = series.enumerated().map { row($0.offset, $0.element) }
  return Array((start + rows.joined(separator: between) + end).utf8)
}

private func nightscoutEntry(_ index: Int, _ reading: Reading) -> String {
  let time = reading.time.ISO8601Format().dropLast() + ".000Z"
  return """
    {"_id":"\(index)","device":"xDrip-DexcomG6","date":\
    \(Int(reading.time.timeIntervalSince1970) * 1000),"dateString":"\(time)","sgv":\
    \(Int(reading.glucose.mgdL)),"delta":1.5,"direction":"Flat","type":"sgv","filtered":0,\
    "unfiltered":0,"rssi":100,"noise":1,"sysTime":"\(time)","utcOffset":0}
    """
}

private func tidepoolReading(_ index: Int, _ reading: Reading) -> String {
  let time = reading.time.ISO8601Format().dropLast()
  return """
    {"type":"cbg","id":"\(index)","time":"\(time).000Z","deviceTime":"\(time)",\
    "timezoneOffset":0,"conversionOffset":0,"clockDriftOffset":0,"deviceId":"DexG6_8ZZ9ZZ",\
    "units":"mmol/L","value":\(reading.glucose.mmolL),"uploadId":"upid_1"}
    """
}

private func appleRecord(_ index: Int, _ reading: Reading) -> String {
  let time = reading.time.ISO8601Format().dropLast().replacing("T", with: " ") + " +0000"
  return """
    <Record type="HKQuantityTypeIdentifierBloodGlucose" sourceName="Dexcom G6" sourceVersion="1" \
    unit="mg/dL" creationDate="\(time)" startDate="\(time)" endDate="\(time)" \
    value="\(Int(reading.glucose.mgdL))"/>
    """
}
