# A reference among the resources counts as a hash with its naming attribute.
define d($size = 1) { }
class k($x = 1) { }
create_resources('notify', { 'a' => Group['x'], 'b' => Notify['y'] }, { 'message' => 'm' })
create_resources('file', { '/a' => File['/x'], '/b' => Group['/z'] })
create_resources('exec', { '/bin/a' => Exec['/bin/d'] })
create_resources('d', { 'i' => D['j'] })
create_resources('class', { 'k' => Class['o::p'] }, { 'x' => 3 })
create_resources('notify', { 'e' => Notify })
