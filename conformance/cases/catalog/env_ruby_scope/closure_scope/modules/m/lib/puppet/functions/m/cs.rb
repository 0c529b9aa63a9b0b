Puppet::Functions.create_function(:'m::cs') do
  def cs(code)
    eval(code)
  end
end
