Puppet::Type.newtype(:provided) do
  newparam(:name)
  feature :fast, 'Is fast.', methods: [:run]
end
