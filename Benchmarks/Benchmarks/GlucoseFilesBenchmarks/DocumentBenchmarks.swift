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
  let entries = Workload.nightscoutEntries(of: year)
  let tidepool = Workload.tidepoolExport(of: year)
  let apple = Workload.appleHealthExport(of: year)
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
