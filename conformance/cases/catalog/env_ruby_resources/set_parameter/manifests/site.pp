notify { 'a': message => 'm' }
notice(m::t('r = catalog.resource("Notify[a]"); r.set_parameter(:message, "new"); r.set_parameter("withpath", true); x = r.set_parameter(:loglevel, :info); [r[:message], r[:withpath], x]'))
notice(m::t('r = catalog.resource("Notify[a]"); r.set_parameter(Puppet::Parser::Resource::Param.new(name: :tag, value: "zz", source: scope.source)); r.to_hash'))
notice(m::t('r = catalog.resource("Notify[a]"); r.delete(:message); r.to_hash'))
