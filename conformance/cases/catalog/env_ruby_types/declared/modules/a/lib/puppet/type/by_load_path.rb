dir = File.expand_path('../../../deep', __FILE__)
$LOAD_PATH.unshift(dir) unless $LOAD_PATH.include?(dir)
require 'below/deeper'

Puppet::Type.newtype(:by_load_path) do
  newparam(:name)
  Deeper.add(self)
end
