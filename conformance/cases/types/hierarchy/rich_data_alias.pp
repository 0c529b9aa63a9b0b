# spec: 000 "RichData": all that can be serialised, with keys of any rich data
notice(RichData, {/a/ => default} =~ RichData, [SemVer('1.0.0'), SemVerRange('1.x'), Timespan(1), URI('a:b')] =~ RichData, {undef => 1} =~ RichData)
notice(RichData == Variant[Default, Object, Scalar, SemVerRange, Type, Undef, Array[RichData], Hash[RichData, RichData]], Callable =~ RichData, [1].map |$x| { $x } =~ RichData)
function f(RichData $x) { $x }
notice(f([1].reverse_each))
