# spec: 000 "URI": the port is an Integer, NotUndef or Undef
$u = URI('http://example.com:23/')
notice($u =~ URI[{port => Integer[20, 30]}], $u =~ URI[{port => Integer[30, 40]}], $u =~ URI[{port => NotUndef}], $u =~ URI[{port => Undef}], $u =~ URI[{port => undef}])
notice(URI('c') =~ URI[{port => Integer[20, 30]}], URI('c') =~ URI[{port => NotUndef}], URI('c') =~ URI[{port => Undef}], $u =~ URI[{port => 23}])
notice(URI['http://example.com:23/'], $u =~ URI['http://example.com:23/'])
