class other { notice("a") }
class m::a { }