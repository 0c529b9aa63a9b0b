$a = ['x']
File { tag => $a }
m::push($a)
file { '/x': }
