define pick($v) {
  $r = case $v {
    1, 2:              { 'one or two' }
    Integer[3, 5]:     { 'small' }
    /^a(.)/:           { "a then ${1}" }
    [1, /x/, default]: { 'list' }
    { k => 'v' }:      { 'hash' }
    undef:             { 'undef' }
    'B', default:      { 'other' }
  }
  notice($r)
}
pick { 'i': v => 2 }
pick { 's': v => 4 }
pick { 'r': v => 'abc' }
pick { 'h': v => { k => 'V' } }
pick { 'u': v => '' }
