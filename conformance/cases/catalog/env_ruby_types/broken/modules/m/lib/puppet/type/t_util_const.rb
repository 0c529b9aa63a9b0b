Puppet::Util::NopeNope
