notice([1].map |$x| { call('nope_thing', $x) })
