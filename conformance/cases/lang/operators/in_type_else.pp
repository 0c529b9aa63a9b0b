# spec: 004 "in": a type: anything else is false
notice(String in 'a', Integer in 5, String in { 'a' => 1 }, Integer in { 1 => 2 }, Integer in [[1]], Undef in [undef], Any in [])
