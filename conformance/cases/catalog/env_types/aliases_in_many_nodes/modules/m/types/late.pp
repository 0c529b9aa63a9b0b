type M::Late = M::Missing
