Puppet::Type.type(:nope).provide(:x) do
end
