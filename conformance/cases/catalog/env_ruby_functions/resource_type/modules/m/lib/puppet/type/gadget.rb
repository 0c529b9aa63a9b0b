Puppet::Type.newtype(:gadget) do
  @doc = 'A gadget.'
  ensurable
  newparam(:name, namevar: true)
  newparam(:size) do
    desc 'How big.'
    defaultto 3
  end
  newproperty(:colour) do
    newvalues(:red, :green)
  end
end
