define m::thing($one, $two = 2) {
  notice(m::params())
  notice(m::params(['two', 'noop']))
  notice(m::names())
}
