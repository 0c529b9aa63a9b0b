# spec: 001 "Conversion of interpolated values": hashes in braces
notice("${{a => 1, 'b c' => [1], 2 => {}}} ${{}}")
