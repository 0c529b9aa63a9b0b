node 'n01' {
include shop
}
node 'n02' {
$names = ['one', 'two'] include shop File <<| tag == 't-b' |>> { mode => '0400' }
}
node 'n03' {
$names = ['one'] include shop::over
}
node 'n04' {
class { 'shop': items => { 'z' => { price => 3 } } }
}
node 'n05' {
class { 'shop': items => { 'z' => { price => 3, tags => [] } } } Shop::Item <| title == 'z' |> { price => 1 }
}
node 'n06' {
notice(lookup('rb_x'), lookup('rb_x'), lookup('names'), lookup('alias', Hash, 'hash'), lookup('m', { default_value => 'no' }))
}
node 'n07' {
$bang = '!' notice(shout('a'), shout("b${bang}")) notice(shop::tally({ a => { price => 1 }, b => { price => 2.5 } }) |$k, $p| { "${k}=${p}" })
}
node 'n08' {
$bang = '' notice(shout(1))
}
node 'n09' {
notice(shop::tally({ a => { price => 'x' } }))
}
node 'n10' {
notice(shop::tally({ a => { price => 1 } }, 'min'))
}
node 'n11' {
notice(inline_template("<% x = [1,2,3]; x.each_slice(2) do |a| %><%= a.inspect %>;<% end %><%= [3,1].minmax %><%= {1=>2}.to_a.inspect %><%= 'é'.bytes.size %><%= :sym.inspect %><%= nil.to_a %><%= 10.divmod(3).inspect %><%= 'a-b'.tr('a-y','b-z') %>"))
}
node 'n12' {
notice(inline_epp(@(T)))
  <% $x = { a => [1, 2] } -%>
  <% $x.each |$k, $v| { %><%= $k %>=<%= $v.join('/') %> <% } -%>
  <%% literal %%> <%# c -%>
  <%- if $x[a][1] == 2 { -%>
    two
  <%- } elsif true { -%> no <%- } else { -%> never <%- } -%>
  | T
}
node 'n13' {
$e = [1, 2, 3, 4, 5, 6] notice($e.step(2).map |$x| { $x }, $e.reverse_each.filter |$x| { $x.type('generalized') == Integer }.join(','), $e.partition |$x| { $x % 2 == 0 }, $e.any |$x| { $x > 5 }, $e.all |$x| { $x > 5 }, $e.index |$x| { $x == 3 }, [1, '1', 1.0].unique, [[1, 2], [3]].flatten.max, ['a', 'B'].min)
}
node 'n14' {
file { default: ensure => file, mode => '0600'; '/x1': ; '/x2': mode => '0644', * => { owner => 'o', 'group' => 'g' }; ['/x3', '/x4']: content => @("C") }
  c ${1 + 1}
  | C
}
node 'n15' {
$a = 1 with($a) |$b| { $c = $b + 1 notice($a, $b, $c) } notice($c)
}
node 'n16' {
exec { 'ü ñ': command => '/bin/echo "日本"', unless => ['/bin/true', 'test -f "x y"'], path => ['/bin', '/usr/bin'], onlyif => undef, returns => [0, 1], environment => [] } notify { "t\tab \"q\" \\ \$": } Exec['ü ñ'] -> Notify["t\tab \"q\" \\ \$"]
}
