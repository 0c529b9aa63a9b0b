define m::check() { }
