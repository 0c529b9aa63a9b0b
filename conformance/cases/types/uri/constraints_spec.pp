# spec: 000 "URI"
$t = URI[{scheme => Enum[http, https, true], query => Undef, fragment => Undef}]
notice(URI('http://a.b') =~ $t, URI('HTTPS://a.b') =~ $t, URI('http://a.b?x=1') =~ $t, URI('ftp://a.b') =~ $t)
notice(URI('http://a.b/c') =~ URI[{host => NotUndef, path => NotUndef}], URI('file:///etc/passwd') =~ URI[{host => NotUndef}])
notice(URI('/a/b') =~ URI[{path => /^\//}], URI('a/b') =~ URI[{path => /^\//}], URI('a/b') =~ URI[{path => /^[^\/]/}])
