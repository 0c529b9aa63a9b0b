m::d { "x": }
m::sub::e { "y": }
m { "z": }