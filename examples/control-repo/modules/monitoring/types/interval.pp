# The interval between two checks: a number with a unit.
type Monitoring::Interval = Pattern[/\A\d+[smh]\z/]
