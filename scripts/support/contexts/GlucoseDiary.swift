var draft: EventDraft { fatalError() }
var low: Reading { fatalError() }
var breakfast: DiaryEvent { fatalError() }
var issue: DraftIssue { fatalError() }
