notice($facts['os'], $role, $environment, $trusted['certname'], $trusted['extensions'])
class a($p = 1, Optional[Sensitive[String]] $s = undef) { notice("a $p", $s) tag('ta') }
class b inherits a { notice('b') Notify { tag => 'fromb' } notify { 'b': } }
class c(Integer $n, Array $l = []) { notify { "c ${n}": message => $l } contain d }
class d { notify { 'd': } }
node /^n1/ { include d notify { 'node': } }
node default { }
