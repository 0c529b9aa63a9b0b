require 'net/ftp'
require 'cgi/util'
Puppet::Type.type(:fetched).provide(:ftp) do
  TIMEOUT = Net::ReadTimeout
end
