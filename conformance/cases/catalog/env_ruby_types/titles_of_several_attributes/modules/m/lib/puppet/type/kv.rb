Puppet::Type.newtype(:kv) do
  def self.title_patterns
    [[/^((?:[^:]|::)+):(.+)$/, [[:a, lambda { |x| x.upcase }], [:b]]], [/(.*)/, [[:a]]]]
  end
  newparam(:a, :namevar => true)
  newparam(:b, :namevar => true)
  newparam(:c)
end
