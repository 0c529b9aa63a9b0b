@class { 'c': }
class c { }
