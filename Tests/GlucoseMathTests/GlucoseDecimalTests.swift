import GlucoseMath
import Testing

struct GlucoseDecimalTests {
  @Test func everyDecimalOfMillimolesComesBackAsItWas() {
    for number in 1...3_500 {
      let (tenths, hundredths) = (Double(number) / 10, Double(number) / 100)
      #expect(Glucose.mmolL(tenths).mmolL == tenths)
      #expect(Glucose.mmolL(hundredths).value(in: .mmolL) == hundredths)
    }
    #expect(Glucose.mmolL(5.123).mmolL == 5.123)
  }

  @Test func aProductOfDecimalsIsTheNearestNumberToIt() {
    // By hand: 5.5 × 18.01559, 0.1 × 18.01559 and 33.3 × 18.01559.
    #expect("\(Glucose.mmolL(5.5).mgdL)" == "99.085745")
    #expect("\(Glucose.mmolL(0.1).mgdL)" == "1.801559")
    #expect("\(Glucose.mmolL(33.3).mgdL)" == "599.919147")
    for tenths in 1...1_110 {
      let millionths = tenths * 1_801_559
      #expect(Glucose.mmolL(Double(tenths) / 10).mgdL == Double(millionths) / 1e6)
    }
  }

  @Test func whatIsNoDecimalStaysAsItIs() {
    #expect(Glucose.mgdL(100).mmolL == 100 / 18.01559)
    #expect(Glucose.mmolL(.infinity).mgdL == .infinity)
    #expect(Glucose.mgdL(.nan).mmolL.isNaN)
    #expect(Glucose.mgdL(-99.085745).mmolL == -5.5)
  }

  @Test func everyWholeNumberOfMilligramsComesBackFromMillimoles() {
    for number in 1...600 {
      let written = Glucose.mgdL(Double(number)).mmolL
      #expect(Glucose.mmolL(written).mgdL == Double(number))
    }
  }
}
