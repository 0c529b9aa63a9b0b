Puppet::Functions.create_function(:'m::echo') do
  def echo(v)
    v
  end
end
