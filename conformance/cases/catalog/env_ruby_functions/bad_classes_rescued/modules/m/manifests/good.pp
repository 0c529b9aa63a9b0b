class m::good($p = 1) { notify { "good${p}": } $v = 'gv' }
