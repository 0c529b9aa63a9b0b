function f(Pattern[/^[a-z]+$/] $p, Sensitive[String] $s) { $p }
notice(f('abc', Sensitive('x')))
f('ABC', 'plain')
