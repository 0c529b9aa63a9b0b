# a type is not made when its parent lacks what the type overrides
type Base = Object[{attributes => {a => Integer}}]
type Other = Object[{parent => Base, attributes => {a => {type => Integer, value => 2, override => true}}}]
notice(Other(3))
