Puppet::Type.newtype(:pc) do
 newparam(:aa) { isnamevar }
 newparam(:bb) { isnamevar }
 def self.title_patterns
  raise 'tp'
 end
end
