# Classes: contain with stage
class c { notify { 'c': } }
class w { contain c }
stage { 'pre': before => Stage['main'] }
class { 'w': stage => 'pre' }
