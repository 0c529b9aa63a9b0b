# A record that does not fit the declared result is an error, also where its hash is never made.
function wrong(Integer $i) >> Struct[{ x => Integer, y => Integer }] { if $i > 50 { { 'x' => 1.5, 'y' => $i } } else { { 'x' => 1, 'y' => $i } } }
notice(Integer[1, 60].reduce(0) |$m, $i| { $m + wrong($i)['y'] })
