# spec: 000 "URI"
$t = URI[scheme => Enum[http,https,true], query => Undef, fragment => Undef]
notice(URI('http://example.com/a') =~ $t, URI('HTTPS://example.com') =~ $t, URI('ftp://example.com') =~ $t, URI('http://example.com?x=1') =~ $t)
$u = URI[host => NotUndef, path => NotUndef]
notice(URI('http://example.com/a') =~ $u, URI('/a/b') =~ $u)
notice(URI('/a/b') =~ URI[path => /^\//], URI('a/b') =~ URI[path => /^\//])
