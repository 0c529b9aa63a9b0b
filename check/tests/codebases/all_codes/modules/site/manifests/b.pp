class site::b inherits site::c {
  contain site::a
}
