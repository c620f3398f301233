import Foundation
import GlucoseFiles
import Testing

struct ReadErrorTests {
  @Test func theLocalizedDescriptionIsTheSentence() {
    let error = ReadError(.unknownFormat, line: 3, expected: "a header")
    #expect((error as any Error).localizedDescription == error.description)
  }

  @Test(arguments: [
    (ReadError(.emptyFile), "Die Datei ist leer."),
    (
      ReadError(.unitUnknown(values: 4.5...12), line: 3, text: "4.5"),
      "Die Datei nennt keine Einheit für Werte von 4,5 bis 12. Zeile 3. Gelesen wurde: „4.5“."
    ),
    // What a parser found has no translation.
    (
      ReadError(.malformed("no end")),
      "Der Aufbau der Datei ist fehlerhaft. Meldung auf Englisch: „no end“."
    ),
  ])
  func theDescriptionIsInTheLanguageOfALocale(error: ReadError, german: String) {
    #expect(error.description(in: Locale(identifier: "de_AT")) == german)
    #expect(error.description(in: Locale(identifier: "fr_FR")) == error.description)
  }
}
