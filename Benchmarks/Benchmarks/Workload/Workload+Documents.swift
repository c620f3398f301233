import Foundation
public import GlucoseMath

extension Workload {
  /// The readings as entries of Nightscout's interface.
  public static func nightscoutEntries(of series: GlucoseSeries) -> [UInt8] {
    document(series, "[", ",", "]", nightscoutEntry)
  }

  /// The readings as Tidepool exports them.
  public static func tidepoolExport(of series: GlucoseSeries) -> [UInt8] {
    document(series, "[", ",", "]", tidepoolReading)
  }

  /// The readings as Apple Health exports them.
  public static func appleHealthExport(of series: GlucoseSeries) -> [UInt8] {
    document(series, "<HealthData>\n", "\n", "\n</HealthData>\n", appleRecord)
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
