class m($a, $b, $c, $d = 'manifest') { notify { "${a}|${b}|${c}|${d}": } }
