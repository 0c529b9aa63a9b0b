# An interval in seconds.
function monitoring::seconds(Monitoring::Interval $interval) >> Integer[0] {
  $unit = { 's' => 1, 'm' => 60, 'h' => 3600 }
  if $interval =~ /\A(\d+)([smh])\z/ {
    Integer($1, 10) * $unit[$2]
  }
}
