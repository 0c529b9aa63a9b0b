Puppet::Functions.create_function(:'m::cls') do
  def cls(x) = x.class.to_s.sub(/0x\h+/, '')
end
