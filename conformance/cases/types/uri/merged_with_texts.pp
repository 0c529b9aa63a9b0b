# spec: 000 "URI": merged with another URI or a String
$d = URI('http://example.com/a/b/')
$f = URI('http://example.com/a/b')
notice($d + URI('/c/d'), ' ', $d + '/c/d', ' ', $d + URI('c/d'), ' ', $d + 'c/d', ' ', $f + URI('c/d'), ' ', $f + 'c/d')
notice($f + '../x', ' ', $f + './x', ' ', $f + '?q=1', ' ', $f + '#frag', ' ', $f + '//other/x', ' ', $f + 'https://other/x')
notice(URI('a/b') + 'c')
