Puppet::Type.newtype(:pf) do
 newparam(:aa) { isnamevar }
 newparam(:bb) { isnamevar }
 def self.title_patterns
  [[/^a(.)$/, [[:aa]]]]
 end
end
