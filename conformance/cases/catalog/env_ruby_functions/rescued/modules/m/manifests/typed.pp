class m::typed(Integer $x = "a") { }
