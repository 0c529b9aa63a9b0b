require_relative '../../../puppet_x/m/lib'
Puppet::Functions.create_function(:'m::f') { def f = PuppetX::M::Lib.hi }
