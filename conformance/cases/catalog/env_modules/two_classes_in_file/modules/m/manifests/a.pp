class m::a { notice("a") }
class m::b { notice("b") }
