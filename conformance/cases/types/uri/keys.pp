# spec: 000 "URI": as keys URIs are what they were written, though equal
notice(URI('http://A.b/') == URI('http://a.b'), [URI('http://A.b/'), URI('http://a.b')].unique.size)
notice({ URI('http://a.b') => 1 }[URI('http://a.b/')] =~ Undef, { URI('http://a.b') => 1 }[URI('HTTP://a.b:80')])
notice([URI('http://a.b')] == [URI('http://A.b/')], { URI('http://a.b') => 1 } == { URI('http://A.b/') => 1 })
