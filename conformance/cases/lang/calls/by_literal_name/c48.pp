[1,2].each |$y| { call('break') }
