var id: DiaryEvent.ID { fatalError() }
var breakfast: DiaryEvent { fatalError() }
var treatments: [DiaryEvent] { fatalError() }
var week: Range<Date> { fatalError() }
var archiveOfTheOtherPhone: URL { fatalError() }
var backup: String { fatalError() }
var bytes: [UInt8] { fatalError() }
func show(_ recording: Recording) {}
