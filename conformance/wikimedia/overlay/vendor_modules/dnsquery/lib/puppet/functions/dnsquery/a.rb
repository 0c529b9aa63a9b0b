# frozen_string_literal: true

# Stands in for a function that asks DNS: gives a made-up address, always the same. It is written in Ruby because it is
# called with a lambda, for names without an address, and a function in the Puppet language takes none.
Puppet::Functions.create_function(:'dnsquery::a') do
  dispatch :a do
    param 'String', :domain
    optional_param 'Any', :config_info
    optional_block_param :block
  end

  def a(domain, _config_info = nil)
    [call_function('netdb::address4', domain)]
  end
end
