class m::params { $x = 'px' }
