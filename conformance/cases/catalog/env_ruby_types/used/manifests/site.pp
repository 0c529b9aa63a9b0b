# 002: where a type that cannot be loaded is named
class a(Foo $x) { }
class { 'a': x => Foo['a'] }
class c { foo { 'a': } }
define d { foo { 'a': } }
node 'default' {
  Foo { bar => 1 }
  notice('after')
}
node 'ref' {
  $x = Foo['a']
  notice($x)
}
node 'ref_rel' {
  notify { 'x': require => Foo['a'] }
}
node 'defd' {
  notice(defined('foo'))
  notice(defined(Foo))
  notice(defined(Foo['a']))
  notice(defined('Foo[a]'))
}
node 'collect' {
  Foo <| |>
  notice('after')
}
node 'collect2' {
  Foo <| title == a |> { bar => 2 }
  notice('after')
}
node 'virt' {
  @foo { 'a': }
  notice('after')
}
node 'exported' {
  @@foo { 'a': }
  notice('after')
}
node 'cr' {
  create_resources('foo', {'a' => {}})
}
node 'override' {
  Foo['a'] { bar => 1 }
}
node 'isa' {
  notice(Foo =~ Type)
  notice(Foo == Resource['foo'])
  notice(1 =~ Foo)
}
node 'class_param' {
  notice('after')
}
node 'twice' {
  if defined('foo') { notice('y') }
  foo { 'a': }
}
node 'two_in_one' {
  foo { 'a': }
  foo { 'b': }
}
node 'res' {
  Resource['foo'] { 'a': }
}
node 'res2' {
  notice(Resource['foo', 'b'])
}
node 'in_class' {
  include c
}
node 'in_define' {
  d { 'x': }
}
node 'getparam' {
  notice(Foo['a']['x'])
}
node 'realize' {
  realize(Foo['a'])
}
node 'edge' {
  notify { 'x': }
  Foo['a'] -> Notify['x']
}
