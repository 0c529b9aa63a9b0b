Puppet::Type.newtype(:gg) do
  newparam(:command) { isnamevar }
  def self.isomorphic?
    false
  end
end
