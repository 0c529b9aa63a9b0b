Puppet::Type.newtype(:ntp_peer) do
  newparam(:name)
  newproperty(:address)
  newproperty(:weight)
end
