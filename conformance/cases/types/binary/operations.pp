$b = Binary('aGVsbG8=')
notice($b, size($b), String($b), String($b, '%s'), String($b, '%p'), $b == Binary('hello', '%s'), type($b), "${b}", [$b], $b =~ Binary)
notice(Binary([104, 105]), String(Binary([104, 105]), '%u'), Binary({ value => 'aGk=' }), Array(Binary('aGk=')))
