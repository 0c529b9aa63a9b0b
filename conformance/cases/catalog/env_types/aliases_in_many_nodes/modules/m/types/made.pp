type M::Made = Type[M::Port]
