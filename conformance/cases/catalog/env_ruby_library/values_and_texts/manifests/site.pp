node 'n03' {
notice(m::run('require "bigdecimal"; BigDecimal("1.5")'))
notice(m::raw('require "bigdecimal"; BigDecimal("1.5")'))
}
node 'n04' {
notice(m::raw('require "bigdecimal"; [BigDecimal("1.5")]'))
}
node 'n05' {
notice(m::raw('require "bigdecimal"; x = BigDecimal("1.5"); {"a" => x, "c" => x.class.to_s}'))
}
node 'n06' {
notice(m::run('a = [1]; a << a; a.inspect'))
notice(m::run('h = {}; h["a"] = h; h.inspect'))
}
node 'n09' {
notice(m::run('r = Puppet::Resource.new("File", "/a", :parameters => {:ensure => "file", :mode => "0644"}); r.to_manifest'))
}
node 'n10' {
file { '/q': ensure => file, mode => '0644', require => M::D['z'] }
m::d { 'z': p => [1, 2, { a => 'b' }] }
notice(m::run('scope.catalog.resource("File[/q]").to_manifest'))
notice(m::run('scope.catalog.resource("M::D[z]").to_manifest'))
notice(m::run('scope.catalog.resource("File[/q]").to_hierayaml'))
notice(m::run('scope.catalog.resource("File[/q]").to_resource.class'))
}
node 'n11' {
notice(m::run('Puppet::Pops::MergeStrategy.strategy("deep").merge({"a" => {"b" => 1}}, {"a" => {"c" => 2}})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("unique").merge([1], [2])'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("hash").merge({"a" => 1}, {"b" => 2})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy({"strategy" => "deep", "merge_hash_arrays" => true}).merge({"a" => [{"x" => 1}]}, {"a" => [{"y" => 1}]})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("nope")'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy_keys.inspect'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("deep").class'))
}
node 'n12' {
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, "1 + 2")'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, "[1,2].map |$x| { $x * 2 }")'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, "1 +")'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.parse_string("1 + 2").class'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.singleton.parse_string("1 + 2").class'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.quote("a$b")'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, "$x", "foo")'))
}
node 'n13' {
notice(m::run('args[0].each { |x| x }.class', [1,2,3].each))
notice(m::run('args[0].class', [1,2,3].reverse_each))
notice(m::run('r = []; args[0].each { |x| r << x }; r', [1,2,3].reverse_each))
notice(m::run('args[0].each_with_index.to_a', [1,2,3].reverse_each))
notice(m::run('args[0].to_a', [1,2,3].step(2)))
notice(m::run('args[0].map { |x| x + 1 }', Integer[1,3].each))
notice(m::run('args[0].next', [1,2,3].reverse_each))
notice(m::run('args[0].size', [1,2,3].reverse_each))
notice(m::run('args[0].unbounded?', [1,2,3].reverse_each))
notice(m::run('args[0].inspect', [1,2,3].reverse_each))
}
node 'n15' {
notice(m::run('args.to_yaml', Timestamp(0)))
notice(m::run('args.to_yaml', Binary('YQ==')))
notice(m::run('args.to_yaml', Sensitive(1)))
notice(m::run('args.to_yaml', SemVer('1.0.0')))
notice(m::run('args.to_yaml', Timespan(1)))
notice(m::run('args.to_yaml', /a/))
notice(m::run('args.to_yaml', default))
}
node 'n16' {
notice(m::run('args.to_json', Timestamp(0)))
notice(m::run('args.to_json', Binary('YQ==')))
notice(m::run('args.to_json', Sensitive(1)))
notice(m::run('args.to_json', SemVer('1.0.0')))
notice(m::run('args.to_json', Timespan(1)))
notice(m::run('args.to_json', Integer))
notice(m::run('args.to_json', /a/))
notice(m::run('args.to_json', default))
notice(m::run('args.to_json', File['/a']))
}
