node 'n01' {
notice(m::run('call_function("include", "m::bad1")'))
notice(m::run('call_function("include", "m::bad1")'))
notice(m::run('call_function("include", "m::bad2")'))
notice(m::run('call_function("include", "m::bad3")'))
notice(m::run('call_function("include", "m::bad3")'))
notice(m::run('call_function("include", "m::bad4")'))
notice(m::run('call_function("include", "m::bad5")'))
notice(m::run('call_function("include", "m::bad6")'))
notice(m::run('call_function("include", "m::nope")'))
notice(m::run('call_function("include", "m::good")'))
notice(defined(Class['m::bad1']), defined(Class['m::bad2']), defined(Class['m::bad4']), defined(Class['m::bad5']), defined(Class['m::bad6']), defined(Class['m::good']))
notice(defined(Notify['bad1']), defined(Notify['bad2']), defined(Notify['bad4']))
}
node 'n02' {
notice(m::run('call_function("include", "m::bad2")'))
include m::bad2
}
node 'n03' {
notice(m::run('call_function("include", "m::bad1")'))
include m::bad1
}
node 'n04' {
notice(m::run('call_function("include", "m::bad1", "m::good")'))
notice(defined(Class['m::good']))
include m::good
notice($m::good::v)
}
node 'n05' {
notice(old('function_include(["m::bad1"])'))
notice(old('function_include(["m::bad2"])'))
notice(old('function_include(["m::bad4"])'))
notice(old('function_include(["m::good"])'))
}
node 'n06' {
notice(inline_template('<% begin; scope.call_function("include", ["m::bad1"]); rescue => e; %><%= e.message %><% end %>'))
notice(inline_template('<% begin; scope.function_include(["m::bad2"]); rescue => e; %><%= e.message %><% end %>'))
notice(inline_template('<%= scope.catalog.classes.inspect %>'))
}
node 'n07' {
notice(m::run('call_function("contain", "m::bad1")'))
notice(m::run('call_function("require", "m::bad1")'))
notice(m::run('call_function("contain", "m::bad4")'))
notice(m::run('call_function("require", "m::nope")'))
notice(m::run('call_function("create_resources", "class", {"m::bad4" => {}})'))
notice(m::run('call_function("create_resources", "m::nope", {"m::bad4" => {}})'))
notice(m::run('call_function("create_resources", "m::d", {"m::bad4" => {"zz" => 1}})'))
notice(m::run('call_function("create_resources", "notify", {"a" => {"zz" => 1}})'))
notice(m::run('call_function("create_resources", "notify", {"a" => {"message" => 1}})'))
notice(m::run('call_function("create_resources", "notify", {"a" => {"message" => 1}})'))
notice(m::run('call_function("lookup", "nope")'))
notice(m::run('call_function("lookup", "nope", "Integer", "first", "x")'))
notice(m::run('call_function("fail", "x")'))
notice(m::run('call_function("nope", "x")'))
notice(m::run('call_function("realize", "x")'))
notice(m::run('call_function("assert_type", "Integer", "x")'))
notice(m::run('call_function("versioncmp", "x")'))
notice(m::run('call_function("epp", "m/nope.epp")'))
notice(m::run('call_function("template", "m/nope.erb")'))
notice(m::run('call_function("inline_template", "<%= raise %q(x) %>")'))
notice(m::run('call_function("inline_epp", "<%= $nope %>")'))
notice(m::run('call_function("Integer", "x")'))
notice(m::run('call_function("new", "Integer", "x")'))
}
node 'n08' {
$top = 'tt'
[1,2].each |$i| {
  $loc = "l${i}"
  notice(getvar('loc'), getvar('i'), getvar('top'), getvar('nope'), getvar('nope', 'dflt'))
  notice(inline_template('<%= @loc %> <%= @i %> <%= @top %> <%= @nope.inspect %> <%= scope.lookupvar("loc") %> <%= scope["i"] %> <%= has_variable?("loc") %> <%= has_variable?("nope") %>'))
  notice(m::scoped('[scope.lookupvar("loc"), scope["i"], scope.exist?("loc"), scope.include?("nope"), scope.bound?("i")]'))
  notice(m::run('[scope.lookupvar("loc"), scope.exist?("loc")]'))
  notice(old('[lookupvar("loc"), self["i"], exist?("loc"), to_hash.key?("loc"), to_hash.key?("i")]'))
  notice(m::look('top'), m::look('loc'))
}
}
node 'n09' {
$fn = with(1) |$q| { $w = 2 m::look('w') }
notice($fn)
notice(m::lam([1]) |$x| { $y = 5 [getvar('hidden'), getvar('y'), getvar('x'), getvar('xs'), inline_template('<%= @x %><%= @y %>')] })
}
node 'n10' {
m::d { 'one': }
m::d { 'two': p => [1] }
}
node 'n11' {
[1].each |$z| { m::d { "l${z}": p => $z } }
include m::good
notice(getvar('m::good::v'), getvar('m::good::nope'), getvar('::m::good::v'), m::run('scope["m::good::v"]'), m::run('scope.lookupvar("::m::good::v")'), inline_template('<%= scope["m::good::v"] %><%= scope.lookupvar("m::good::p") %>'))
}
node 'n12' {
notice(with('a') |$x| { $e = inline_epp('<% $k = 3 %><%= [1].map |$j| { $o = 7 [getvar("k"), getvar("j"), getvar("o"), getvar("x")] } %>') $e })
notice(inline_epp('<%- | $a, $b = 2 | -%><%= inline_template("<%%= @a %%> <%%= @b %%>") %>', {a => 1}))
notice(inline_epp('<%- | $a, $b = 2 | -%><%= m::scoped("[scope.lookupvar(%q(a)), scope.to_hash.keys.sort.last(3)]") %>', {a => 1}))
}
node 'n13' {
$h = { a => { 'b' => [10, 20] } }
notice(getvar('h.a.b.1'), getvar('h.a.c', 4), getvar('h.a.b.x.y', 5))
[3].each |$h| { notice(getvar('h'), getvar('h.a', 'none')) }
}
node 'n14' {
notice(m::run('scope.lookupvar("nope")'))
notice(m::scoped('scope.lookupvar("nope")'))
notice(m::scoped('scope["nope"]'))
notice(m::scoped('scope.lookupvar("nope::x")'))
notice(m::scoped('scope.setvar("zz", 3); scope.lookupvar("zz")'))
notice($zz)
notice(old('setvar("yy", 3); lookupvar("yy")'))
notice($yy)
}
