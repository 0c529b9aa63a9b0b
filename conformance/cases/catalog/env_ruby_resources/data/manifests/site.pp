notify { 'n': message => [1, { 'a' => undef }], tag => 'q' }
notice(m::t('r = catalog.resource("Notify[n]"); [r.to_data_hash.reject { |k| k == "file" }.inspect]'))
notice(m::t('r = catalog.resource("Notify[n]"); [r.uniqueness_key.inspect, r.key_attributes.inspect, r.valid_parameter?(:message), r.valid_parameter?(:nope), r.copy_as_resource.class]'))
notice(m::t('r = Puppet::Resource.new("File", "/x", parameters: {mode: "1"}); [r.ref, r.type, r.title, r[:mode], r.to_hash.inspect, r.inspect, r.resource_type]'))
notice(m::t('[Puppet::Resource.new("file[/x]").ref, Puppet::Resource.new("a::b", "c").ref, Puppet::Resource.new("class", "a::b").ref, Puppet::Resource.new(:node, "x").ref]'))
notice(m::t('Puppet::Resource.new("file")'))
notice(m::t('Puppet::Resource.new("File", "/x") == Puppet::Resource.new("file", "/x")'))
notice(m::t('Puppet::Resource.type_and_title("Foo[bar]", nil)'))
notice(m::t('r = catalog.resource("Notify[n]"); r[:message].inspect'))
