notice(call('reduce', [1,2,3], 'a') |$a, $b| { $a + $b })
