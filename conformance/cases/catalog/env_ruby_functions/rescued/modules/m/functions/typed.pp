function m::typed(Integer $x) >> String { $x }
