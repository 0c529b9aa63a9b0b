# braces in an interpolation are counted
notice("${ { 'a' => { 'b' => 1 } }['a']['b'] } }{ {}")
notice("${[1, 2].filter |$x| { $x > 1 }}}")
notice("{${1 + 1}} \${1} {}")
