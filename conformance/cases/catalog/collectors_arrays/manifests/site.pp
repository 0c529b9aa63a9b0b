# what an attribute's array holds: the items are options for a text or a version that is asked for
$asked = {
  'regexp'   => /p/,
  'type'     => String,
  'version'  => SemVer('1.0.0'),
  'list'     => ['p'],
  'default'  => default,
  'time'     => Timestamp(0),
  'range'    => SemVerRange('>=1.0.0'),
  'integer'  => Integer,
  'text'     => 'p',
  'digits'   => '1.0.0',
  'number'   => 1,
  'boolean'  => true,
  'nothing'  => undef,
}
$asked.each |$name, $value| {
  Notify <| message == $value |> { tag => "is_${name}" }
  Notify <| message != $value |> { tag => "not_${name}" }
}
$held = {
  'default' => default, 'regexp' => /p/, 'other regexp' => /x/, 'type' => String, 'integers' => Integer,
  'version' => SemVer('1.0.0'), 'range' => SemVerRange('>=1.0.0'), 'longer' => 'ap', 'capital' => 'P',
  'number' => 1, 'float' => 1.0, 'list' => ['p'], 'hash' => { 'p' => 1 }, 'binary' => Binary('cA=='),
  'time' => Timestamp(0), 'boolean' => true, 'nothing' => undef, 'secret' => Sensitive('p'),
}
$held.each |$name, $value| {
  notify { $name: message => [$value] }
  notify { "bare ${name}": message => $value }
}
notify { 'empty': message => [] }
notify { 'several': message => [undef, default, /x/] }
notify { 'none': }
