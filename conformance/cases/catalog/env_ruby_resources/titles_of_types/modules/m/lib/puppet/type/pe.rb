Puppet::Type.newtype(:pe) do
 newparam(:aa) { isnamevar }
 newparam(:bb) { isnamevar }
 def self.title_patterns
  [[/^(x)$/, [[:aa]]], 5]
 end
end
