# spec: 000 "URI"
$t = URI[{scheme => Enum[http, https], query => Undef, fragment => Undef}]
notice(URI('http://example.com') =~ $t, URI('http://example.com?a') =~ $t, URI('ftp://example.com') =~ $t)
notice(URI('file:///etc/passwd') =~ URI[{host => NotUndef}], URI('a/b') =~ URI[{path => /^\//}])
