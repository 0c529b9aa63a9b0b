Puppet::Type.newtype(:tq) do
  newparam(:a) { isnamevar }
  newparam(:b) { isnamevar }
end
