# 002: providers of modules for types of Puppet's own
node 'a' { package { 'a': } }
node 'b' { user { 'a': provider => 'x' } }
