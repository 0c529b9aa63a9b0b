require 'puppet/provider/parsedfile'
require 'puppet/provider/package'
Puppet::Type.type(:t_prov_fileparent).provide(:x, :parent => Puppet::Provider::ParsedFile, :default_target => '/x', :filetype => :flat) do
  text_line :comment, :match => /^#/
  record_line :parsed, :fields => %w[name b]
end
