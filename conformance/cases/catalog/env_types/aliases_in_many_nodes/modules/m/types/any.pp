type M::Any = Variant[M::Settings, M::Path, M::Port, Undef]
