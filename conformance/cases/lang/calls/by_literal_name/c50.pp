notice([1,2].filter |$y| { call('with', 5) |$z| { break() } })
