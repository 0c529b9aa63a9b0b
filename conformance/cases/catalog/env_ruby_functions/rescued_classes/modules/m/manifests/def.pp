define m::def($p) { }
