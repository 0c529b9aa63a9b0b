notice(old_join(['a', 'b']), old_join('x'), old_fact())
old_say('statement')
notice(old_fail(1))
