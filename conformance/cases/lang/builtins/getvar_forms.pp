$top = { list => ['x', { deep => true }] }
class c { $v = 'class' notice(getvar('v'), getvar('c::v'), getvar('::top.list.1.deep'), getvar('nope', 'dflt'), getvar('top.nope')) }
include c
notice(getvar('top.list.0.1.x', 'd') |$e| { "block ${e.issue_code}" })
