# a selector, even with a call in it
1 ? { 1 => notice('one') }
notice('after')
