# Code that Puppet evaluates without an error, although some of it looks wrong.

# texts are iterable
'abc'.each |$letter| { notice($letter) }
notice('abcdef'.reverse_each.step(2), 'abc'.slice(2), index('abc') |$c| { $c == 'b' })
function takes_iterable(Iterable $list) { $list }
notice(takes_iterable('ab'), takes_iterable(3))

# attributes and functions of objects are called like functions
$uri = URI('http://example.com:23/a?b#c')
notice($uri.scheme, $uri.host, $uri.port, Error('oh').message, Deferred('f').name)
type Car = Object[{ attributes => { wheels => Integer, each => Integer } }]
notice(Car(4, 5).wheels, Car(4, 5).each)
notice(Color('red').shade)
function data(Hash $options, Puppet::LookupContext $context) {
  $context.cache('a', 1)
  $context.cached_value('a')
}

# names of functions have no case
function camelCase() { 1 }
notice(camelCase(), camelcase(), upCase('a'))

# a parameter for the rest may have the type of the whole array
function rest(Array[Integer] *$all) { $all }
notice(rest(1, 2, 3))

# metaparameters are variables, and `name` may be given
class named { notice($name, $tag, $named::tag, $named::schedule) }
class { 'named': name => 'other', tag => 'a', schedule => 'weekly' }

# parameters of lambdas are seen as variables of the class
class lambdas { ['a'].each |$inner| { notice($lambdas::inner) } }
include lambdas

# results of `sort` and `unique` may be texts
notice(sort('ba').upcase, unique('aa').upcase)
notice(defined(Node['a']))

# nothing uses these
File { nope => 1 }
type Loose = Array[Missing]
notice(1 =~ Loose)
include m

# a type may make parameters by a method of its own, as exec does
checked { 'a': command => 'x', onlyif => 'y' }

# Puppet itself reads a metaparameter that a class declares
class staged($stage = 'main') { }
include staged

# plans call functions
function planned() { write_file('content', '/file', []) }
planned()

# an object type in a set of types may be written as a hash
type Fleet = TypeSet[{ version => '1.0.0', pcore_version => '1.0.0', types => { Van => { attributes => { seats => Integer } } } }]
function seats($van) { $van.seats }
notice('seats')

# the data of the server may have m::needy::settings
class { 'm::needy': settings => undef }

# a parameter whose type contains a Variant without types takes any value there, though `=~` is false
type Whatever = Array[Variant]
define loose(
  Variant $value = undef,
  Array[Variant] $list = [1],
  Struct[{ a => Whatever }] $struct = { 'a' => [1] },
) {
  notice($value, $list, $struct)
}
loose { 'a': value => 'yes', list => ['x'], struct => { 'a' => ['b'] } }
