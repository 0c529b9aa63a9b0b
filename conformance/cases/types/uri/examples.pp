# spec: 000 "URI"
$u = URI('http://bob:pwd@example.com:23/a/b?x=2#frag')
notice($u.scheme, $u.userinfo, $u.host, $u.port, $u.path, $u.query, $u.fragment)
$o = URI('urn:a:b:c')
notice($o.scheme, $o.opaque)
