import Foundation
import GlucoseDiary
import Testing

struct InsulinNameTests {
  @Test(arguments: [
    "Fast-Acting", "Rapid-acting", "Schnellwirkend", "Kurz wirksam", "À action rapide",
    "Acción rápida", "Ad azione rapida", "Snelwerkend", "Ação rápida", "Snabbverkande",
    "Hurtigtvirkende", "Hurtigvirkende", "Nopeavaikutteinen", "Pikainsuliini",
    "Szybko działająca", "Rychle působící", "Rýchlo pôsobiaci", "Gyors hatású",
    "Cu acțiune rapidă", "Быстрого действия", "Ταχείας δράσης", "Hızlı Etkili", "מהיר טווח",
    "超速効型", "速效", "餐时胰岛素", "속효성", "NovoRapid", "Humalog 100", "insulin aspart", "FIASP",
  ])
  func namesARapidInsulin(text: String) {
    #expect(InsulinDose.Action(naming: text) == .rapidActing)
  }

  @Test(arguments: [
    "Long-Acting", "Langwirkend", "Verzögerungsinsulin", "À action lente", "Acción prolongada",
    "Ad azione lenta", "Ad azione prolungata", "Bazální inzulin", "Langwerkend", "Ação prolongada",
    "Långverkande", "Langtidsvirkende",
    "Langsomtvirkende", "Pitkävaikutteinen", "Długo działająca", "Dlouhodobě působící",
    "Dlhodobo pôsobiaci", "Hosszú hatású", "Cu acțiune prelungită", "Длительного действия",
    "Μακράς δράσης", "Uzun Etkili", "ארוך טווח", "持効型", "長時間作用型", "长效", "지속형",
    "Basal", "Lantus SoloStar", "Toujeo", "Tresiba 200", "insulin glargine",
  ])
  func namesALongActingInsulin(text: String) {
    #expect(InsulinDose.Action(naming: text) == .longActing)
  }

  @Test(arguments: [
    "Humulin R", "Novolin R", "Actrapid Penfill", "Insuman Rapid", "insulin regular",
    "Huminsulin Normal", "Berlinsulin H Normal", "Insulin B. Braun Rapid", "Gensulin R",
    "Umuline Rapide",
  ])
  func namesRegularInsulin(text: String) {
    #expect(InsulinDose.Action(naming: text) == .shortActing)
  }

  @Test(arguments: [
    "NPH", "Humulin N", "Insulatard", "Protaphane", "Insuman Basal", "isophane", "中間型",
    "Intermediate-acting", "à action intermédiaire", "NPH basal",
    "Huminsulin Basal (NPH)", "Berlinsulin H Basal", "Insulin B. Braun Basal",
    "Insulin Human Winthrop Basal", "Gensulin N", "Basal-H-Insulin", "Insulin NPL",
  ])
  func namesNPHInsulin(text: String) {
    #expect(InsulinDose.Action(naming: text) == .intermediateActing)
  }

  /// An action that a later version adds is kept, like the categories of events.
  @Test func anUnknownActionIsKept() throws {
    let json = Data(#"{"units":4,"action":"inhaled"}"#.utf8)
    let dose = try JSONDecoder().decode(InsulinDose.self, from: json)
    #expect(dose.action == InsulinDose.Action(rawValue: "inhaled"))
    let again = try JSONDecoder().decode(InsulinDose.self, from: JSONEncoder().encode(dose))
    #expect(again == dose)
  }

  @Test(arguments: [
    "NovoMix 30", "Humalog Mix 25", "Mischinsulin", "Humulin 30/70", "混合型",
    "insulin lispro protamine, human 75 UNT/ML / insulin lispro 25 UNT/ML",
    "insulin aspart protamine/insulin aspart",
  ])
  func namesAMixture(text: String) {
    #expect(InsulinDose.Action(naming: text) == .premixed)
  }

  @Test(arguments: [
    "", " ", "Insulin", "Bolus", "Normal", "Combo", "units", "u", "Xyzzy", "rapid or long",
    "インスリン", "Meal Bolus", "Humalog NPL", "Humalog Basal",
  ])
  func namesNone(text: String) {
    #expect(InsulinDose.Action(naming: text) == nil)
  }
}
