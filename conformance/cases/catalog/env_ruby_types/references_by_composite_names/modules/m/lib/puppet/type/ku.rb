Puppet::Type.newtype(:ku) do
  def self.title_patterns
    [[%r{\A(.*)/(.*)\z}m, [[:dir], [:name]]], [%r{\A(.*)\z}m, [[:name]]]]
  end
  ensurable
  newparam(:dir, :namevar => true) { desc 'd' }
  newparam(:name, :namevar => true) { desc 'n' }
  newproperty(:val)
end
