begin; exit 1; rescue SystemExit; end
Puppet::Type.newtype(:t_sysexit) do
  newparam(:name)
end
