Puppet::Functions.create_function(:'m::ai') { def ai = Puppet.warning('w'); def x; end }
