Puppet::Type.newtype(:t_no_block)
