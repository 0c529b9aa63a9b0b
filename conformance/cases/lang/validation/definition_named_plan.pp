# spec: 000 "Reserved words": plan is a word of tasks only, but a definition of that name is warned of
class plan { notice(1) }
define plan::a() { }
function plan() { 2 }
include plan
notice(plan())
