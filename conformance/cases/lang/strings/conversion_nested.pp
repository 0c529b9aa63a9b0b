# spec: 001 "Conversion of interpolated values": elements by the same rules
notice("${[undef, true, 1.0, 'a', [], {}, /x/, Integer, [1, [2]], default]}")
notice("${{ 'k' => undef, 2 => false, [1] => { 'n' => ['x'] }, 1.5 => /r/ }}")
