class site::f {
  include site::g
}
