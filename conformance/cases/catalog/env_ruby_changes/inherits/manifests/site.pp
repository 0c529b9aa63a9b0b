class base { $a = ['b'] }
class sub inherits base { notice(m::push($a, 's')) notice($a) }
include sub
notice($base::a)
