Puppet::DataTypes.create_type('Color') do
  interface <<-PUPPET
    attributes => { shade => String }
    PUPPET
end
