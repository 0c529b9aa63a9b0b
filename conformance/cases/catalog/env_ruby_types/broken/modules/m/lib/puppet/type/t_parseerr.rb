raise Puppet::ParseError.new('puppet error', 'somefile', 12)
