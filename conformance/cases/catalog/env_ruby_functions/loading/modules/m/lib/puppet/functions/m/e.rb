require 'puppet_x/m/lib'
Puppet::Functions.create_function(:'m::e') { def e = PuppetX::M::Lib.hi }
