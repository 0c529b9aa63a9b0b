$x = lookup('list')
m::push($x)
notice($x)
notice(lookup('list'))
