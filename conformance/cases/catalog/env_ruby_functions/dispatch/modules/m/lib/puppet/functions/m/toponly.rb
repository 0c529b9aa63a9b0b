Puppet::Functions.create_function(:toponly) do
  def toponly = 'x'
end
