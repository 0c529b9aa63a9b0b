# spec: 000 "URI": made from a hash of valid part names
notice(URI(scheme => 'http', host => 'example.com', path => '/a/b'))
notice(URI({scheme => 'http', userinfo => 'bob:pwd', host => 'example.com', port => 23, path => '/a/b', query => 'x=2', fragment => 'frag'}))
notice(URI({scheme => 'urn', opaque => 'a:b:c'}), URI({path => 'a'}), URI({query => 'a'}), URI({fragment => 'a'}))
notice(URI({scheme => 'http', host => 'a', port => 80}).port, URI('http://a:8080').port, URI('http://a').query, URI('http://a').path)
notice(URI('http://a/b') == URI({scheme => 'http', host => 'a', path => '/b'}), type(URI('http://a/b')), URI('http://A/b') == URI('http://a/b'))
