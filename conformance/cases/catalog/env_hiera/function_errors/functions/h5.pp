function h5($o, $c) { fail('broken') }
