# an overridden attribute is shown unless it has all the defaults of its types
type Base = Object[{attributes => {a => {type => Integer, value => 1}, b => {type => Integer, value => 5}}}]
type Other = Object[{parent => Base, attributes => {a => {type => Integer, value => 2, override => true}}}]
type Same = Object[{parent => Base, attributes => {a => {type => Integer, value => 1, override => true}}}]
notice(Other(), Other(a => 1), Other(a => 2, b => 5))
notice(Same(), Same(a => 2))
notice(String(Other(), '%#p'))
