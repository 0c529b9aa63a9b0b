# é
type M::T = Integer