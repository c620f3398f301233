// SPDX-License-Identifier: Apache-2.0

import Diary
import Foundation
import GlucoseFiles
import GlucoseMath
import Testing

struct InsulinKindTests {
  private func doses(_ text: String) throws -> [InsulinDose] {
    let file = try GlucoseFile(reading: Array(text.utf8), options: ReadOptions(zone: .gmt))
    #expect(file.account.rejected.isEmpty)
    return file.subjects.flatMap(\.recording.events).compactMap {
      if case .insulin(let dose) = $0.kind { dose } else { nil }
    }
  }

  @Test(
    arguments: [
      ("Insulin: 27,00", nil), ("Insulin: 27,00 Long acting", .long),
      ("Insulin (long-acting): 27,00", .long), ("Rapid-acting insulin: 27,00", .rapid),
      ("Langwirkendes Insulin: 27,00", .long), ("Insuline lente: 27,00", .long),
      ("Insulin: 27,00 units", nil),
    ] as [(String, InsulinDose.Action?)])
  func aMarkerOfCareLinkTellsWhatItTells(marker: String, action: InsulinDose.Action?) throws {
    let found = try doses(
      """
      -------;MiniMed;Sensor;1;-------
      Index;Date;Time;Sensor Glucose (mmol/L);Event Marker;BWZ Carb Input (grams)
      0,00000;14.06.2025;08:05:00;5,4;\(marker);
      """)
    #expect(found == [InsulinDose(units: 27, action: action)])
  }

  @Test(
    arguments: [
      (#"{"simple":{"actingType":"long","brand":"Lantus"}}"#, .long),
      (#"{"simple":{"actingType":"intermediate"}}"#, .long),
      (#"{"simple":{"actingType":"short"}}"#, .rapid),
      (#"{"simple":{"actingType":"rapid"}}"#, .rapid),
      (#"{"simple":{"brand":"Tresiba"}}"#, .long), (#"{"name":"Humalog"}"#, .rapid),
      (#""{\"simple\":{\"actingType\":\"long\"}}""#, .long), (#"{"name":"my own"}"#, nil),
      (
        #"{"compounds":[{"simple":{"actingType":"rapid"}},{"simple":{"actingType":"long"}}]}"#,
        .mixed
      ), ("null", nil),
    ] as [(String, InsulinDose.Action?)])
  func tidepoolsFormulationTells(formulation: String, action: InsulinDose.Action?) throws {
    let found = try doses(
      """
      [{"type":"insulin","time":"2025-06-14T08:00:00Z","dose":{"total":18,"units":"Units"},
      "formulation":\(formulation)}]
      """)
    #expect(found == [InsulinDose(units: 18, action: action)])
  }

  @Test(
    arguments: [
      (
        #""insulin":10,"insulinInjections":"[{\"insulin\":\"Lantus\",\"units\":10}]""#,
        [(10, .long)]
      ),
      (
        #""insulin":14,"insulinInjections":[{"insulin":"Lantus","units":10},"#
          + #"{"insulin":"NovoRapid","units":4}]"#, [(10, .long), (4, .rapid)]
      ),
      (#""insulin":14,"insulinInjections":[{"insulin":"Lantus","units":10}]"#, [(14, nil)]),
      (#""insulin":0.3,"insulinInjections":"not JSON""#, [(0.3, nil)]),
      (#""insulin":4,"insulinType":"Lyumjev""#, [(4, .rapid)]),
      (#""insulin":4,"isBasalInsulin":true"#, [(4, .long)]),
      (#""insulin":4,"isBasalInsulin":false"#, [(4, .rapid)]), (#""insulin":4"#, [(4, nil)]),
    ] as [(String, [(Double, InsulinDose.Action?)])])
  func nightscoutsTreatmentTells(
    members: String, expected: [(Double, InsulinDose.Action?)]
  ) throws {
    let found = try doses(
      #"[{"_id":"a","eventType":"Meal Bolus","created_at":"2025-06-14T08:00:00Z",\#(members)}]"#)
    #expect(found == expected.map { InsulinDose(units: $0.0, action: $0.1) })
  }

  @Test func nightscoutsTypeOfLongActingInsulinTells() throws {
    let found = try doses(
      #"[{"eventType":"Long-acting insulin","created_at":"2025-06-14T08:00:00Z","insulin":9}]"#)
    #expect(found == [InsulinDose(units: 9, action: .long)])
  }

  @Test func aDoseOfUnknownActionIsWrittenAsInsulinAndNotAsABolus() throws {
    let event = Event(
      at: Date(timeIntervalSince1970: 1_750_000_000), in: .gmt, .insulin(InsulinDose(units: 4)))
    let subject = Subject(recording: Recording(series: GlucoseSeries(), events: [event]))
    let text = String(
      decoding: NightscoutWriter(contents: .treatments).bytes(of: subject), as: UTF8.self)
    #expect(text.contains(#""eventType":"Insulin""#))
    #expect(try doses(text) == [InsulinDose(units: 4)])
  }

  @Test func glookosCombinedBolusIsRapid() throws {
    let found = try doses(
      """
      Name:A B,Date Range:2025-06-14 - 2025-06-15
      Timestamp,Insulin Type,Blood Glucose Input (mg/dl),Carbs Input (g),Carbs Ratio,\
      Insulin Delivered (U),Initial Delivery (U),Extended Delivery (U)
      2025-06-14 08:00,Combination,0,0,0,4.4,2.2,2.2
      2025-06-14 12:00,Prolonged,0,0,0,3,1,2
      """)
    #expect(found == [4.4, 3].map { InsulinDose(units: $0, action: .rapid) })
  }

  @Test(
    arguments: [
      ("Bolus", .rapid), ("Bolo", .rapid), ("Insulin", nil), ("Basalinsulin", .long),
      ("Verzögerter Bolus", .rapid), ("Bolus prolongé", .rapid), ("Bolo prolungato", .rapid),
      ("Combined bolus", .rapid), ("Kombinationsbolus", .rapid),
    ] as [(String, InsulinDose.Action?)])
  func mylifesEventTells(event: String, action: InsulinDose.Action?) throws {
    let found = try doses(
      """
      Tag;Datum;Uhrzeit;Ereignis;Wert;Einheit;Information;Notiz
      Sa.;14.06.25;08:00;\(event);4,4;U;;
      Sa.;14.06.25;08:05;CGM;5,6;mmol/L;;
      """)
    #expect(found == [InsulinDose(units: 4.4, action: action)])
  }

  @Test func glookosInsulinThatSomebodyTypedInIsNoBolus() throws {
    let found = try doses(
      """
      Name:Sample Person,Date Range:2025-06-14 - 2025-06-15
      Timestamp,Insulin Type,Insulin Delivered (U),Serial Number
      2025-06-14 08:00,Long Acting,18,A0
      2025-06-14 09:00,Rapid Acting,4,A0
      2025-06-14 10:00,,3,A0
      """)
    #expect(
      found == [
        InsulinDose(units: 18, action: .long), InsulinDose(units: 4, action: .rapid),
        InsulinDose(units: 3),
      ])
  }

  @Test func aSumOfPartsIsADecimalNumber() throws {
    let found = try doses(
      """
      [{"type":"bolus","subType":"dual/square","time":"2025-06-14T08:00:00Z","normal":0.1,
      "extended":0.2}]
      """)
    #expect(found.map { "\($0.units)" } == ["0.3"])
  }
}
