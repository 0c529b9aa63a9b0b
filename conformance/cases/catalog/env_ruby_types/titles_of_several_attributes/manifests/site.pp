node 'n01' {
ku { 'p/q/r': val => 1 } 
notice(Ku['p/q/r'], Ku['p/q/r']['val'], Ku['p/q/r']['name'], Ku['p/q/r']['dir'])
notice(m::ref('scope.catalog.resource("Ku[p/q/r]").to_s'), m::ref('scope.catalog.resource("Ku", "p/q/r")[:name]'), m::ref('scope.catalog.resource("Ku[p/q/r]").to_hash'), m::ref('scope.catalog.resource("Ku[p/q/r]").uniqueness_key'))
}
node 'n02' {
ku { 'p/q': } ku { 'other': name => 'q', dir => 'p' }
}
node 'n03' {
ku { 'a': name => 'q', dir => 'p' } notify { 'x': require => Ku['a'] }
}
node 'n05' {
ku { 'p/q': } notify { 'x': require => Ku['p/q'], before => Ku['nope/x'] }
}
node 'n06' {
ku { 'p/q': val => 2 } Ku <| dir == 'p' |> { ensure => present }
Ku <| name == 'q' |> { val => 3 }
}
node 'n07' {
ku { 'p/q': val => 2 } Ku <| title == 'p/q' |> { val => 5 }
}
node 'n08' {
@ku { 'p/q': val => 2 } Ku <| name == 'q' |>
}
node 'n09' {
@ku { 'p/q': val => 2 } Ku <| dir == 'p' |>
}
node 'n10' {
kv { 'x:y': c => 1 } notice(Kv['x:y']['a'], Kv['x:y']['b'], Kv['x:y']['c'])
notice(m::ref('scope.catalog.resource("Kv[x:y]").to_hash'))
}
node 'n11' {
kv { 'x:y': } kv { 'X:y': }
}
node 'n12' {
kv { 'x:y': } kv { 'z': a => 'x', b => 'y' }
}
node 'n13' {
kv { 'n': b => 'q' } kv { 'm': a => 'n', b => 'q' }
}
node 'n20' {
notice(defined(Ku['p/q']), defined('ku'), defined(Ku)) ku { 'p/q': } notice(defined(Ku['p/q']), defined('Ku[p/q]'))
}
node 'n21' {
ku { "multi\nline/x": } notice(Ku["multi\nline/x"]['name'])
}
node 'n22' {
ku { '/': } notice(Ku['/']['name'], Ku['/']['dir'])
}
node 'n23' {
create_resources('ku', { 'a/b' => { val => 1 }, 'c' => { dir => 'd' } }) notice(m::ref('scope.catalog.resources.select { |r| r.type == "Ku" }.map { |r| [r.title, r.uniqueness_key, r[:dir], r.name] }'))
}
node 'n24' {
notice(m::ref('Puppet::Resource.new("Ku", "p/q").to_hash'), m::ref('Puppet::Resource.new("Ku", "p/q").uniqueness_key'), m::ref('Puppet::Resource.new("Ku", "p/q").to_manifest'), m::ref('Puppet::Type.type(:ku).title_patterns.size'), m::ref('Puppet::Type.type(:ku).key_attributes'), m::ref('Puppet::Resource.new("Ku", "p/q")[:name]'))
}
node 'n25' {
notice(m::ref('a[0].class', Ku['p/q']), m::ref('a[0].to_s', Ku['p/q/r']), m::ref('a[0].title', Ku['p/q/r']), m::ref('a[0].type_name', Ku['p/q/r']), m::ref('scope.catalog.resource(a[0].type_name, a[0].title)', Ku['p/q/r']))
}
node 'n26' {
notice(inline_template('<%= scope.catalog.resource("Ku[p/q]").inspect %>'), inline_template('<%= scope.catalog.resources.map(&:to_s).join(",") %>'))
}
