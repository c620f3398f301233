import Foundation
public import GlucoseMath

extension Workload {
  /// The readings as Clarity exports them.
  public static func clarityExport(of series: GlucoseSeries) -> [UInt8] {
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
}
