notice(call('nope::thing', 1))
