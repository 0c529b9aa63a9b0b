Puppet::Functions.create_function(:'environment::inenv') do
  def inenv = 'inenv'
end
