class m::y { }
