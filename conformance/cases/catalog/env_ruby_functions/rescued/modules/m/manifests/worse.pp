class m::worse { $x = 1 + a }
