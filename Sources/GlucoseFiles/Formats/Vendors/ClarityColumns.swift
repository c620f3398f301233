// SPDX-License-Identifier: Apache-2.0

/// Where the columns of a Clarity export stand: 14 of them, in one order, of which one may be missing.
///
/// Two patterns are in every header whatever its language, that of the time and that of durations. All
/// other columns lie at known distances from these two: the number of the row before the time may be
/// missing, so may one of the three of the person and the device, and older files end before the
/// transmitter's identifier.
struct ClarityColumns {
  let time: Int
  let type: Int
  let subtype: Int
  /// What the person wrote, if that column is there.
  let patient: Int?
  let source: Int
  let glucose: Int
  let insulin: Int
  let carbs: Int
  let duration: Int
  /// The transmitter's counter of seconds, if that column is there.
  let ticks: Int?
  let transmitter: Int

  /// Whether the rows are numbered.
  var hasIndex: Bool { time == 1 }

  /// The columns, unless these cells are no header of a Clarity export.
  init?(_ cells: [String]) {
    guard 13...14 ~= cells.count,
      let time = cells.firstIndex(where: { Self.isTime($0.lowercased()) }), time <= 1,
      let duration = cells.lastIndex(where: { Self.isDuration($0.lowercased()) }),
      // Between the subtype and the concentration stand three columns of the person and the device.
      case let glucose = duration - 3, 5...6 ~= glucose - time, duration + 2 < cells.count,
      // One at most is missing.
      cells.count == 14 ? time == 1 && glucose == 7 : cells.count > glucose + 5
    else { return nil }
    self.time = time
    type = time + 1
    subtype = time + 2
    let isWhole = glucose - time == 6
    patient = isWhole || Self.namesPerson(cells[time + 3].lowercased()) ? time + 3 : nil
    source = glucose - 1
    self.glucose = glucose
    insulin = glucose + 1
    carbs = glucose + 2
    self.duration = duration
    // Its header has a remark in brackets, that of the identifier has none.
    ticks = cells[glucose + 5].contains("(") ? glucose + 5 : nil
    transmitter = ticks.map { $0 + 1 } ?? glucose + 5
  }

  /// Whether a header has "(YYYY-MM-DDThh:mm:ss)", whatever the letters for year, month and day.
  private static func isTime(_ cell: String) -> Bool {
    cell.contains("(") && cell.contains("hh:mm:ss") && cell.filter { $0 == "-" }.count >= 2
  }

  private static func isDuration(_ cell: String) -> Bool {
    cell.contains("hh:mm:ss") && !isTime(cell)
  }

  /// Whether a header is that of what the person wrote, by the word for a patient.
  private static func namesPerson(_ cell: String) -> Bool {
    ["pati", "pacien", "pacj", "pazi", "potila", "hasta", "пацие"].contains { cell.contains($0) }
  }
}
