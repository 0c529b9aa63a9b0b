function m::name(String $x) >> String[3] { "${m::prefix($x)}-${x}" }
