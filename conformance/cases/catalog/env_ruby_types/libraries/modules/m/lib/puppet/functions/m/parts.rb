# Parts of libraries that are always loaded, each of which opens the library's own module.
Puppet::Functions.create_function(:'m::parts') do
  dispatch(:parts) { param 'String', :part }
  def parts(part)
    require part
    constants = { 'net/protocol' => 'Net::HTTP', 'net/https' => 'Net::HTTPSession', 'digest/sha2' => 'Digest::SHA256',
      'cgi/escape' => 'CGI::Cookie', 'cgi/cookie' => 'CGI::Cookie', 'json/add/core' => 'JSON',
      'yaml/store' => 'YAML::Store', 'uri/generic' => 'URI::Generic', 'psych/y' => 'Psych', 'openssl/digest' => 'OpenSSL::Digest',
      'optparse/uri' => 'OptionParser', 'syslog/logger' => 'Syslog::Logger', 'racc/parser.rb' => 'Racc::Parser',
      'logger/formatter' => 'Logger::Formatter' }
    Object.const_get(constants.fetch(part)).name
  rescue LoadError => e
    "#{e.class}: #{e.message[0, 40]}"
  end
end
