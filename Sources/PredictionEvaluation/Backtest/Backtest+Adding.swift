public import Prediction

extension Backtest {
  /// Adds the results of other people, whose positions follow those of the people so far.
  ///
  ///     let options = BacktestOptions(leads: model.leads)
  ///     var whole = Backtest(of: ours, options) { _, _ in [model, LastValue()] }
  ///     try whole.add(Backtest(of: theirs, options) { _, _ in [model, LastValue()] })
  ///
  /// The sum has the counts of a test of all people, and its measures to the rounding of sums, if
  /// each person has the same predictors in both. A model that is fitted to all people comes from a
  /// `PartitionedFit`.
  ///
  /// - Throws: `FitError` if the options differ, or alarms were tested: their cutoffs depend on
  ///   all people at once.
  /// - Complexity: O(*n*), where *n* is the number of all people.
  public mutating func add(_ other: Backtest) throws(FitError) {
    guard options == other.options, options.crossings.isEmpty else {
      throw FitError(
        .invalidOptions("Only back-tests with the same options and without alarms can be added"))
    }
    let count = personCount + other.personCount
    var sums = entries.map { entry in
      var sum = entry
      if let added = other.entry(entry.id) { sum.add(added, after: personCount) }
      sum.addMissingPeople(upTo: count)
      return sum
    }
    for var added in other.entries where entry(added.id) == nil {
      added.people = Array(repeating: [], count: personCount) + added.people
      sums.append(added)
    }
    self = Backtest(
      options, personCount: count, originCount: originCount + other.originCount, alarms: [],
      reliabilities: [], sums)
  }

  /// The back-test as bytes, which ``init(bytes:)`` reads.
  public var bytes: [UInt8] {
    get throws { try StoredBytes.bytes(.backtest, self) }
  }

  /// Creates a back-test from its ``bytes``, which throws if they are damaged or of another
  /// version.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    self = try StoredBytes.value(.backtest, of: bytes)
  }
}
