Puppet::Parser::Functions.newfunction(:old_year, :type => :rvalue) do |arguments|
  year = 'before'
  /(?<year>\d{4})/ =~ arguments[0]
  year
end
