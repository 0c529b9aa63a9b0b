# spec: 000 "Type Algebra on Any": each row, and a type beside Any
notice(type([Any, Any], 'generalized'))
[Integer, String, Undef, Default, Array, Callable, File, Class, Data, Variant[Integer, String]].each |$t| { notice(type([Any, $t], 'generalized'), ' ', type([$t, Any], 'generalized')) }
