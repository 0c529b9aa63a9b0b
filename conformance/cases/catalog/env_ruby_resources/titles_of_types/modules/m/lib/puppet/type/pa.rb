Puppet::Type.newtype(:pa) do
 newparam(:aa) { isnamevar }
 newparam(:bb) { isnamevar }
 def self.title_patterns
  nil
 end
end
