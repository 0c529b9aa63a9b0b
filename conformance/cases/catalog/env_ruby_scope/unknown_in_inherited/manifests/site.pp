class a { }
class b inherits a { }
class c inherits b { }
class d { }
class shown($name_of) {
  notice(inline_template('<%= scope[@name_of].inspect %>'))
}
node 'deep' { include c class { 'shown': name_of => 'c::nope' } }
node 'middle' { include c class { 'shown': name_of => '::b::nope' } }
node 'alone' { include d class { 'shown': name_of => 'd::nope' } }
node 'missing' { class { 'shown': name_of => 'nowhere::nope' } }
