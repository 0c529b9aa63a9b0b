function inner() { inline_template('<%= scope["1"].inspect %>') }
function own() { if 'xyz' =~ /(y)/ { inline_template('<%= scope["1"].inspect %>') } }
node top {
  notice(inline_template('<%= scope["1"].inspect %> <%= scope.include?("1") %> <%= scope.exist?("1") %>'))
  notice(m::current('1'), m::calling('1'), legacy_group('1'))
  include m
}
node matched {
  if 'abc' =~ /(b)(x)?/ {
    notice(inline_template('<%= [scope["0"], scope.lookupvar("1"), scope["2"], scope["9"], scope["01"]].inspect %>'))
    notice(inline_template('<%= [scope.include?("1"), scope.include?("2"), scope.exist?("9")].inspect %>'))
    notice(m::current('1'), m::calling('1'), m::calling('2'), legacy_group('1'))
    notice(inner(), own())
    [1].each |$i| {
      notice(inline_template('<%= scope["1"] %>'), legacy_group('1'))
      if 'q' =~ /q/ { notice(inline_template('<%= scope["1"].inspect %>')) }
      notice(m::calling('1'))
    }
    include m
  }
}
node selected {
  $x = 'hello' ? { /l(l)/ => inline_template('<%= scope["1"] + scope["0"] %>') }
  notice($x)
  case 'foo' { /f(o)/: { notice(legacy_group('1')) } default: { } }
  notice(['abc', 'bcd'].map |$y| { $y ? { /b(.)/ => m::calling('1'), default => 1 } })
}
node /^reg(\d)$/ { notice(inline_template('<%= scope["1"] %>'), m::calling('1'), legacy_group('1')) }
node assigned { if 'a' =~ /a/ { inline_template('<% scope["0"] = "q" %>') } }
