function m::plain($a, $b) { "${a}${b}" }
notice(m::role('::web'))
notice(m::file('a.txt'))
notice(m::catalog())
if $facts['again'] { m::role('again') }
