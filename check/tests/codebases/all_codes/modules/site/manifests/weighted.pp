# a default that does not fit
define site::weighted(Integer $weight = 'heavy') {
  notice($weight)
}
