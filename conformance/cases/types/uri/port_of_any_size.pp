# spec: 000 "URI": ports are Integers of any size
$uri = URI('http://a:99999999999999999999999/b')
notice($uri, $uri.port, type($uri))
notice($uri =~ URI[{ port => Integer[9223372036854775807] }], $uri == URI('http://a:099999999999999999999999/b'))
notice(URI({ scheme => 'http', host => 'a', port => 9223372036854775807 + 0 }))
