class c(Struct[{ a => Integer, Optional[b] => String }] $s) { }
class { 'c': s => { a => 'x', b => 1, zz => 2 } }
