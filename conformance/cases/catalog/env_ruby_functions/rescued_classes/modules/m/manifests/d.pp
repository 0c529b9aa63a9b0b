class m::d($p) { }
