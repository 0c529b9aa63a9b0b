# spec: 000 "URI"
notice(URI({scheme => 'http', host => 'example.com', path => '/a b'.regsubst(' ', '%20'), query => 'a b'}))
notice(URI({host => '::1'}), ' ', type(URI({userinfo => 'u'})))
notice(URI({opaque => '//x'}))
