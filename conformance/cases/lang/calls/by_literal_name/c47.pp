notice([1,2].map |$y| { call('inline_epp', '<%= $y %>') })
