define down(Integer $n) { notify { "n ${n}": } if $n > 0 { down { "d${n}": n => $n - 1 } } }
down { 'start': n => 2 }
