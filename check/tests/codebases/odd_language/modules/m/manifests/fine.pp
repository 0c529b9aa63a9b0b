# looks wrong and is not
class m::fine(
  Optional[String] $name_or_none = undef,
  Variant[String, Sensitive[String]] $secret = 'x',
  Integer $count = 1,
  Enum['a', 'b'] $mode = 'a',
) {
  if $count > 1 { $once = 1 } else { $once = 2 }
  case $mode {
    'A': { $chosen = 1 }
    default: { $chosen = 2 }
  }
  [1].each |$x| { $once = $x }
  $switch = false
  case $switch {
    true: { notice('on') }
    default: { notice('off') }
  }
  case $count {
    1.0: { notice('one') }
    Numeric: { notice('number') }
    default: { }
  }
  notify { [[], "is ${name_or_none}"]: }
  @notify { 'never': require => 'nothing' }
  notify { 'related':
    require => undef,
    before  => [],
    stage   => undef,
  }
  $plain = if $secret =~ Sensitive { $secret.unwrap } else { $secret }
  $wrapped = Sensitive($plain)
  notice(File[''], $chosen, m::early(1), m::weak(2), [1, 2][5], { 'a' => 1 }['b'], $wrapped)
  create_resources('notify', Hash([]))
}
