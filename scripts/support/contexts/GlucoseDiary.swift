// SPDX-License-Identifier: Apache-2.0
var draft: MealDraft { fatalError() }
var breakfast: DiaryEvent { fatalError() }
