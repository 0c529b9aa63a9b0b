Puppet::Functions.create_function(:downcase) { def downcase(x) = '4x downcase' }
