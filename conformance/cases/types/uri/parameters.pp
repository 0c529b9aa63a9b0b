# spec: 000 "URI"
notice(URI, URI['http://example.com/a'], URI['urn:a:b'], URI[{scheme => 'http'}], URI[scheme => 'http', port => 80], URI[{path => '/a/b'}])
notice(URI('http://example.com/a') =~ URI['http://example.com/a'], URI('http://example.com/b') =~ URI['http://example.com/a'], URI('/a/b') =~ URI[{path => '/a/b'}])
notice(URI > URI[{scheme => 'http'}], URI('urn:a:b') =~ URI['urn:a:b'], URI('urn:a:b') =~ URI[{opaque => 'a:b'}], 'http://a' =~ URI)
