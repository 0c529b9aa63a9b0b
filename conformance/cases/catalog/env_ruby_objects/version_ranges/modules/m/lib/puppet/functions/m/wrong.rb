Puppet::Functions.create_function(:'m::wrong') do
  def wrong(range) = range.intersection('1.x')
end
