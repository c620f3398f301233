// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Parts of the studies that take turns to be forecast by a model of the others.
///
/// Denser records than a cadence needs are read at its steps, and are people with another kind of
/// sensor. A part is a study, for a prior is used on people of another study than those it learned from.
/// Where one study holds nearly all of a kind of sensor, its people are spread over four parts.
struct PriorFolds {
  /// One person's record, with the kind of sensor it looks like.
  struct Person {
    let trace: PreparedSeries
    let kind: SensorKind
    /// The zone of the record's clock, or `nil` if it does not show the time of day.
    let zone: TimeZone?
  }

  /// Some people, and how much their part counts beside the others.
  struct Fold {
    var people: [Person] = []
    let share: Double
  }

  let folds: [Fold]
  private let cadence: SensorCadence
  private static let parts = 4
  private static let nearlyAll = 0.9

  init(_ studies: [PretrainedModels.Study], _ cadence: SensorCadence) {
    let groups = studies.map { study in
      study.people(cadence).compactMap { series in
        SensorKind(of: series).map {
          Person(trace: PreparedSeries(series), kind: $0, zone: study.hasClock ? .gmt : nil)
        }
      }
    }
    self.cadence = cadence
    func readings(_ people: [Person], _ kind: SensorKind) -> Double {
      people.reduce(0) { $0 + ($1.kind == kind ? Double($1.trace.times.count) : 0) }
    }
    folds = groups.filter { !$0.isEmpty }.flatMap { people in
      let isAlone = SensorKind.allCases.contains { kind in
        guard kind.cadence == cadence else { return false }
        let own = readings(people, kind)
        return own > 0 && own > Self.nearlyAll * readings(groups.flatMap { $0 }, kind)
          && own > 0.5 * people.reduce(0) { $0 + Double($1.trace.times.count) }
      }
      guard isAlone, people.count >= Self.parts else { return [Fold(people: people, share: 1)] }
      return (0..<Self.parts).map { part in
        Fold(
          people: people.indices.filter { $0 % Self.parts == part }.map { people[$0] },
          share: 1 / Double(Self.parts))
      }
    }
  }

  /// The number of people.
  var personCount: Int { folds.reduce(0) { $0 + $1.people.count } }

  /// The kinds of sensors of this cadence among them.
  var kinds: [SensorKind] {
    SensorKind.allCases.filter { kind in
      kind.cadence == cadence && folds.contains { $0.people.contains { $0.kind == kind } }
    }
  }

  /// Calls `body` with each person of a part and the rows of the record, a block at a time.
  func forEachBlock(of fold: Int, _ stream: DesignRows, _ body: (Person, DesignBlock) -> Void) {
    for person in folds[fold].people {
      var own = stream
      own.zone = person.zone
      var walk = DesignRows.OriginRange()
      own.forEachBlock(of: person.trace, in: &walk) { body(person, $0) }
    }
  }
}
