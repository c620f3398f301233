/// The count, sum and squares of numbers about the first, which keeps a constant run at exactly
/// zero and a long run exact.
struct Moments {
  private(set) var count = 0
  private var origin = 0.0
  private var sum = 0.0
  private var squares = 0.0

  @inline(__always)
  mutating func add(_ value: Double) {
    if count == 0 { origin = value }
    count += 1
    let deviation = value - origin
    sum += deviation
    squares += deviation * deviation
  }

  init() {}

  /// Creates the moments of the numbers that are not NaN.
  init(_ values: ArraySlice<Double>) {
    typealias Vector = SIMD8<Double>
    guard let first = values.firstIndex(where: { !$0.isNaN }) else { return }
    origin = values[first]
    let rest = values[first...]
    let whole = rest.count - rest.count % Vector.width
    var counts = Vector.zero
    var sums = Vector.zero
    var allSquares = Vector.zero
    for start in stride(from: 0, to: whole, by: 256) {
      let block = start..<Swift.min(start + 256, whole)
      let before = (sums, allSquares)
      for index in stride(from: start, to: block.upperBound, by: Vector.width) {
        let deviations = rest.span.lanes(at: index) - origin
        sums += deviations
        allSquares += deviations * deviations
      }
      if sums.isKnown.isEverywhere {
        counts += Vector(repeating: Double(block.count / Vector.width))
        continue
      }
      // A number is missing: once more, without it.
      (sums, allSquares) = before
      for index in stride(from: start, to: block.upperBound, by: Vector.width) {
        let deviations = rest.span.lanes(at: index) - origin
        let known = deviations.only(where: deviations.isKnown)
        counts += Vector(repeating: 1).only(where: deviations.isKnown)
        sums += known
        allSquares += known * known
      }
    }
    count = Int(counts.sum())
    sum = sums.sum()
    squares = allSquares.sum()
    for value in rest.dropFirst(whole) where !value.isNaN { add(value) }
  }

  var mean: Double? { count > 0 ? origin + sum / Double(count) : nil }

  /// The standard deviation with the divisor *n* − 1, or `nil` below two numbers.
  var standardDeviation: Double? {
    guard count > 1 else { return nil }
    let n = Double(count)
    return Swift.max(0, (squares - sum * sum / n) / (n - 1)).squareRoot()
  }
}
