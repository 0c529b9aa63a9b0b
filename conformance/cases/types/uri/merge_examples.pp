# spec: 000 "URI"
$d = URI('http://example.com/a/b/')
$f = URI('http://example.com/a/b')
notice($d + URI('/c/d'), $d + URI('c/d'), $f + URI('c/d'), $d + 'x')
