class m::i inherits m::nope { }
