type M::Mode = Enum[fast, slow]
