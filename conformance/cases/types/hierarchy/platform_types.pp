# spec: 000 "Puppet Types": platform types
notice(Callable, Default, Runtime, Sensitive, Type, Undef, Deferred)
notice(default =~ Default, Sensitive(1) =~ Sensitive, Integer =~ Type, undef =~ Undef, Deferred('f') =~ Deferred)
function f(Callable $x) { $x }
notice('f' =~ Callable, f('f'))
