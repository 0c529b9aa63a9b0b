class m::bad3 { syntax error here
