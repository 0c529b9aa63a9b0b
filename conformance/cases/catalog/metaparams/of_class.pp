class c { notify { 'c': } }
class { 'c': noop => true, schedule => 'x' , audit => 'all', loglevel => 'err' }
