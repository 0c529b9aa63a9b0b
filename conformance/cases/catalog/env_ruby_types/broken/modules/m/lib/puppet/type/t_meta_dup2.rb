Puppet::Type.newtype(:t_meta_dup2) do
  newparam(:name)
  newproperty(:require)
end
