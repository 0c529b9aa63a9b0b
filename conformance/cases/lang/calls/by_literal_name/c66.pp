notice(call('assert_type', Integer, 'a') |$a, $b| { 'nope' })
