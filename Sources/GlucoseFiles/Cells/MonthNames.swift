/// The names of months, in full and abbreviated, in the languages of exports.
///
/// A word for different months in two languages is left out of both: `lip`, short for the Croatian
/// `lipanj` (June) and the Polish `lipiec` (July); `srp`, July in Croatian and August in Czech;
/// `lis` and `listopada`, October in Croatian and November in Polish.
enum MonthNames {
  static func number(of letters: [UInt8]) -> Int? {
    numbers[String(decoding: letters, as: UTF8.self).lowercased()]
  }

  private static let numbers: [String: Int] = {
    var numbers: [String: Int] = [:]
    for (index, words) in words.split(separator: ";").enumerated() {
      for word in words.split(whereSeparator: \.isWhitespace) { numbers[String(word)] = index + 1 }
    }
    return numbers
  }()

  /// The names in English, German, French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish and
  /// Norwegian, Finnish, Polish, Czech, Turkish, Russian, and Arabic.
  private static let words = """
    january jan januar jänner jän janvier janv enero ene gennaio gen janeiro januari tammikuuta
    tammi stycznia sty ledna led ocak oca января янв يناير;
    february feb februar februari février févr fév febrero febbraio fevereiro fev helmikuuta helmi
    lutego lut února úno şubat şub февраля февр фев فبراير;
    march mar märz mär mrz mars marzo março maart mrt marts maaliskuuta maalis marca března bře
    mart марта мар مارس;
    april apr avril avr abril abr aprile huhtikuuta huhti kwietnia kwi dubna dub nisan nis апреля
    апр أبريل ابريل;
    may mai mayo maggio mag maio mei maj toukokuuta touko maja května kvě mayıs мая май مايو;
    june jun juni juin junio giugno giu junho kesäkuuta kesä czerwca cze června čvn haziran haz
    июня июн يونيو;
    july jul juli juillet juil julio luglio lug julho heinäkuuta heinä lipca července čvc
    temmuz tem июля июл يوليو;
    august aug août aoû agosto ago augustus augusti elokuuta elo sierpnia sie srpna ağustos
    ağu августа авг أغسطس;
    september sep sept septembre septiembre settembre set setembro syyskuuta syys września wrz září
    zář eylül eyl сентября сент сен سبتمبر;
    october oct oktober okt octobre octubre ottobre ott outubro out lokakuuta loka października paź
    října říj ekim eki октября окт أكتوبر;
    november nov novembre noviembre novembro marraskuuta marras listopadu kasım kas
    ноября нояб ноя نوفمبر;
    december dec dezember dez décembre déc diciembre dic dicembre dezembro desember des joulukuuta
    joulu grudnia gru prosince pro aralık ara декабря дек ديسمبر
    """
}
