var week: ClosedRange<LocalDay> { fatalError() }
var month: ClosedRange<LocalDay> { fatalError() }
var spring: Range<Date> { fatalError() }
var display: LiveDisplay { fatalError() }
var picture: DayPicture {
  get { fatalError() }
  set {}
}
var bifocal: DayPicture { fatalError() }
var point: PicturePoint { fatalError() }
var calendar: CalendarPicture { fatalError() }
var heatMap: HeatMapPicture { fatalError() }
var places: PicturePlaces { fatalError() }
var night: NightForecast { fatalError() }
