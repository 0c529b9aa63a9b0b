function m::pp(*$a) >> Any { $a.map |$x| { "pp${x}" } }
