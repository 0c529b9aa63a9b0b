function m::prefix($x) { upcase($x) }
