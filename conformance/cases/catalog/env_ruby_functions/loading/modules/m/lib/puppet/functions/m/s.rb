Puppet::Functions.create_function(:'m::s') { def s = Integer('zz') }
