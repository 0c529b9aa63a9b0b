['net/protocol', 'net/https', 'digest/sha2', 'cgi/escape', 'cgi/cookie', 'json/add/core', 'yaml/store',
  'uri/generic', 'psych/y', 'openssl/digest', 'syslog/logger', 'racc/parser.rb', 'logger/formatter',
  'optparse/uri'].each |$part| {
  notice($part, m::parts($part))
}
fetched { 'a': sum => 'b' }
