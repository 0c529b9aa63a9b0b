Puppet::Functions.create_function('m::strname') do
  def strname = 'strname'
end
