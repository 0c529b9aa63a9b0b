Puppet::Functions.create_function(:topf) do
  def topf(x = 'd') = "top #{x}"
end
