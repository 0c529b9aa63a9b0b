Puppet::Type.newtype(:tp) do
  newparam(:a) { isnamevar }
  newparam(:b) { isnamevar }
  newparam(:c)
  def self.title_patterns
    [[/^(\d+):(\d+)$/, [[:a], [:b]]]]
  end
end
