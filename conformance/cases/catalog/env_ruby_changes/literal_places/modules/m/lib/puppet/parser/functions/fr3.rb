Puppet::Parser::Functions.newfunction(:fr3, :type => :rvalue) do |a|
  a.map { |e| e.is_a?(Array) ? e.map(&:frozen?) : e.frozen? }
end
