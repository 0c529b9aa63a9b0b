Puppet::Type.newtype('t_str_name') do
  newparam('name')
end
