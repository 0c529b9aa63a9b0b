Puppet::Functions.create_function(:'m::port') do
  dispatch :port do
    param 'Integer[1, 65535]', :n
  end
  argument_mismatch :not_a_port do
    param 'String', :n
  end
  def port(n)
    n
  end
  def not_a_port(n)
    "a port is a number, not '#{n}'"
  end
end
