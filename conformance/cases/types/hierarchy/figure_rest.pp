# spec: 000 "The Type System": the figure, Data, RichData and what stands below Any
notice(ScalarData < Data, Undef < Data, Array[Data] < Data, Hash[String, Data] < Data, Hash[Integer, Data] < Data, Data < RichData, Numeric < Data)
notice([Default, Object, Scalar, SemVerRange, Sensitive, Binary, URI, Type, Undef, Array[RichData], Hash[RichData, RichData], Deferred].map |$t| { $t < RichData })
notice([Callable, Default, Object, Runtime, Sensitive, Type, TypeSet, Binary, URI, Deferred, SemVerRange, Collection, Init].all |$t| { $t < Any })
notice(Callable[Integer] < Callable, Runtime['ruby', 'A'] < Runtime, Sensitive[Integer] < Sensitive, Type[Integer] < Type, Object[{name => 'O', attributes => {}}] < Object)
