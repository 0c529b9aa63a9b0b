require 'net/ftp'
require 'digest/sha1'
Puppet::Type.newtype(:fetched) do
  newparam(:name, namevar: true)
  newproperty(:sum) { munge { |value| Digest::SHA1.hexdigest(value) } }
end
