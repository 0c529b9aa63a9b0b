# Tags: tagged parent tag
class c { notify { 'x': } }
class { 'c': tag => 'special' }
