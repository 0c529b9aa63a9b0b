Puppet::Functions.create_function(:top) do
  def top(n)
    n + 1
  end
end
