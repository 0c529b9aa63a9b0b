Puppet::Functions.create_function(:'m::am') { def am; [Puppet[:environment], Puppet.settings[:strict].to_s, Puppet.version, Puppet[:vardir].class.name, Puppet::Util::Platform.windows?]; end }
