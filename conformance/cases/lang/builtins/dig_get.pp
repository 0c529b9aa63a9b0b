$d = { a => [{ b => { 'c.d' => 5 } }], 'n' => undef }
notice($d.dig('a', 0, 'b'), $d.dig('a', 1, 'b'), $d.dig('n', 'x'), $d.get('a.0.b'), $d.get('a.0.b."c.d"'), $d.get('x.y', 'none'))
notice($d.get('a.5', 'dflt'), $d.get('n', 'default for undef'), $d.get(''), get(undef, 'a', 'u'), get([1, 2], '1'))
