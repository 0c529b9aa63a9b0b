Puppet::Functions.create_function(:'m::app') do
  dispatch :d do
    param 'String', :x
  end
  def d(x)
    x << '!'
  end
end
