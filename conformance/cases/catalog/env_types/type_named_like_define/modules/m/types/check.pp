type M::Check = Struct[{ a => Integer }]
