class m::syntax { $x = }
