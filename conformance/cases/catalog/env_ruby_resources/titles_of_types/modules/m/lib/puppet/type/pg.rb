Puppet::Type.newtype(:pg) do
 newparam(:aa) { isnamevar }
 def self.title_patterns
  []
 end
end
