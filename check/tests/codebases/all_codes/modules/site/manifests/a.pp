class site::a (Stdlib::Prot $x, Ntp::Moed $y = 'plain') {
  require site::b
}
