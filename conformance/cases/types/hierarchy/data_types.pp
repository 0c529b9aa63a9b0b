# spec: 000 "Puppet Types": data types
$values = [1, 1.5, true, 'a', [], {}, undef, URI('a:b'), Binary('YQ==')]
$types = [Integer, Float, Boolean, String, Array, Hash, Undef, URI, Binary]
$values.each |$v| { notice($types.filter |$t| { $v =~ $t }) }
