Puppet::Functions.create_function(:inet6_prefix) do
  def inet6_prefix(*all)
    all.reverse
  end
end
