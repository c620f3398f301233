// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// The content of a row of a table: readings, events, or both, at one time.
///
/// The whole row is parsed before its content is added, so that a row that is rejected adds nothing.
struct RowContents {
  /// The cell of the sensor's column, and the kind of reading in it, which a type may state.
  var sensor = GlucoseCell.missing
  var sensorChannel = RowCollector.Channel.sensor
  var scan = GlucoseCell.missing
  var meter = GlucoseCell.missing
  /// The unit of the readings whose cells state none.
  var unit: GlucoseUnit?
  /// The flags of the sensor's reading.
  var flags: ReadingFlags = []
  var events: [DiaryEvent.Content] = []
  /// The note of the events; without events, an event of its own.
  var note: String?

  /// A Boolean value that indicates whether there is neither a reading nor an event.
  var isEmpty: Bool {
    if case (.missing, .missing, .missing) = (sensor, scan, meter) {
      events.isEmpty && note == nil
    } else {
      false
    }
  }
}

extension RowCollector {
  /// Adds the content of a row, and returns whether it has any.
  ///
  /// - Parameters:
  ///   - column: The column of the time.
  ///   - continues: A Boolean value that indicates whether other content of the row was added.
  mutating func add(
    _ contents: RowContents, at stamp: WrittenTime, _ column: Int, of row: borrowing TableCursor,
    subject: Int = 0, device: Int = 0, continues: Bool = false
  ) -> RowDisposition {
    let place = Place(column, of: row)
    func stream(_ channel: Channel) -> Stream {
      Stream(subject: subject, channel: channel, device: device)
    }
    var isAdded = add(
      contents.sensor, flags: contents.flags, unit: contents.unit, at: stamp, place: place,
      stream: stream(contents.sensorChannel), continues: continues)
    func addMore(_ cell: GlucoseCell, _ channel: Channel) {
      if case .missing = cell { return }
      _ = add(
        cell, unit: contents.unit, at: stamp, place: place, stream: stream(channel),
        continues: continues || isAdded)
      isAdded = true
    }
    addMore(contents.scan, .scan)
    addMore(contents.meter, .meter)
    guard !contents.events.isEmpty || contents.note != nil else {
      return isAdded ? .accepted : .skipped(.missingValue)
    }
    add(
      contents.events.isEmpty ? [.condition(DiaryCondition(.note))] : contents.events, lasting: 0,
      note: contents.note, at: stamp, place: place, stream: stream(.event),
      continues: continues || isAdded)
    return .accepted
  }
}
