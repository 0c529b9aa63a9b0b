# Jumps of functions and templates in Ruby: at the end of a body, out of its middle, past `else` and `ensure`.
[0, 1, 33, 39, 40].each |$n| { notice(m::jumps('guards', $n)) }
[1, 2, 'a', 'b', '7'].each |$n| { notice(m::jumps('kept', $n), m::jumps('rescued', $n)) }
notice(m::jumps('each', [undef, 1, 2, 3, 4]))
notice(m::jumps('each', [undef, 1, 2, 3, 4, 5]))
[1, 3, 9].each |$n| { notice(m::jumps('loops', $n)) }
notice(m::jumps('nested', [0, 1, undef]), m::jumps('nested', [0, 7, 1]), m::jumps('other', 1))
[1, 2, 3, 4].each |$n| { notice(old_jumps($n)) }
notice(template('m/jumps.erb'))
