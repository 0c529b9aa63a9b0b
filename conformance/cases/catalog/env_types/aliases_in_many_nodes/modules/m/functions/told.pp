function m::told(Variant[M::Port, M::Path] $value, M::Mode *$modes) >> M::Any { $value }
