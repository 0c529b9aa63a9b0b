# How often: a number with a unit.
type Monitoring::Interval = Pattern[/\A\d+[smh]\z/]
