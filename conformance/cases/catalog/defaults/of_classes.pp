class c($a = 1) { notify { "$a": } }
Class { a => 5 }
class { 'c': }
