# spec: 000 "Hash to String"
notice("${{a => 1, 'b c' => [true, undef], 3 => 'x'}}")
