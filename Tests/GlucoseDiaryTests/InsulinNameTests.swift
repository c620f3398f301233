// SPDX-License-Identifier: Apache-2.0

import GlucoseDiary
import Testing

struct InsulinNameTests {
  @Test(arguments: [
    "Fast-Acting", "Rapid-acting", "Schnellwirkend", "Kurz wirksam", "À action rapide",
    "Acción rápida", "Ad azione rapida", "Snelwerkend", "Ação rápida", "Snabbverkande",
    "Hurtigtvirkende", "Hurtigvirkende", "Nopeavaikutteinen", "Pikainsuliini",
    "Szybko działająca", "Rychle působící", "Rýchlo pôsobiaci", "Gyors hatású",
    "Cu acțiune rapidă", "Быстрого действия", "Ταχείας δράσης", "Hızlı Etkili", "מהיר טווח",
    "超速効型", "速效", "속효성", "NovoRapid", "Humalog 100", "insulin aspart", "Humulin R", "FIASP",
  ])
  func namesARapidInsulin(text: String) {
    #expect(InsulinDose.Action(naming: text) == .rapidActing)
  }

  @Test(arguments: [
    "Long-Acting", "Langwirkend", "Verzögerungsinsulin", "À action lente", "Acción prolongada",
    "Ad azione lenta", "Langwerkend", "Ação prolongada", "Långverkande", "Langtidsvirkende",
    "Langsomtvirkende", "Pitkävaikutteinen", "Długo działająca", "Dlouhodobě působící",
    "Dlhodobo pôsobiaci", "Hosszú hatású", "Cu acțiune prelungită", "Длительного действия",
    "Μακράς δράσης", "Uzun Etkili", "ארוך טווח", "持効型", "長時間作用型", "长效", "지속형",
    "Basal", "Lantus SoloStar", "Toujeo", "Tresiba 200", "insulin glargine", "NPH", "Humulin N",
  ])
  func namesALongActingInsulin(text: String) {
    #expect(InsulinDose.Action(naming: text) == .longActing)
  }

  @Test(arguments: ["NovoMix 30", "Humalog Mix 25", "Mischinsulin", "Humulin 30/70", "混合型"])
  func namesAMixture(text: String) {
    #expect(InsulinDose.Action(naming: text) == .premixed)
  }

  @Test(arguments: [
    "", " ", "Insulin", "Bolus", "Normal", "Combo", "units", "u", "Xyzzy", "rapid or long",
    "インスリン", "Meal Bolus",
  ])
  func namesNone(text: String) {
    #expect(InsulinDose.Action(naming: text) == nil)
  }
}
