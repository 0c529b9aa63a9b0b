notice([1,2].map |$y| { call('getvar', 'y') })
