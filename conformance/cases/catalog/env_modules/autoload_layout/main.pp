include a, a::b::c
b::d { 't': }
