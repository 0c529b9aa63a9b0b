# spec: 002 "Object": a definition without entries is named by its alias
type Foo = Object[{}]
notice(Foo(), Foo() == Foo(), Foo() =~ Foo, type(Foo()), Foo)
notice([1] + Foo(), "${Foo()}")
notice(-Foo())
