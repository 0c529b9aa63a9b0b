# spec: 000 "URI": a String, Regexp, Pattern, Enum, NotUndef, Undef
$u = URI('http://bob:pwd@example.com:23/a/b?x=2#frag')
$parts = {scheme => 'http', userinfo => 'bob:pwd', host => 'example.com', path => '/a/b', query => 'x=2', fragment => 'frag'}
$parts.each |$part, $text| {
  notice($u =~ URI[{$part => $text}], $u =~ URI[{$part => 'z'}], $u =~ URI[{$part => Regexp("^${text[0]}")}], $u =~ URI[{$part => /z/}])
  notice($u =~ URI[{$part => Pattern[/z/, Regexp("${text[-1]}$")]}], $u =~ URI[{$part => Pattern[/z/]}], $u =~ URI[{$part => Enum[z, $text]}], $u =~ URI[{$part => Enum[z]}])
  notice($u =~ URI[{$part => NotUndef}], $u =~ URI[{$part => undef}], $u =~ URI[{$part => Undef}])
}
$none = URI('c')
notice(['scheme', 'userinfo', 'host', 'port', 'query', 'fragment', 'opaque'].map |$part| { [$none =~ URI[{$part => NotUndef}], $none =~ URI[{$part => undef}], $none =~ URI[{$part => Undef}]] })
notice(URI('urn:a:b') =~ URI[{opaque => /^a/}], URI('urn:a:b') =~ URI[{opaque => NotUndef}], $u =~ URI[{opaque => Undef}])
