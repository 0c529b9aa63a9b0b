Puppet::Type.newtype(:built_patterns) do
  def self.title_patterns
    identity = lambda { |x| x }
    patterns = []
    patterns << [/^(\w+)$/, [[:host]]]
    patterns << [/^(\w+):(\w+)$/m, [[:host], [:port]]]
    patterns
  end
  newparam(:host) { isnamevar }
  newparam(:port) { isnamevar }
  ensurable
end
