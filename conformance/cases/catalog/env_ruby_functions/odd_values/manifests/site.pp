# 003: what a function written in Ruby may give beside the language's own values
node 'big' {
  $x = m::give("2**70")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'negbig' {
  $x = m::give("-(2**64)")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'float' {
  $x = m::give("1.0e100")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'small' {
  $x = m::give("1.0e-10")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'frozen' {
  $x = m::give("%q(x).freeze")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'hdef' {
  $x = m::give("Hash.new(5).merge(%q(a) => 1)")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'latin' {
  $x = m::give("%q(é).encode(%q(ISO-8859-1))")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'sensitive' {
  $x = m::give("Puppet::Pops::Types::PSensitiveType::Sensitive.new(%q(s))")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'strnul' {
  $x = m::give("%q(a).concat(0.chr)")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'symarr' {
  $x = m::give("[:a, :b]")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'symbol' {
  $x = m::give(":sym")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'symkey' {
  $x = m::give("{a: 1}")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
node 'undef' {
  $x = m::give(":undef")
  notice($x)
  notice("a ${x} b")
  notice(type($x))
  notify { "t": message => $x }
}
