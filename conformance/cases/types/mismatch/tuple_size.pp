class c(Tuple[Integer, String] $t) { }
class { 'c': t => [1] }
