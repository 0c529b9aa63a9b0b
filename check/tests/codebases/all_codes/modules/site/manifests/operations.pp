# operators, constants and repetitions
class site::operations(Array $list, Optional[Integer] $count, Enum['a', 'b'] $mode) {
  $product = $list * 2
  $sum = $count + 1
  $length = $list.size
  $later = [$length =~ 'a', $mode < 5, $length['x'], upcase($mode) - 1, $list['x']]
  $constant = ['abc' + 1, '5' + 1, -'x', Integer['a'], Integer[5, 1], 1 =~ 5, sprintf('%d', 'abc')]
  $fine = [1 + 2, 'a'[0], Integer('12'), [1] - 1, regsubst('a', 'b', 'c')]
  notice($product, $sum, $later, $constant, $fine)
  file { '/twice':
    mode => '0644',
    mode => '0600',
  }
  if $count {
    notify { 'both': }
  } else {
    notify { 'both': }
  }
  notify { 'both': }
  include site::g
  class { 'site::g': }
  include site::g
  $list.each |$a, $b, $c| { notice($a, $b, $c) }
  $list.map |$a, *$b| { [$a, $b] }
  create_resources('ntp::server', { 'x' => { 'address' => 1, 'adress' => 'y' } })
  create_resources('ntp::sever', { 'x' => {} })
  ntp::server { 'splat':
    * => { 'address' => 2 },
  }
}
