define m::d($p = 1) { }
