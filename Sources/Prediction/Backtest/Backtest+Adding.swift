// SPDX-License-Identifier: Apache-2.0

extension Backtest {
  /// Adds the results of other people, whose positions follow those of the people so far.
  ///
  ///     let options = BacktestOptions(leads: model.leads)
  ///     var whole = Backtest(of: ours, options) { _, _ in [model, LastValue()] }
  ///     try whole.add(Backtest(of: theirs, options) { _, _ in [model, LastValue()] })
  ///
  /// The sum has the counts of a test of all people, and its measures to the rounding of sums, if
  /// each person has the same predictors in both. A model that is fitted to all people comes from a
  /// ``PartitionedFit``.
  ///
  /// - Throws: ``FitError`` if the options differ, or alarms were tested: their cutoffs depend on
  ///   all people at once.
  /// - Complexity: O(*n*), where *n* is the number of all people.
  public mutating func add(_ other: Backtest) throws(FitError) {
    guard options == other.options, options.crossings.isEmpty else {
      throw FitError(.differentTests)
    }
    let ids = predictors + other.predictors.filter { entry($0) == nil }
    let sums = ids.compactMap { id -> Entry? in
      guard let first = entry(id) ?? other.entry(id) else { return nil }
      var (all, strata) = (first.all, first.strata)
      if entry(id) != nil, let second = other.entry(id) {
        for lead in all.indices { all[lead] += second.all[lead] }
        strata += second.strata
      }
      return Entry(
        id: id, name: first.name,
        traits: first.traits.union(other.entry(id)?.traits ?? []), all: all,
        people: people(with: id) + other.people(with: id), strata: strata)
    }
    self = Backtest(
      options, personCount: personCount + other.personCount,
      originCount: originCount + other.originCount, alarms: [], reliabilities: [], sums)
  }

  /// Returns the errors of each person, empty for people without the predictor.
  private func people(with id: String) -> [[ForecastErrors]] {
    entry(id)?.people ?? Array(repeating: [], count: personCount)
  }

  /// The back-test as bytes, which ``init(bytes:)`` reads.
  public var bytes: [UInt8] {
    get throws { StoredBytes.bytes(.backtest, try BinaryValue(encoding: self)) }
  }

  /// Creates a back-test from its ``bytes``.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are damaged or of another version.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    self = try StoredBytes.value(.backtest, of: bytes)
  }
}
