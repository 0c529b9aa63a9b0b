# a class holds classes and defines
class a {
  class b { notice('b') }
  define c() { notice("c ${title}") }
}
include a::b
a::c { 'x': }
