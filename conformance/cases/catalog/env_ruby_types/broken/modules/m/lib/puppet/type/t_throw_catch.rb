Puppet::Type.newtype(:t_throw_catch) do
  newparam(:name)
  newparam(:bar)
  throw :undefined_variable
end
