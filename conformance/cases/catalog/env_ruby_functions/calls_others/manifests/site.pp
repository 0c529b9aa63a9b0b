notice(m::calls('abc'))
m::log('said')
notice(m::calls(undef))
