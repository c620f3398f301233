#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import GlucoseTestSupport
  import Testing

  struct ModelTests {
    private struct Interruption: Error {}

    /// A logbook, its model, and the random numbers of its calls.
    private struct Pair {
      var model: LogbookModel
      var random: SeededGenerator
      let options: Logbook.Options

      /// Makes one random change. Returns its edits.
      mutating func change(_ log: some LogbookWriter) throws -> [LogbookModel.Edit] {
        let name = ["left", "right", "thigh"][number(3)]
        let source = ReadingSource(rawValue: name)
        let start = number(12)
        let range = start..<(start + number(6))
        let times = minutes(Double(range.lowerBound))..<minutes(Double(range.upperBound))
        let replacing = number(2) == 0
        let meal = meal("\(number(5))", Double(number(4)), carbs: Double(number(3)))
        switch number(9) {
        case 0...2:
          let new = (0...number(5)).map { _ in (time: number(16), value: Double(100 + number(3))) }
          let found = try log.add(
            new.map { reading(Double($0.time), $0.value) }, from: source, replacing: replacing)
          let (expected, edits) = model.add(
            new.map { ($0.time, LogbookModel.Stored(value: $0.value)) }, from: name,
            replacing: replacing)
          #expect(counts(found) == expected)
          return edits
        case 3:
          let found = try log.excludeReadings(in: times, from: source)
          let edits = model.exclude(true, range, of: name)
          #expect((found > 0) == !edits.isEmpty)
          return edits
        case 4:
          try log.includeReadings(in: times, from: source)
          return model.exclude(false, range, of: name)
        case 5:
          try log.removeReadings(in: times, from: source)
          return model.remove(range, of: name)
        case 6, 7:
          let found = try log.add([meal], replacing: replacing)
          let (expected, edits) = model.put(meal, replacing: replacing)
          #expect(counts(found) == expected)
          return edits
        default:
          let edits = model.delete(meal.id.rawValue)
          if edits.isEmpty {
            #expect(throws: LogbookError.self) { try log.remove(meal.id) }
          } else {
            try log.remove(meal.id)
          }
          return edits
        }
      }

      mutating func merge(_ log: Logbook) throws {
        var other = Pair(model: LogbookModel(), random: random, options: options)
        let theirs = try Logbook.inMemory(options: options)
        for _ in 0..<8 { _ = try other.change(theirs) }
        random = other.random
        let replacing = number(2) == 0
        try log.merge(theirs, replacing: replacing)
        model.record(model.merge(other.model, replacing: replacing))
      }

      /// Makes several changes in one transaction, some of which a nested transaction takes back.
      /// The whole is interrupted one time of four. Otherwise it may be undone and redone.
      mutating func transact(_ log: Logbook) throws {
        let before = model
        var edits: [LogbookModel.Edit] = []
        let (isInterrupted, isRepeated) = (number(4) == 0, number(2) == 0)
        do {
          try log.write { batch in
            for _ in 0...number(12) {
              let (known, count) = (model, edits.count)
              do {
                try batch.write { inner in
                  edits += try change(inner)
                  if number(4) == 0 { throw Interruption() }
                }
              } catch is Interruption {
                model = known
                edits.removeSubrange(count...)
              }
            }
            if isInterrupted { throw Interruption() }
          }
          model.record(edits)
        } catch is Interruption {
          model = before
        }
        guard isRepeated, !isInterrupted else { return }
        for backwards in [true, false] {
          let found = try backwards ? log.undo() : log.redo()
          #expect((found != nil) == model.take(backwards: backwards))
          try compare(log, backwards ? "after undoing a transaction" : "after redoing it")
        }
      }

      mutating func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

      func compare(_ log: Logbook, _ place: Comment) throws {
        func expect(_ series: GlucoseSeries, _ expected: [Int: Double]) {
          let rows = expected.sorted { $0.key < $1.key }
          #expect(series.map(\.time) == rows.map { minutes(Double($0.key)) }, place)
          #expect(series.values.elementsEqual(rows.map(\.value)), place)
        }
        var all: [Int: Double] = [:]
        for name in model.sources {
          let source = ReadingSource(rawValue: name)
          let readings = model.readings[name] ?? [:]
          let included = readings.filter { !$0.value.isExcluded }.mapValues(\.value)
          expect(try log.series(in: everything, from: source), included)
          expect(
            try log.unusedReadings(in: everything, from: source).excluded,
            readings.filter(\.value.isExcluded).mapValues(\.value))
          let conflicts = try log.unusedReadings(in: everything, from: source).conflicting.map {
            LogbookModel.Conflict(
              time: Int(($0.time.timeIntervalSince(noon) / 60).rounded()), value: $0.glucose.mgdL)
          }
          #expect(Set(conflicts) == model.conflicts[name] ?? [], place)
          all.merge(included) { first, _ in first }
        }
        expect(try log.series(in: everything), all)
        #expect(try log.sources().map(\.source.rawValue) == model.sources, place)
        let events = model.events.values.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
        #expect(try log.events(in: everything) == events, place)
      }
    }

    @Test(arguments: 0..<4)
    func everyCallDoesWhatTheModelDoes(seed: Int) throws {
      let folder = try Folder()
      let limit = [3, 100][seed % 2]
      let options = Logbook.Options(survivesPowerLoss: false, undoLimit: limit)
      var log = try Logbook(at: folder.file(), options: options)
      var pair = Pair(
        model: LogbookModel(undoLimit: limit), random: SeededGenerator(seed: UInt64(seed)),
        options: options)
      for step in 0..<100 {
        let kind = pair.number(12)
        switch kind {
        case 0...4: pair.model.record(try pair.change(log))
        case 5: try pair.transact(log)
        case 6, 7: #expect(try (log.undo() != nil) == pair.model.take(backwards: true))
        case 8, 9: #expect(try (log.redo() != nil) == pair.model.take(backwards: false))
        case 10: try pair.merge(log)
        default:
          try log.close()
          log = try Logbook(at: folder.file(), options: options)
        }
        try pair.compare(log, "after call \(step) of kind \(kind)")
      }
      try log.check()
      let copy = try Logbook.inMemory()
      try copy.merge(log.archive())
      try pair.compare(copy, "after a restore")
    }
  }
#endif
