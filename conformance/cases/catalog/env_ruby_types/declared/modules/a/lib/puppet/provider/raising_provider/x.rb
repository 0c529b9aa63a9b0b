Puppet::Type.type(:raising_provider).provide(:x) do
  raise Puppet::Error, 'not here' if name == :x
end
