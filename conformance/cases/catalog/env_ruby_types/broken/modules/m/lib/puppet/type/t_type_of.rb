x = Puppet::Type.type(:nope)
raise x.inspect
