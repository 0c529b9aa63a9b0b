# what is handed to the parent takes its places from the first one on
type Base = Object[{attributes => {a => Integer, b => {type => Integer, value => 2}}}]
type Other = Object[{parent => Base, attributes => {a => {type => Integer, override => true}}}]
notice(Other(5, 6))
notice(Other(5, 6).b)
