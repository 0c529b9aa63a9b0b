# What base64() decodes and pw_hash() gives are bytes for Ruby: catalogs show them as Binary.
$bytes = base64('decode', 'aGVsbG8=')
file { '/a': content => $bytes }
file { '/b': content => "${bytes}" }
file { '/c': content => "${bytes}é" }
file { '/d': content => base64('decode', '/wD+') }
file { '/e': content => Sensitive(base64('decode', 'w6k=')) }
file { '/f': content => base64('encode', base64('decode', '/wD+'), 'strict') }
notify { 'g': message => [$bytes, { $bytes => $bytes }, "x${bytes}"] }
user { 'h': password => pw_hash('a', 'SHA-512', 'ab') }
notice($bytes == 'hello', $bytes, type($bytes), $bytes in ['hello'])
