import GlucoseDiary
import Foundation
import GlucoseFiles
import GlucoseMath
import Testing

struct InsulinKindTests {
  private func doses(_ text: String) throws -> [InsulinDose] {
    let file = try GlucoseFile(reading: Array(text.utf8), options: ReadOptions(zone: .gmt))
    #expect(file.report.rejected.isEmpty)
    return file.people.flatMap(\.recording.events).compactMap {
      if case .insulin(let dose) = $0.content { dose } else { nil }
    }
  }

  @Test(
    arguments: [
      ("Insulin: 27,00", nil), ("Insulin: 27,00 Long acting", .longActing),
      ("Insulin (long-acting): 27,00", .longActing), ("Rapid-acting insulin: 27,00", .rapidActing),
      ("Langwirkendes Insulin: 27,00", .longActing), ("Insuline lente: 27,00", .longActing),
      ("Insulin: 27,00 units", nil),
    ] as [(String, InsulinDose.Action?)])
  func aMarkerOfCareLinkDeterminesTheAction(marker: String, action: InsulinDose.Action?) throws {
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
      (#"{"simple":{"actingType":"long","brand":"Lantus"}}"#, .longActing),
      (#"{"simple":{"actingType":"intermediate"}}"#, .intermediateActing),
      (#"{"simple":{"actingType":"short"}}"#, .shortActing),
      (#"{"simple":{"actingType":"rapid"}}"#, .rapidActing),
      (#"{"simple":{"brand":"Tresiba"}}"#, .longActing), (#"{"name":"Humalog"}"#, .rapidActing),
      (#""{\"simple\":{\"actingType\":\"long\"}}""#, .longActing), (#"{"name":"my own"}"#, nil),
      (
        #"{"compounds":[{"simple":{"actingType":"rapid"}},{"simple":{"actingType":"long"}}]}"#,
        .premixed
      ), ("null", nil),
    ] as [(String, InsulinDose.Action?)])
  func tidepoolsFormulationDeterminesTheAction(
    formulation: String, action: InsulinDose.Action?
  ) throws {
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
        [(10, .longActing)]
      ),
      (
        #""insulin":14,"insulinInjections":[{"insulin":"Lantus","units":10},"#
          + #"{"insulin":"NovoRapid","units":4}]"#, [(10, .longActing), (4, .rapidActing)]
      ),
      (#""insulin":14,"insulinInjections":[{"insulin":"Lantus","units":10}]"#, [(14, nil)]),
      (#""insulin":0.3,"insulinInjections":"not JSON""#, [(0.3, nil)]),
      (#""insulin":4,"insulinType":"Lyumjev""#, [(4, .rapidActing)]),
      (#""insulin":4,"isBasalInsulin":true"#, [(4, .longActing)]),
      (#""insulin":4,"isBasalInsulin":false"#, [(4, .rapidActing)]), (#""insulin":4"#, [(4, nil)]),
    ] as [(String, [(Double, InsulinDose.Action?)])])
  func nightscoutsTreatmentDeterminesTheDoses(
    members: String, expected: [(Double, InsulinDose.Action?)]
  ) throws {
    let found = try doses(
      #"[{"_id":"a","eventType":"Meal Bolus","created_at":"2025-06-14T08:00:00Z",\#(members)}]"#)
    #expect(found == expected.map { InsulinDose(units: $0.0, action: $0.1) })
  }

  @Test func nightscoutsTypeDeterminesLongActingInsulin() throws {
    let found = try doses(
      #"[{"eventType":"Long-acting insulin","created_at":"2025-06-14T08:00:00Z","insulin":9}]"#)
    #expect(found == [InsulinDose(units: 9, action: .longActing)])
  }

  @Test func aDoseOfUnknownActionIsWrittenAsInsulinAndNotAsABolus() throws {
    let event = DiaryEvent(
      at: Date(timeIntervalSince1970: 1_750_000_000), in: .gmt, .insulin(InsulinDose(units: 4)))
    let subject = ImportedPerson(recording: Recording(series: GlucoseSeries(), events: [event]))
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
    #expect(found == [4.4, 3].map { InsulinDose(units: $0, action: .rapidActing) })
  }

  @Test(
    arguments: [
      ("Bolus", .rapidActing), ("Bolo", .rapidActing), ("Insulin", nil),
      ("Basalinsulin", .longActing),
      ("Verzögerter Bolus", .rapidActing), ("Bolus prolongé", .rapidActing),
      ("Bolo prolungato", .rapidActing),
      ("Combined bolus", .rapidActing), ("Kombinationsbolus", .rapidActing),
    ] as [(String, InsulinDose.Action?)])
  func mylifesEventDeterminesTheAction(event: String, action: InsulinDose.Action?) throws {
    let found = try doses(
      """
      Tag;Datum;Uhrzeit;Ereignis;Wert;Einheit;Information;Notiz
      Sa.;14.06.25;08:00;\(event);4,4;U;;
      Sa.;14.06.25;08:05;CGM;5,6;mmol/L;;
      """)
    #expect(found == [InsulinDose(units: 4.4, action: action)])
  }

  @Test func insulinEnteredIntoGlookoIsNotABolus() throws {
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
        InsulinDose(units: 18, action: .longActing), InsulinDose(units: 4, action: .rapidActing),
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
