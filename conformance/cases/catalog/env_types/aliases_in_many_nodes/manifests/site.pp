type Own::Port = M::Port
type Own::Tree = Hash[String, Variant[Own::Tree, M::Path]]
$given = $facts['value']
[M::Port, M::Ports, M::Path, M::Mode, M::Settings, M::Tree, M::Even, M::Odd, M::Any, M::Made, Own::Port, Own::Tree].each |$type| {
  notice($type, $given =~ $type)
}
notice(M::Even == M::Odd, M::Settings.new({mode => fast}), String(M::Tree), type([M::Port, M::Tree]))
case $given {
  M::Port: { notice('port') }
  M::Settings: { notice('settings') m::each { 'x': settings => $given } }
  default: { notice('other') }
}
class { 'm': tree => [$given].filter |$x| { $x =~ M::Tree }, value => $given }
notice(m::told($given, fast, $given ? { M::Port => slow, default => middle }))
notice($given =~ M::Late)
