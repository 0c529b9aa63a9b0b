class outer { tag('extra') include inner notify { 'o': tag => ['own', 'a::b'] } }
class inner { d { 'i': tag => 'from_define' } }
define d() { notify { "n ${title}": } }
include outer
