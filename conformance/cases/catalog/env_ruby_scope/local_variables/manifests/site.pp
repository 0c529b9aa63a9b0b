define dd($a = 1, $b = 2, $c = $a) { $loc = 1  notice(inline_template('<%= scope.to_hash(false).inspect %> <%= scope.parent_module_name.inspect %>|<%= scope.parent.to_s %>|<%= scope.source.name %>')) }
class cc($b = 1, $a = 2, $z = undef) { notice(inline_template('<%= scope.to_hash(false).inspect %> <%= scope.parent_module_name.inspect %>|<%= scope.parent.to_s %>')) 
 dd { 'x': b => 9, tag => 'tt' } }
class { 'cc': a => 5 }
include m
notice(inline_template('<%= scope.to_hash(false).keys.inspect %> <%= scope.parent_module_name.inspect %> <%= scope.parent.inspect %> <%= scope.source.name.inspect %>'))
['q'].each |$v| { $w = 'W' notice(lv('v'), lv('w'), m::sv('w'), m::sv('v')) notice(inline_template('<%= @v %> <%= scope["w"] %> <%= scope.function_lv(["w"]) %>')) }
function ff($p) { $loc = 'floc' [lv('p'), lv('loc'), m::sv('p'), m::sv("k")] }
notice(ff('P'))
define pp1() { notice(inline_template('<%= scope.parent %> <%= scope.enclosing_scope %> <%= scope.inherited_scope.inspect %> <%= scope.find_global_scope %>')) }
class bb { $x = 1 }
class c1 inherits bb { pp1 { 'x': } include d2 }
class d2 { notice(inline_template('<%= scope.parent %> <%= scope.enclosing_scope %> <%= scope.inherited_scope.inspect %> <%= scope.find_global_scope %>')) }
node default { include c1 pp1 { 'n': } }
