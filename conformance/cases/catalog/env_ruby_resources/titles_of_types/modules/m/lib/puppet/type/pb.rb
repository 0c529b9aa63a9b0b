Puppet::Type.newtype(:pb) do
 newparam(:aa) { isnamevar }
 newparam(:bb) { isnamevar }
 def self.title_patterns
  []
 end
end
