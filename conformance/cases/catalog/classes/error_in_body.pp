class c { fail("in c") }
class { 'c': }
