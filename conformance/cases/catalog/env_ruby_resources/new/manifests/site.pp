notice(m::t('r = Puppet::Parser::Resource.new("notify", "made", scope: scope, source: scope.source, parameters: { message: "hi" }); compiler.add_resource(scope, r); [r.ref, r[:message], catalog.resource("Notify[made]").equal?(r), r.file, r.line]'))
notice(m::t('r = Puppet::Parser::Resource.new("file", "/made", scope: scope, source: scope.source); r[:ensure] = "file"; r.set_parameter("mode", "0600"); compiler.add_resource(scope, r); [r.to_hash, r.tags.to_a]'))
notice(m::t('r = Puppet::Parser::Resource.new("notify", "made", scope: scope, source: scope.source); compiler.add_resource(scope, r); 1'))
notice(m::t('r = Puppet::Parser::Resource.new(:k_d, "x", scope: scope); r.ref'))
