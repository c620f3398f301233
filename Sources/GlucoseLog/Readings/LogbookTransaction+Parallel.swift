#if Logbook
  internal import Foundation
  internal import GlucoseMath

  extension LogbookTransaction {
    /// Moves the readings of a sensor that are beside those that the source has to those beside the sensor, so
    /// that its series continues one device: in each file, another may lead or be alone.
    ///
    /// - Returns: The number of readings beside those of the sensor that the source has, which are removed.
    func separate(
      _ sensor: inout ReadingColumns, _ beside: inout ReadingColumns, of source: ReadingSource
    ) throws -> Int {
      guard let first = sensor.times.first, let last = sensor.times.last,
        let stored = try StoredSource.find(source.rawValue, in: db), stored.kind == .sensor
      else { return 0 }
      let (start, end) = (
        Date(timeIntervalSinceReferenceDate: first),
        Date(timeIntervalSinceReferenceDate: last.nextUp)
      )
      let range = MergedFeeds.reach(of: start..<end)
      let leading = try ReadingTable.columns(of: stored.id, range, in: db)
      guard leading.count > 0 else { return 0 }
      let values = Dictionary(
        zip(leading.times, leading.values), uniquingKeysWith: { first, _ in first })
      let known = (0..<beside.count).filter { values[beside.times[$0]] == beside.values[$0] }
      let rows = (0..<sensor.count).filter { !sensor.marks[$0].contains(.conflicting) }
      let moved = Set(
        MergedFeeds.readings(
          of: try sensor.rows(rows).series(), beside: try leading.excluded(false).series()
        ).map { sensor.times[rows[$0]] })
      let others = (0..<sensor.count).filter { moved.contains(sensor.times[$0]) }
      beside = beside.without(known).merged(with: sensor.rows(others))
      sensor = sensor.without(others)
      return known.count
    }
  }
#endif
