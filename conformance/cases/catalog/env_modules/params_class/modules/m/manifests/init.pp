class m($y = $m::params::x) inherits m::params { notice($y) }
