node 'n01' {
notice(m::run('Puppet::Resource.new("File", "/a", :parameters => {:ensure => "file", :mode => "0644", :content => nil, :source => ["a", "b"], :force => true, :owner => 3, :ctime => 1.5, :group => :undef, :b => {"a" => 1, "b" => [1]}, :alias => [], :noop => "it\'s", :tag => ["one"]}).to_manifest'))
notice(m::run('Puppet::Resource.new("file", "/a\'b").to_manifest'))
notice(m::run('Puppet::Resource.new("m::d", "x y", :parameters => {:p => 1}).to_manifest'))
notice(m::run('Puppet::Resource.new("class", "m::k", :parameters => {:p => 1}).to_manifest'))
notice(m::run('Puppet::Resource.new("nope::d", "x", :parameters => {:zz => 1, :a => "x"}).to_manifest'))
notice(m::run('Puppet::Resource.new("notify", "x", :parameters => {:message => "a\nb", "name" => "q"}).to_manifest'))
notice(m::run('Puppet::Resource.new("notify", "x", :parameters => {:message => Puppet::Resource.new("File", "/a")}).to_manifest'))
notice(m::run('Puppet::Resource.new("notify", "x", :parameters => {:message => [Puppet::Resource.new("File", "/a"), :x, nil, true]}).to_manifest'))
}
node 'n02' {
notice(m::run('Puppet::Resource.new("File", "/a", :parameters => {:ensure => "file", :mode => "0644", :source => ["a", "b"], :force => true}).to_hierayaml'))
notice(m::run('Puppet::Resource.new("File", "/a", :parameters => {:ensure => "file"}).to_hash'))
notice(m::run('Puppet::Resource.new("File", "/a", :parameters => {:ensure => "file"}).to_ref'))
}
node 'n03' {
notice(m::run('Puppet::Pops::MergeStrategy.strategy("deep").merge({"a" => {"b" => 1}}, {"a" => {"c" => 2}})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("unique").merge([1], [2])'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("unique").merge([1], 2)'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("unique").merge([1], {})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("hash").merge({"a" => 1}, {"b" => 2})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("hash").merge({"a" => 1}, 2)'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy(:hash).merge({"a" => 1}, {"a" => 2, "c" => 4})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy({"strategy" => "deep", "merge_hash_arrays" => true}).merge({"a" => [{"x" => 1}]}, {"a" => [{"y" => 1}]})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy({"strategy" => "deep", "knockout_prefix" => "--"}).merge({"a" => ["--x"]}, {"a" => ["x", "y"]})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy({"strategy" => "deep", "nope" => "--"})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy({"strategie" => "deep"})'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("nope")'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy(3)'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy(nil).class'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy_keys.inspect'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("deep").class'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("deep").options'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("deep").configuration'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("first").configuration'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("deep").lookup([1,2], Puppet::Pops::Lookup::Invocation.new(scope)) { |x| x == 2 ? {"a" => 1} : {"b" => 2} }'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("first").lookup([1,2], Puppet::Pops::Lookup::Invocation.new(scope)) { |x| x == 1 ? throw(:no_such_key) : {"b" => 2} }'))
notice(m::run('Puppet::Pops::MergeStrategy.strategy("unique").lookup([1,2], Puppet::Pops::Lookup::Invocation.new(scope)) { |x| [x, [x, 3]] }'))
notice(m::run('Puppet::Pops::MergeStrategy::DeepMergeStrategy rescue Puppet::Pops::DeepMergeStrategy'))
notice(m::run('Puppet::Pops::DeepMergeStrategy::INSTANCE.merge({"a" => 1}, {"b" => 2})'))
notice(m::run('Puppet::Pops::DeepMergeStrategy.key'))
}
node 'n04' {
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, "1 + 2")'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, "[1,2].map |\$x| { \$x * 2 }")'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, "1 +")'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, "\$x", "foo")'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, "\$zz = 3")'))
notice($zz)
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.evaluate_string(scope, "class q { notify { qq: } } include q")'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.quote("a\"b")'))
notice(m::run('p = Puppet::Pops::Parser::EvaluatingParser.new; p.evaluate(scope, p.parse_string("1 + 5"))'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.parse_string("1 +", "f.pp")'))
notice(m::run('Puppet::Pops::Parser::EvaluatingParser.new.parse_string("$a = 1 $b", "f.pp").class'))
}
node 'n05' {
notice(m::run('args[0].class', File['/a']))
notice(m::run('self.class.superclass'))
notice(m::run('self.class.instance_methods(false).sort'))
notice(m::run('scope.method(:lookupvar).owner'))
notice(m::run('method(:require).owner'))
notice(m::run('args[0].frozen?', 'a'))
notice(m::run('[args[0].frozen?, args[0]["a"].frozen?, args[0].keys[0].frozen?]', {'a' => 'b'}))
notice(m::run('[args[0].frozen?, args[0][0].frozen?]', ['a']))
notice(m::run('[args[0].frozen?, args[0][0].frozen?]', ["a${facts}"]))

notice(m::run('[args[0].frozen?]', $facts))
notice(m::run('args.map(&:frozen?)', @(E),
  text
  | E
  'x'.upcase, 'x' + ['y'], ['x', 'y'][0], "q", regsubst('a', 'b', 'c'), "${'a'}", String(3), 'a b'.split(' ')[0], $title, $name, $module_name))
notice(m::run('args.map(&:frozen?)', *['a', 'b']))
notice(m::run('args.map(&:frozen?)', 'a', *{'a' => 'b'}))
}
