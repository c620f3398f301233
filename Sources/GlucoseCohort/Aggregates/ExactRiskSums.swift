internal import GlucoseMath

/// The ``RiskSums`` of days, added without rounding.
struct ExactRiskSums: Hashable, Codable, Sendable {
  /// The sums, one for each of ``paths``.
  private var sums: [ExactSum]

  init() { sums = Array(repeating: ExactSum(), count: Self.paths.count) }

  init(_ day: RiskSums) { sums = Self.paths.map { ExactSum(day[keyPath: $0]) } }

  static func += (lhs: inout Self, rhs: Self) {
    for index in lhs.sums.indices { lhs.sums[index] += rhs.sums[index] }
  }

  var rounded: RiskSums {
    var numbers = RiskSums()
    for (path, sum) in zip(Self.paths, sums) { numbers[keyPath: path] = sum.value }
    return numbers
  }

  private static var paths: [WritableKeyPath<RiskSums, Double>] {
    [
      \.count, \.lowRisk, \.highRisk, \.gradeCount, \.grade, \.gradeHypoglycemia,
      \.gradeEuglycemia, \.gradeHyperglycemia, \.mValue, \.hypoglycemia, \.hyperglycemia,
      \.dailyRiskRange, \.dayCount,
    ]
  }
}

extension ExactRiskSums {
  /// Decodes the sums, of which there must be one for each of ``paths``.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    sums = try container.decode([ExactSum].self, forKey: .sums)
    try decoder.require(
      sums.count == Self.paths.count, "Risk sums must have \(Self.paths.count) numbers")
  }
}
