Puppet::Functions.create_function(:envtop) do
  def envtop = 'envtop'
end
